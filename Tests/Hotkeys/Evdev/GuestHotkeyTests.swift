import Dictation
import HotkeyChords
import KeyboardDevices
import LinuxRuntime
import MonotonicTime
import Problems
import TestSupport
import Testing

@testable import HotkeyEvdev

/// The hotkey on real event devices, one test at a time, since every hotkey sees every keyboard.
/// `KEY_RIGHTCTRL` is also on the guest's own keyboard, which isn't used.
@Suite(.runningLoop, .inGuest, .serialized) struct GuestHotkeyTests {
    @EventLoopActor @Test func reportsPressAndReleaseAtTheKernelsTime() async throws {
        let keyboard = try UinputKeyboard("plain keyboard")
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        #expect(hotkey.hotkey.availability() == .available)

        let before = MonotonicClock.nanoseconds
        keyboard.press("KEY_RIGHTCTRL")
        let between = MonotonicClock.nanoseconds
        keyboard.release("KEY_RIGHTCTRL")
        let after = MonotonicClock.nanoseconds
        try await hotkey.tells(2)

        #expect(hotkey.told == ["pressed", "released"])
        // The kernel truncates its time stamps to microseconds.
        let times = hotkey.times.map(\.nanoseconds)
        #expect(before - 1000...between ~= times[0])
        #expect(between - 1000...after ~= times[1])
    }

    @EventLoopActor @Test func ignoresRepeatAndOtherKeys() async throws {
        let keyboard = try UinputKeyboard("repeating keyboard")
        let hotkey = try WatchedHotkey("Pause")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        keyboard.tap("KEY_A")
        keyboard.press("KEY_PAUSE")
        for _ in 0..<20 { keyboard.repeat("KEY_PAUSE") }
        keyboard.tap("KEY_B")
        keyboard.release("KEY_PAUSE")
        try await hotkey.tells(2)
        #expect(hotkey.told == ["pressed", "released"])
    }

    @EventLoopActor @Test func takesTwoKeyboardsForOneKey() async throws {
        let left = try UinputKeyboard("left keyboard")
        let right = try UinputKeyboard("right keyboard")
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        try await hotkey.watches(left.node)
        try await hotkey.watches(right.node)
        left.tap("KEY_RIGHTCTRL")
        try await hotkey.tells(2)
        right.tap("KEY_RIGHTCTRL")
        try await hotkey.tells(4)

        left.press("KEY_RIGHTCTRL")
        try await hotkey.tells(5)
        right.tap("KEY_RIGHTCTRL")
        left.release("KEY_RIGHTCTRL")
        try await hotkey.tells(6)
        #expect(hotkey.told == Array(repeating: ["pressed", "released"], count: 3).flatMap { $0 })
    }

    @EventLoopActor @Test func followsTwentyPlugCycles() async throws {
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        for cycle in 1...20 {
            let keyboard = try UinputKeyboard("replugged keyboard")
            try await hotkey.watches(keyboard.node)
            keyboard.tap("KEY_RIGHTCTRL")
            try await hotkey.tells(2 * cycle)
            keyboard.unplug()
            try await hotkey.noLongerWatches(keyboard.node)
        }
        #expect(hotkey.told == Array(repeating: ["pressed", "released"], count: 20).flatMap { $0 })
    }

    @EventLoopActor @Test func unpluggingAHeldKeyReleasesIt() async throws {
        let keyboard = try UinputKeyboard("vanishing keyboard")
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        keyboard.press("KEY_RIGHTCTRL")
        try await hotkey.tells(1)
        keyboard.unplug()
        try await hotkey.tells(2)
        #expect(hotkey.told == ["pressed", "released"])
        #expect(hotkey.times[0] < hotkey.times[1])
    }

    @EventLoopActor @Test func aKeyHeldAtStartIsNoPress() async throws {
        let keyboard = try UinputKeyboard("held keyboard")
        keyboard.press("KEY_RIGHTCTRL")
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        keyboard.repeat("KEY_RIGHTCTRL")
        keyboard.release("KEY_RIGHTCTRL")
        let before = MonotonicClock.nanoseconds
        keyboard.tap("KEY_RIGHTCTRL")
        try await hotkey.tells(2)
        #expect(hotkey.told == ["pressed", "released"])
        #expect(hotkey.times[0].nanoseconds >= before - 1000)
    }

    @EventLoopActor
    @Test(arguments: [
        (VirtualKeyboardIdentity.vendor, VirtualKeyboardIdentity.product), (0x2333, 0x6666),
    ])
    func ignoresKeyboardsThatProgramsTypeWith(vendor: UInt16, product: UInt16) async throws {
        let typist = try UinputKeyboard(
            "keyboard that a program types with", vendor: vendor, product: product)
        let keyboard = try UinputKeyboard("keyboard of a person")
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        #expect(!hotkey.hotkey.watchedNodes.contains(typist.node))
        typist.press("KEY_RIGHTCTRL")
        keyboard.tap("KEY_RIGHTCTRL")
        try await hotkey.tells(2)
        #expect(hotkey.told == ["pressed", "released"])

        let nodes = EvdevDevices.list().map(\.node)
        #expect(nodes.contains(keyboard.node))
        #expect(!nodes.contains(typist.node))
    }

    /// With a remapper the user's keys come from a device of /dev/uinput.
    @EventLoopActor @Test func heedsTheKeyboardOfARemapper() async throws {
        let keyd = try UinputKeyboard("keyd virtual keyboard", vendor: 0x0FAC, product: 0x0ADE)
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        try await hotkey.watches(keyd.node)
        keyd.tap("KEY_RIGHTCTRL")
        try await hotkey.tells(2)
        #expect(hotkey.told == ["pressed", "released"])
    }

    @EventLoopActor @Test func aMouseIsNoKeyboardButHasButtons() async throws {
        let mouse = try UinputKeyboard("mouse", keys: ["BTN_LEFT", "BTN_RIGHT", "BTN_SIDE"])
        #expect(!EvdevDevices.list().map(\.node).contains(mouse.node))
        let key = try WatchedHotkey("KEY_SCROLLLOCK")
        let button = try WatchedHotkey("MouseBack")
        key.start()
        button.start()
        try await button.watches(mouse.node)
        #expect(!key.hotkey.watchedNodes.contains(mouse.node))
        mouse.tap("BTN_LEFT")
        mouse.tap("BTN_SIDE")
        try await button.tells(2)
        #expect(button.told == ["pressed", "released"])
        key.stop()
        button.stop()
    }

    @EventLoopActor @Test func aGamepadAndAJoystickHaveButtons() async throws {
        let gamepad = try UinputKeyboard("gamepad", keys: ["BTN_SOUTH", "BTN_EAST"])
        let joystick = try UinputKeyboard("joystick", keys: ["BTN_TRIGGER", "BTN_THUMB"])
        let hotkey = try WatchedHotkey("BTN_SOUTH", "BTN_TRIGGER")
        hotkey.start()
        try await hotkey.watches(gamepad.node)
        try await hotkey.watches(joystick.node)
        gamepad.tap("BTN_SOUTH")
        joystick.tap("BTN_TRIGGER")
        try await hotkey.tells(4)
        #expect(hotkey.told == ["pressed", "released", "pressed 2", "released 2"])
    }

    @EventLoopActor @Test func reportsNothingAfterStop() async throws {
        let keyboard = try UinputKeyboard("stopped keyboard")
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        keyboard.tap("KEY_RIGHTCTRL")
        hotkey.stop()
        #expect(hotkey.hotkey.watchedNodes.isEmpty)
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        keyboard.press("KEY_RIGHTCTRL")
        try await hotkey.tells(1)
        #expect(hotkey.told == ["pressed"])
    }

    @EventLoopActor @Test func mayBeStoppedByWhatItTells() async throws {
        let keyboard = try UinputKeyboard("stopping keyboard")
        let hotkey = EvdevHotkey(chords: [try HotkeyChord("KEY_RIGHTCTRL", names: .evdev)])
        var told: [HotkeyEvent] = []
        hotkey.start { event in
            told.append(event)
            hotkey.stop()
        }
        while !hotkey.watchedNodes.contains(keyboard.node) {
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        }
        for _ in 1...5 { keyboard.tap("KEY_RIGHTCTRL") }
        while told.isEmpty { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
        keyboard.unplug()
        try await EventLoop.shared.sleep(for: .milliseconds(1))
        #expect(told.count == 1)
        #expect(hotkey.watchedNodes.isEmpty)
    }
}
