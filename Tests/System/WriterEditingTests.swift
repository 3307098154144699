import ControlProtocol
import LinuxRuntime
import TestSupport
import Testing

/// Formats in LibreOffice Writer through the daemon, in `make test-typing` only, because it is large,
/// and because on a busy machine Writer handles keys out of order.
@Suite(
    .runningLoop, .serialized, .inFullTyping, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("xdotool", package: "xdotool"),
    .needs("soffice", package: "libreoffice-writer"))
struct WriterEditingTests {
    @EventLoopActor
    private func follow(_ story: [(said: String, text: String)]) async throws {
        let scene = try await VoiceEditingTests.Scene()
        let window = try await ReceiverOnX(.richWriter, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        for (said, text) in story {
            let report = try await scene.say(said)
            try await window.waitForText(text)
            if report.notice?.severity == .error { Issue.record("\(said): \(report)") }
        }
        #expect(daemon.status == nil)
    }

    /// Writer is known as a word processor: no setting is needed. Its cursor leaves a selection at
    /// the end that it has.
    @EventLoopActor @Test func formatsAreGivenAndUndone() async throws {
        try await follow(Array(FormattingTests.story.prefix(8)))
    }

    @EventLoopActor @Test func aPageBreaks() async throws {
        try await follow([
            ("the end", "The end. "),
            ("page break", "The end. \n\u{C}"),
            ("chapter two", "The end. \n\u{C}Chapter 2. "),
        ])
    }
}
