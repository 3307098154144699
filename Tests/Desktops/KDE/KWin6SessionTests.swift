import LinuxRuntime
import TestSupport
import Testing

/// What all other tests in a session of KWin 6 build on: windows that have the focus, the keyboard
/// and its layouts, screenshots.
@Suite(.runningLoop, .inKWin6) struct KWin6SessionTests {
    @EventLoopActor @Test func versionIs6Point3() async throws {
        let version = try await ProgramRun(["kwin_wayland", "--version"])
        #expect(version.output.hasPrefix("kwin 6.3."))
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
