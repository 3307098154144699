import AudioSamples
import ControlProtocol
import Dictation
import Foundation
import LinuxRuntime
import TestSupport
import Testing

private let library = Project.path(".build/transcribe/libtranscribe.so")

/// `utter pause` with the daemon, a sound server and a real model, of tones.
@Suite(
    .runningLoop, .needs("Xvfb", package: "xvfb"), .needs("pulseaudio", package: "pulseaudio"),
    .needs(library, package: "none: packaging/get-transcribe fetches it"))
struct PauseTests {
    @EventLoopActor @Test func whatIsSaidInThePauseIsNotHeard() async throws {
        let scene = try await SpokenScene(
            UtterSession.recording + """
                silence_limit = "5s"
                [recognizer]
                engine = "transcribe-cpp"
                transcribe-cpp.model = "tones"
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
        let sound = try TemporaryFile()
        try Data(WaveFile.bytes(of: ToneModel.sentence)).write(to: URL(filePath: sound.path))
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        let session = scene.session

        try await session.beginDictation()
        try await scene.sound.play(sound.path)
        try await session.output("pause")
        let report = try await session.wait(for: "the pause") { $0.paused == true }
        #expect(report.state == .recording && !report.hearing)
        #expect(try await session.output("status").hasPrefix("recording (paused)"))
        // Longer than the limit of silence, and unheard.
        for _ in 0..<3 { try await scene.sound.play(sound.path) }
        #expect(try await session.output("status").hasPrefix("recording (paused)"))
        try await session.output("toggle")
        try await session.wait(for: "the microphone") { $0.hearing && $0.paused == nil }
        try await scene.sound.play(sound.path)
        try await session.output("stop")
        try await session.wait(for: "the end") { $0.state == .idle }
        let words = try await session.output("last", "--raw").lowercased()
        #expect(words.ranges(of: "low high high").count == 2, "\(words)")
        try await window.waitForText(try await session.output("last"))
        let idle = try await session.run("pause")
        #expect(idle.status == .exited(1))
        #expect(idle.errors.contains("nothing is being recorded"), "\(idle.errors)")
        #expect(daemon.status == nil)
    }
}
