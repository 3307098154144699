import AudioSamples
import ControlProtocol
import Dictation
import Foundation
import LinuxRuntime
import TestSupport
import Testing

private let library = Project.path(".build/transcribe/libtranscribe.so")

/// `utter retry` with another model than the one configured.
@Suite(
    .runningLoop, .needs("Xvfb", package: "xvfb"), .needs("pulseaudio", package: "pulseaudio"),
    .needs(library, package: "none: packaging/get-transcribe fetches it"))
struct RetryTests {
    /// A session that dictates by a program; its user has a model of two tones, too, which are no
    /// speech for the network that detects it.
    @EventLoopActor
    private func scene(_ program: String) async throws -> SpokenScene {
        let scene = try await SpokenScene(
            UtterSession.recording + """
                silence_limit = "0s"
                [recognizer]
                engine = "command"
                command.command = ["sh", "-c", "\(program)"]
                transcribe-cpp.speech_detection = "loudness"
                [text]
                plain_in = []
                [output]
                sinks = ["xtest"]
                [overlay]
                enabled = false
                """, inMemory: true)
        let models = scene.session.directory.appending(path: ".local/share/utter/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        _ = try ToneGGUF(in: models.path)
        return scene
    }

    @EventLoopActor
    private func dictate(_ scene: SpokenScene) async throws {
        let sound = try TemporaryFile()
        try Data(WaveFile.bytes(of: ToneModel.sentence)).write(to: URL(filePath: sound.path))
        try await scene.session.beginDictation()
        try await scene.sound.play(sound.path)
        try await scene.session.output("stop")
        try await scene.session.wait(for: "the end") { $0.state == .idle }
    }

    /// Issue 41, 5: what the engine could not recognise.
    @EventLoopActor @Test func whatFailedIsRecognizedByTheNamedModel() async throws {
        let scene = try await scene("cat > /dev/null; exit 3")
        let daemon = try await scene.session.startDaemon()
        try await dictate(scene)
        let wrong = try await scene.session.run("retry", "--model", "tone")
        #expect(wrong.status == .exited(1))
        #expect(
            wrong.errors.contains("there is no model “tone” (did you mean “tones”?)"),
            "\(wrong.errors)")
        try await scene.session.output("retry", "--model", "tones")
        try await scene.session.wait(for: "the offer") {
            $0.notice?.message == "What you said when the engine failed was recovered"
        }
        let words = try await scene.session.output("last", "--raw")
        #expect(words.lowercased().contains("low high high"), "\(words)")
        #expect(daemon.status == nil)
    }

    /// Issue 47, 4: what it misheard.
    @EventLoopActor @Test func theLastDictationIsRecognizedByTheNamedModel() async throws {
        let scene = try await scene("cat > /dev/null; echo something else")
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await dictate(scene)
        try await window.waitForText("Something else.")
        try await scene.session.output("retry", "--model", "tones")
        try await scene.session.wait(for: "the offer") {
            $0.notice?.message == "Your last dictation was recognised again"
        }
        let words = try await scene.session.output("last", "--raw")
        #expect(words.lowercased().contains("low high high"), "\(words)")
        #expect(window.text == "Something else." && daemon.status == nil)
    }
}
