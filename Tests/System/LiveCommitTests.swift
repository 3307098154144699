import ControlProtocol
import LinuxRuntime
import TestSupport
import Testing

/// Words that are typed while they are spoken, into a real window.
@Suite(.runningLoop, .serialized) struct LiveCommitTests {
    private static let configuration = """
        [hotkey]
        enabled = false
        [audio]
        device = "pulse"
        [output]
        commit = "live"
        """

    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("pulseaudio", package: "pulseaudio"),
        .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
    func theFinalTextStandsInTheWindow() async throws {
        let display = try await XServer()
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            display: display, sound: sound, configuration: Self.configuration)
        let window = try await XWindow(.entry, on: display)
        let daemon = try await session.startDaemon()

        try await session.output("start")
        try await session.wait(for: "the microphone") { $0.hearing }
        for _ in 0..<2 { try await sound.play(DictationTests.speech) }
        // Before the end of the dictation.
        while window.text.isEmpty { try await EventLoop.shared.sleep(for: .milliseconds(10)) }
        #expect(try await session.status().state == .recording)
        try await session.output("stop")
        try await session.wait(for: "the text") { $0.state == .idle }
        let text = try await session.output("last")
        try await window.waitForText(text)
        #expect(DictationTests.share(of: DictationTests.words, in: text) > 0.5, "“\(text)”")

        // What is cancelled is taken back.
        try await session.output("start")
        try await session.wait(for: "the microphone") { $0.hearing }
        try await sound.play(DictationTests.speech)
        while window.text == text { try await EventLoop.shared.sleep(for: .milliseconds(10)) }
        try await session.output("cancel")
        try await window.waitForText(text)
        #expect(daemon.status == nil)
    }
}
