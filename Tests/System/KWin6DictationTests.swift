import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The whole program in a session of KWin 6 as a user has it: nothing but the permission that
/// `utter doctor --fix` gives.
@Suite(.runningLoop, .inKWin6) struct KWin6DictationTests {
    private static let configuration = """
        [hotkey]
        dictate = "Super+F9"
        # A busy desktop's keyboard may hold the key for long.
        mode = "toggle"

        [audio]
        device = "\(DesktopSpeaker.microphone)"

        """
    /// KEY_LEFTMETA, KEY_F9
    private static let hotkey: (UInt16, UInt16) = (125, 67)

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .terminal])
    func theDesktopsKeyDictatesIntoTheWindow(_ kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inDesktop: Self.configuration)
        try await session.run("doctor", "--fix", "--yes")
        let speaker = try await DesktopSpeaker()
        let speech = try await SpokenFile("hello there my friend")
        let window = try await SessionWindow(kind)
        let daemon = try await session.startDaemon()
        while try await !hasHotkey { try await EventLoop.shared.sleep(for: .milliseconds(50)) }

        try await press()
        try await session.wait(for: "the microphone") { $0.hearing }
        try await speaker.play(speech)
        try await DesktopSession.screenshot("dictating-\(kind)")
        try await press()
        try await session.wait(for: "the end of the dictation") { $0.state == .idle }
        let text = try await session.output("last")
        #expect(!text.isEmpty)
        try await window.expectText(text)
        try await DesktopSession.screenshot("dictated-\(kind)")

        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await speaker.remove()
        try await window.close()
    }

    /// Whether KDE's global shortcuts have one of utter's.
    @EventLoopActor private var hasHotkey: Bool {
        get async throws {
            try await ProgramRun([
                "gdbus", "call", "--session", "--dest", "org.kde.kglobalaccel", "--object-path",
                "/component/utter", "--method", "org.kde.kglobalaccel.Component.isActive",
            ]).output == "(true,)\n"
        }
    }

    @EventLoopActor private func press() async throws {
        try await DesktopSession.press(Self.hotkey.0, Self.hotkey.1)
    }
}
