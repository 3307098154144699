import ControlProtocol
import LinuxRuntime
import TestSupport
import Testing

/// Words while one speaks, of a server on this machine.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("openssl", package: "openssl"),
    .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
struct ServerWordsTests {
    @EventLoopActor @Test func wordsShowBeforeTheStop() async throws {
        let server = try await ModelServer()
        let scene = try await SpokenScene(
            UtterSession.recording + """
                [recognizer]
                engine = "server"
                server.url = "http://127.0.0.1:\(server.port)/live/v1"
                """)
        let session = scene.session
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await session.startDaemon()
        try await session.beginDictation()
        let playing = Task { @EventLoopActor in try await scene.sound.play(DictationTests.speech) }
        let shown = try await session.wait(for: "words") { $0.partial?.isEmpty == false }
        #expect(shown.state == .recording)
        #expect(shown.partial?.lowercased().hasPrefix("w1") == true, "\(shown)")
        try await playing.value
        try await session.endDictation()
        let text = try await session.output("last")
        #expect(text.lowercased().hasPrefix("w1 w2"), "“\(text)”")
        try await window.waitForText(text)
        #expect(daemon.status == nil)
    }
}
