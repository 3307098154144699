import Dictation
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import DesktopCompositors

/// Against a fake of its socket: Debian 12 has no package of Hyprland.
@Suite(.runningLoop) struct HyprlandWindowFocusTests {
    @EventLoopActor @Test func reportsAndMovesTheFocus() async throws {
        let hyprland = try FakeHyprland()
        let focus = HyprlandWindowFocus(instance: "test", runtime: hyprland.runtime)
        hyprland.window = "{}"
        #expect(try await focus.focusedWindow() == nil)
        hyprland.window = """
            {"address": "0x55d4", "class": "kitty", "initialClass": "kitty-first", "title": "~",
            "pid": 1, "workspace": {"id": 1, "name": "1"}, "floating": false}
            """
        let window = try #require(try await focus.focusedWindow())
        #expect(window.identifier == "0x55d4" && window.title == "~")
        #expect(window.classes == ["kitty", "kitty-first"])

        try await focus.focus(window)
        #expect(hyprland.requests.contains("dispatch focuswindow address:0x55d4"))
        hyprland.window = #"{"address": "0x1", "class": "foot", "title": ""}"#
        let refused = await #expect(throws: Problem.self) { try await focus.focus(window) }
        #expect(refused?.description == "cannot give kitty the focus: Hyprland did not do it")
        #expect(try await focus.lock() == nil)
        hyprland.lockAnswer = #"{"locked": false}"#
        #expect(try await focus.lock() == nil)
        hyprland.lockAnswer = #"{"locked": true}"#
        #expect(try await focus.lock() == "the screen is locked")
        hyprland.dispatchAnswer = "No such window found"
        let gone = await #expect(throws: Problem.self) { try await focus.focus(window) }
        #expect(gone?.description == "cannot give kitty the focus: No such window found")
    }
}
