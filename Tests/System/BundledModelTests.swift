import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The speech model that comes with the program, made by `make` (packaging/whisper-model).
private let model = Project.path(".build/models/whisper-tiny.en.gguf")

private let recordings = "/usr/share/pocketsphinx/test/data/librivox"

/// As a new user has it: no configuration names an engine, and nothing was downloaded.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(30)),
    .needs(model, package: "none: packaging/whisper-model makes it"),
    .needs("flite", package: "flite"), .needs(recordings, package: "pocketsphinx-testdata"))
struct BundledModelTests {
    @EventLoopActor @Test func theFirstDictationIsRight() async throws {
        let scene = try await SpokenScene(command: [UtterSession.programWithModel])
        let daemon = try await scene.session.startDaemon()
        let speech = try await SpokenFile(
            "The weather will be fine tomorrow, and we want to walk to the river.")
        try await scene.dictate(speech.path)
        let text = try await scene.session.output("last")
        #expect(text.contains("we want to walk to the river"), "\(text)")
        #expect(text.hasPrefix("The weather"), "\(text)")
        let overview = try await scene.session.output([])
        #expect(overview.contains("  engine    Whisper tiny.en (ready)\n"), "\(overview)")
        let status = try await scene.session.output("status")
        #expect(status.contains("; Whisper tiny.en recognises"), "\(status)")
        let doctor = try await scene.session.run("doctor").output
        #expect(
            doctor.contains(
                "engine: transcribe-cpp understands en (chosen: the first with a model for en"),
            "\(doctor)")
        #expect(doctor.contains("; whisper-tiny.en"), "\(doctor)")
        #expect(!doctor.contains("words: "), "\(doctor)")
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
    }

    /// Read as fast as it is recognised; five sentences again and again.
    @EventLoopActor @Test func tenMinutesOfSpeechAreRecognised() async throws {
        let session = try UtterSession(command: [UtterSession.programWithModel])
        let lines = try String(contentsOfFile: "\(recordings)/transcription", encoding: .utf8)
        var (samples, count): ([Int16], Int) = ([], 0)
        let sentences = try lines.split(separator: "\n").map { line in
            // <s> words </s> (name)
            let words = line.split(separator: " ")
            let name = words.last!.dropFirst().dropLast()
            let bytes = try Data(contentsOf: URL(filePath: "\(recordings)/\(name).wav"))
            return (words: words.count - 3, samples: WaveBytes.samples(of: [UInt8](bytes)))
        }
        while samples.count < 600 * 16_000 {
            for sentence in sentences {
                samples += sentence.samples
                count += sentence.words
            }
        }
        let file = session.directory.appending(path: "long.wav")
        try Data(WaveBytes(samples: samples).bytes).write(to: file)
        let run = try await ProgramRun(
            session.command + ["transcribe", "--raw", file.path],
            environment: session.environment, within: .seconds(1500))
        #expect(run.status == .exited(0), "\(run.errors)")
        let heard = run.output.split(whereSeparator: \.isWhitespace).count
        #expect((count * 9 / 10...count * 11 / 10).contains(heard), "\(heard) of \(count) words")
        let times = run.output.ranges(of: "Dashwood").count
        #expect(times >= 20, "\(times)")
    }
}
