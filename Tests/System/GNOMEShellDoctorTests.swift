import LinuxRuntime
import TestSupport
import Testing

/// What `utter doctor` says to a new user of GNOME, and what its lines of text come to there.
@Suite(.runningLoop, .inGNOMEShell, .timeLimit(.minutes(10)))
struct GNOMEShellDoctorTests {
    @EventLoopActor @Test func whatArrivesInAWindowOfItsOwnIsReported() async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inDesktop: "")
        var output = ""
        // The daemon of an earlier test may be putting the input source back.
        repeat {
            output = try await session.run("doctor", "--type").output
        } while output.contains("another utter is typing")
        for line in [
            "✓ sink ibus: can type any text into the text field that has the focus",
            "! hotkey: the desktop can’t watch for RightCtrl",
            "✓ typing by ibus: “Utter typed this: naïve “Zoë”, 12 € (yes)?” arrived exactly",
        ] { #expect(output.contains(line), "\(output)") }
    }
}
