import LinuxRuntime
import Problems
import SinkUinput
import TestSupport
import Testing

@Suite(.runningLoop) struct PersonsLayoutTests {
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("setxkbmap", package: "x11-xkb-utils"))
    func isThatOfTheXServer() async throws {
        let server = try await XServer()
        let layout = PersonsLayout(UinputSettings(environment: ["DISPLAY": server.display]))
        try await server.run("setxkbmap", "us")
        #expect(try await layout.name() == "English (US)")
        try await server.run("setxkbmap", "de", "nodeadkeys")
        #expect(try await layout.name() == "German (no dead keys)")
    }

    @EventLoopActor @Test func isThatOfHyprlandsKeyboardAndNotOfOurs() async throws {
        let hyprland = try FakeHyprland()
        let layout = PersonsLayout(hyprland.settings)
        hyprland.keyboards = [
            FakeHyprland.keyboard("utter-keyboard", active: "English (US)"),
            FakeHyprland.keyboard("logitech", active: "Russian"),
        ]
        #expect(try await layout.name() == "Russian")
        hyprland.keyboards = []
        await #expect(throws: Problem.self) { try await layout.name() }
    }

    @EventLoopActor @Test func isTheConfiguredOneWhereNobodyTells() async throws {
        let settings = UinputSettings(environment: [
            "WAYLAND_DISPLAY": "wayland-1", "XKB_DEFAULT_LAYOUT": "fr",
        ])
        #expect(try await PersonsLayout(settings).name() == "French")
    }
}
