import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The extension of GNOME Shell, enabled as `utter setup` and `utter doctor --fix` do: profiles and
/// the focus guard as on other desktops. The session has it installed, and off.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellFocusTests {
    private static let configuration = """
        [hotkey]
        enabled = false

        [audio]
        device = "\(DesktopSpeaker.microphone)"

        [recognizer]
        engine = "command"
        command.command = ["sh", "-c", "cat > /dev/null; echo hello my sign"]

        [text]
        plain_in = []

        [[profile]]
        name = "terminal"
        class = "xterm"
        text.capitals = false
        [profile.text.snippets]
        "my sign" = "from Xwayland"

        [[profile]]
        name = "field"
        program = "python3*"
        [profile.text.snippets]
        "my sign" = "Ada"

        """

    @EventLoopActor @Test func eachWindowGetsItsProfile() async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inDesktop: Self.configuration)
        let speaker = try await DesktopSpeaker()
        let daemon = try await session.startDaemon()
        let field = try await SessionWindow(.gtk4)
        var doctor = try await session.run("doctor").output
        #expect(
            doctor.contains("the shell’s extension utter-focus@utter.org isn’t enabled"),
            "\(doctor)")
        // Unasked, since a profile needs it.
        let fix = try await session.run("doctor", "--fix", "--yes")
        #expect(
            fix.errors.contains("gnome-extensions enable utter-focus@utter.org"), "\(fix.errors)")
        doctor = try await session.run("doctor").output
        #expect(doctor.contains("which gets the profile “field”"), "\(doctor)")

        var report = try await dictate(session, speaker)
        #expect(report.profile == "field")
        try await field.expectText("Hello Ada.")
        let terminal = try await SessionWindow(.xterm)
        // The space that was to show that the terminal reads keys may have come here.
        let before = field.text
        report = try await dictate(session, speaker)
        #expect(report.profile == "terminal")
        try await terminal.expectText("hello from Xwayland.")

        // The window has gone meanwhile: its text is kept, and typed where the user wants it.
        _ = try await dictate(session, speaker) { try await terminal.close() }
        let notice = try await session.status().notice?.message ?? ""
        #expect(notice.hasPrefix("nothing was typed: the focus moved from"), "\(notice)")
        #expect(field.text == before)

        let disabling = try await ProgramRun(
            ["gnome-extensions", "disable", "utter-focus@utter.org"])
        #expect(disabling.status == .exited(0))
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await speaker.remove()
        try await field.close()
    }

    /// Dictates; `meanwhile` runs while it records.
    @EventLoopActor private func dictate(
        _ session: UtterSession, _ speaker: DesktopSpeaker, meanwhile: () async throws -> Void = {}
    ) async throws -> StatusReport {
        let report = try await session.beginDictation()
        try await speaker.play(try await SpokenFile("hello"))
        try await meanwhile()
        try await session.endDictation()
        return report
    }
}
