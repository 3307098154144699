import DesktopCompositors
import DesktopParts
import DesktopX11
import LinuxRuntime
import Problems
import TestSupport
import Testing

@Suite(.runningLoop) struct UserLayoutTests {
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("setxkbmap", package: "x11-xkb-utils"))
    func isThatOfTheXServer() async throws {
        let server = try await XServer()
        let desktop = X11Desktop(SessionEnvironment(["DISPLAY": server.display]))
        let layout = UserLayout(on: try #require(desktop))
        try await server.run("setxkbmap", "us")
        #expect(try await layout.name() == "English (US)")
        try await server.run("setxkbmap", "de", "nodeadkeys")
        #expect(try await layout.name() == "German (no dead keys)")
    }

    @EventLoopActor @Test func isThatOfHyprlandsKeyboardAndNotOfOurs() async throws {
        let hyprland = try FakeHyprland()
        let layout = UserLayout(on: try #require(hyprland.desktop))
        hyprland.keyboards = [
            FakeHyprland.keyboard("utter-keyboard", active: "English (US)"),
            FakeHyprland.keyboard("logitech", active: "Russian"),
        ]
        #expect(try await layout.name() == "Russian")
        hyprland.keyboards = []
        await #expect(throws: Problem.self) { try await layout.name() }
    }

    @EventLoopActor @Test func isTheConfiguredOneWhereNobodyTells() async throws {
        let desktop = WaylandDesktop(
            SessionEnvironment(["WAYLAND_DISPLAY": "wayland-1", "XKB_DEFAULT_LAYOUT": "fr"]))
        #expect(try await UserLayout(on: try #require(desktop)).name() == "French")
    }
}
