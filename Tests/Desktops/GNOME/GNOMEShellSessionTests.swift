import LinuxRuntime
import TestSupport
import Testing

/// What all other tests in a session of GNOME Shell build on: windows that have the focus, the
/// keyboard and its layouts, screenshots.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellSessionTests {
    @EventLoopActor @Test func versionIs48() async throws {
        let version = try await ProgramRun(["gnome-shell", "--version"])
        #expect(version.output.hasPrefix("GNOME Shell 48."))
    }

    @EventLoopActor @Test(arguments: SessionWindow.Kind.allCases)
    func windowGetsKeys(_ kind: SessionWindow.Kind) async throws {
        try await SessionCheck.windowGetsKeys(kind)
    }

    @EventLoopActor @Test(arguments: SessionCheck.layouts)
    func layoutIsInForce(_ layouts: [String], active: Int, text: String) async throws {
        try await SessionCheck.layoutIsInForce(layouts, active: active, text: text)
    }

    @EventLoopActor @Test func screenshotShowsTheWindow() async throws {
        try await SessionCheck.screenshotShowsTheWindow()
    }
}
