import DesktopParts
import KeyStrokes
import LinuxRuntime
import Problems
import TestSupport
import Testing
@testable import DesktopCompositors

extension FakeHyprland {
    var desktop: HyprlandDesktop? {
        HyprlandDesktop(
            SessionEnvironment([
                "WAYLAND_DISPLAY": "wayland-1", "HYPRLAND_INSTANCE_SIGNATURE": "test",
                "XDG_RUNTIME_DIR": runtime,
            ]))
    }

    func receiver() throws -> any KeyboardReceiver {
        try #require(desktop).keyboards(layout: nil)
    }

    nonisolated static func keyboard(
        _ name: String, active: String, index: String = "", more: String = ""
    ) -> String {
        """
        {"address": "0x2", "name": "\(name)", "rules": "", "model": "", "layout": "us,de",
        "variant": ",nodeadkeys", "options": "", "active_keymap": "\(active)"\(index)\(more),
        "main": false}
        """
    }
}

@Suite(.runningLoop) struct HyprlandKeyboardsTests {
    private static let other = FakeHyprland.keyboard(
        "at-translated-set-2-keyboard", active: "English (US)")

    @EventLoopActor @Test func waitsUntilTheKeyboardIsOpened() async throws {
        let hyprland = try FakeHyprland()
        hyprland.keyboards = [
            Self.other, FakeHyprland.keyboard("utter-keyboard", active: "English (US)"),
        ]
        let receiver = try hyprland.receiver()
        #expect(receiver.name == "Hyprland")
        try await receiver.beginWatching()
        // Only another process's exists.
        await #expect(throws: Problem.self) {
            try await receiver.waitUntilOpened("/dev/input/event9", within: .milliseconds(50))
        }
        hyprland.keyboards.append(
            FakeHyprland.keyboard("utter-keyboard-1", active: "German (no dead keys)"))
        try await receiver.waitUntilOpened("/dev/input/event9", within: .seconds(180))
        let layout = try await receiver.activeLayout(lights: .caps)
        #expect(layout.group == 1)
        #expect(layout.keymap.groupName(1) == "German (no dead keys)")
        #expect(layout.locks == .caps)
        #expect(layout.source == "Hyprland")
    }

    @EventLoopActor @Test func readsWhatNewerVersionsTell() async throws {
        let hyprland = try FakeHyprland()
        hyprland.keyboards = [
            FakeHyprland.keyboard(
                "utter-keyboard", active: "English (US)", index: ", \"active_layout_index\": 0",
                more: ", \"capsLock\": false, \"numLock\": true")
        ]
        let layout = try await hyprland.receiver().activeLayout(lights: .caps)
        #expect(layout.group == 0)
        #expect(layout.locks == .num)
    }

    @EventLoopActor @Test func refusesAKeymapWithoutAName() async throws {
        let hyprland = try FakeHyprland()
        hyprland.keyboards = [FakeHyprland.keyboard("utter-keyboard", active: "My own")]
        let receiver = try hyprland.receiver()
        let problem = await #expect(throws: Problem.self) {
            _ = try await receiver.activeLayout(lights: [])
        }
        #expect(problem?.remedy.contains("utter config set output.layout") == true)
    }

    @EventLoopActor @Test func stopsWhenAnotherWindowHasTheFocus() async throws {
        let hyprland = try FakeHyprland()
        let receiver = try hyprland.receiver()
        try await receiver.beginTyping()
        try await receiver.catchUp(after: 10)
        hyprland.window = "{}"
        await #expect(throws: FocusLoss.problem) { try await receiver.catchUp(after: 10) }
        try await receiver.beginTyping()
        try await receiver.catchUp(after: 10)
    }

    @EventLoopActor @Test func saysThatItIsNotThere() async throws {
        let receiver = try CompositorReceiver(
            HyprlandKeyboards(instance: "gone", runtime: "/none"))
        let problem = await #expect(throws: Problem.self) { try await receiver.beginWatching() }
        #expect(problem?.what == "cannot connect to Hyprland at /none/hypr/gone/.socket.sock")
        #expect(problem?.remedy.contains("HYPRLAND_INSTANCE_SIGNATURE") == true)
    }
}
