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
        try await dictating(into: kind) { _, window, text in
            try await window.expectText(text)
            try await DesktopSession.screenshot("dictated-\(kind)")
        }
    }

    /// By what the window reports to screen readers.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4, .writer])
    func theTextFitsWhatStandsThere(_ kind: SessionWindow.Kind) async throws {
        try await dictating(into: kind, after: "a") { session, window, text in
            try await window.expectText("a" + text)
            let letters = text.dropFirst()
            #expect(text.first == " " && letters.first?.isLowercase == true, "\(text)")
            #expect(text.last?.isWhitespace == false)
            #expect(try await session.status().timing?.confirmed == true)
        }
    }

    /// The speech model that comes with utter gets the sentence that Qt reports.
    @EventLoopActor @Test func aNameIsWrittenAsItStandsThere() async throws {
        let before = "We run everything on Kubernetes now. "
        try await DesktopSession.switchAccessibility(true)
        try await dictating(
            "The Kubernetes cluster was down for an hour.", into: .qt6, after: before,
            command: [UtterSession.programWithModel]
        ) { session, window, text in
            try await window.expectText(before + text)
            #expect(try await session.status().timing?.context != nil)
            #expect(text.contains("Kubernetes cluster was down"), "\(text)")
        }
        try await DesktopSession.switchAccessibility(false)
    }

    /// - Parameters:
    ///   - before: the text in the window.
    ///   - run: gets the session, the window and the text.
    @EventLoopActor private func dictating(
        _ words: String = "hello there my friend", into kind: SessionWindow.Kind,
        after before: String = "", command: [String] = [UtterSession.program],
        _ run: (UtterSession, SessionWindow, String) async throws -> Void
    ) async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inDesktop: Self.configuration, command: command)
        session.noteThatTheModelIsQuick()
        try await session.run("doctor", "--fix", "--yes")
        let speaker = try await DesktopSpeaker()
        let speech = try await SpokenFile(words)
        let window = try await SessionWindow(kind)
        try await DesktopSession.type(before)
        try await window.expectText(before)
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
        try await run(session, window, text)

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
