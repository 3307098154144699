import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// Editing and formats in LibreOffice Writer through the daemon, in `make test-typing` only, because
/// LibreOffice is large.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("xdotool", package: "xdotool"),
    .needs("soffice", package: "libreoffice-writer"),
    .enabled(if: ProcessInfo.processInfo.environment["UTTER_TYPING"] == "full"))
struct WriterEditingTests {
    @EventLoopActor
    private func tell(
        _ story: [(said: String, text: String)], to kind: ReceiverOnX.Kind
    ) async throws {
        let scene = try await VoiceEditingTests.Scene()
        let window = try await ReceiverOnX(kind, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        for (said, text) in story {
            let report = try await scene.say(said)
            try await window.waitForText(text)
            if report.notice?.severity == .error { Issue.record("\(said): \(report)") }
        }
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test(arguments: VoiceEditingTests.Story.allCases)
    func eachCommandChangesTheDocument(_ story: VoiceEditingTests.Story) async throws {
        try await tell(story.edits, to: .writer)
    }

    /// Writer is known as a word processor: no setting is needed.
    @EventLoopActor @Test func formatsAndPages() async throws {
        try await tell(FormattingTests.story, to: .richWriter)
        try await tell([
            ("the end", "The end. "),
            ("page break", "The end. \n\u{C}"),
            ("chapter two", "The end. \n\u{C}Chapter 2. "),
            ("bold that", "The end. \n\u{C}<b>Chapter 2.</b> "),
        ], to: .richWriter)
    }
}
