import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The whole program in a session of GNOME Shell, from the desktop's own hotkey to the text in the
/// window.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellDictationTests {
    private static let configuration = """
        [hotkey]
        dictate = "Ctrl+F9"
        # A busy desktop's keyboard may hold the key for long.
        mode = "toggle"

        [audio]
        device = "\(DesktopSpeaker.microphone)"

        """

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .terminal])
    func theDesktopsKeyDictatesIntoTheWindow(_ kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inDesktop: Self.configuration)
        try session.installEntry()
        let speaker = try await DesktopSpeaker()
        let speech = try await SpokenFile("hello there my friend")
        let daemon = try await session.startDaemon()
        // GNOME asks once.
        if kind == .gtk4 {
            let doctor = try await session.run("doctor").output
            #expect(doctor.contains("– hotkey: the desktop hasn’t said yet"), "\(doctor)")
            try await DesktopSession.click("Add")
        }
        let window = try await SessionWindow(kind)
        while try await session.status().hotkey.pending == true {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }

        try await dictate(speech, to: speaker, in: session) {
            try await DesktopSession.screenshot("dictating-\(kind)")
        }
        let text = try await session.output("last")
        #expect(!text.isEmpty)
        try await window.expectText(text)
        try await DesktopSession.screenshot("dictated-\(kind)")
        if kind == .gtk4 {
            // It ends a sentence or not: the next one goes on with a space.
            try await dictate(speech, to: speaker, in: session)
            let next = try await session.output("last")
            #expect(try await session.status().timing?.confirmed == true)
            try await window.expectText(text + (next.hasPrefix(" ") ? next : " " + next))
        }

        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await speaker.remove()
        try await window.close()
    }

    @EventLoopActor private func dictate(
        _ speech: SpokenFile, to speaker: DesktopSpeaker, in session: UtterSession,
        _ body: () async throws -> Void = {}
    ) async throws {
        try await session.pressHotkey()
        try await session.wait(for: "the microphone") { $0.hearing }
        try await speaker.play(speech)
        try await body()
        try await session.pressHotkey()
        try await session.wait(for: "the end of the dictation") { $0.state == .idle }
    }
}

extension UtterSession {
    fileprivate func pressHotkey() async throws {
        // KEY_LEFTCTRL, KEY_F9.
        try await DesktopSession.press(29, 67)
    }
}
