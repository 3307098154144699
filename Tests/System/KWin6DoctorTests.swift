import LinuxRuntime
import TestSupport
import Testing

/// What `utter doctor` says to a new user of KDE, and what its lines of text come to there.
@Suite(.runningLoop, .inKWin6) struct KWin6DoctorTests {
    @EventLoopActor @Test func whatArrivesInAWindowOfItsOwnIsReported() async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inDesktop: "")
        try await session.run("doctor", "--fix", "--yes")
        let output = try await session.run("doctor", "--type").output
        for line in [
            "✓ sink kwin: can type what the layout has: English (US), reported by KWin",
            "! hotkey: the desktop can’t watch for RightCtrl",
            "✓ typing by kwin: “Utter typed this: lazy zebras, 12 (yes)?” arrived exactly",
            "– typing by uinput: not needed here: “kwin” can do everything that it could",
            "✓ typing by clipboard: “Utter typed this: naïve “Zoë”, 12 € (yes)?” arrived exactly",
        ] { #expect(output.contains(line), "\(output)") }
    }
}
