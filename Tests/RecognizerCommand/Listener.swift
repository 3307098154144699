import Dictation
import LinuxRuntime
import RecognizerCommand

/// Collects what a recogniser tells, and lets a test wait for the end.
@EventLoopActor
final class Listener {
    private(set) var events: [RecognizerEvent] = []
    private var waiter: CheckedContinuation<Void, Never>?

    func hear(_ event: RecognizerEvent) {
        events.append(event)
        guard isOver else { return }
        waiter?.resume()
        waiter = nil
    }

    private var isOver: Bool {
        switch events.last {
        case .finished, .failed: true
        default: false
        }
    }

    func waitForEnd() async {
        if !isOver { await withCheckedContinuation { waiter = $0 } }
    }

    var utterances: [String] {
        events.compactMap { if case .utterance(let words) = $0 { words } else { nil } }
    }

    var partials: [String] {
        events.compactMap { if case .partial(let words) = $0 { words } else { nil } }
    }

    var problem: Problem? {
        if case .failed(let problem) = events.last { problem } else { nil }
    }
}

/// A second that no recogniser would take for silence.
let sound = (0..<AudioFormat.rate).map { Int16(($0 % 80) * 100 - 4000) }

/// What a recogniser tells when it gets a second of sound.
@EventLoopActor
func dictate(
    _ arguments: [String], language: String? = nil, limit: Duration = .seconds(60),
    samples: [Int16] = sound
) async throws -> Listener {
    let configuration = try CommandConfiguration(
        arguments: arguments, language: language,
        limit: RecognitionLimit(perHalfMinute: limit))
    let recognizer = CommandRecognizer(configuration)
    defer { recognizer.close() }
    let listener = Listener()
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

/// As ``dictate(_:language:limit:samples:)``, with a script for sh and its `$1`, `$2`, ….
@EventLoopActor
func dictate(
    script: String, _ arguments: String..., limit: Duration = .seconds(60)
) async throws -> Listener {
    try await dictate(["sh", "-c", script, "sh"] + arguments, limit: limit)
}
