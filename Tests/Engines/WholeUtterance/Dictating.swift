import Dictation
import LinuxRuntime
import RecognizerWholeUtterance
import SystemPackage
import TestSupport

/// A second of sound that no recogniser takes for silence.
let sound = (0..<AudioFormat.rate).map { Int16(($0 % 80) * 100 - 4000) }

/// A recogniser's events for a second of sound.
@EventLoopActor
func dictate(
    _ arguments: [String], language: String? = nil, limit: Duration = .seconds(60),
    samples: [Int16] = sound, voice: FilePath? = nil
) async throws -> RecognitionListener {
    var configuration = try CommandConfiguration(
        arguments: arguments, language: language,
        limit: RecognitionLimit(perHalfMinute: limit))
    configuration.voice = voice
    let recognizer = CommandRecognizer(configuration)
    defer { recognizer.close() }
    let listener = RecognitionListener()
    recognizer.prepare { if $0 != .ready { listener.hear($0) } }
    if listener.problem != nil { return listener }
    recognizer.begin()
    for start in stride(from: 0, to: samples.count, by: 160) {
        recognizer.feed(Array(samples[start..<min(start + 160, samples.count)]))
    }
    recognizer.finish()
    await listener.waitForEnd()
    return listener
}

/// Like ``dictate(_:language:limit:samples:)``, with a script for sh and its `$1`, `$2`, ….
@EventLoopActor
func dictate(
    script: String, _ arguments: String..., limit: Duration = .seconds(60)
) async throws -> RecognitionListener {
    try await dictate(["sh", "-c", script, "sh"] + arguments, limit: limit)
}

/// Whether the processes whose numbers are in a file have ended.
func areGone(_ numbers: TemporaryFile) -> Bool {
    !processes(in: numbers.text).contains(where: isRunning)
}
