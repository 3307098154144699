import KeyboardDevices
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

/// From real event devices through the helper, without its group, to the daemon's events. One test
/// at a time, since every hotkey sees every keyboard.
/// `KEY_RIGHTCTRL` is also on the guest's own keyboard, which isn't used.
@Suite(.runningLoop, .inGuest, .serialized) struct GuestHotkeyTests {
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

    @EventLoopActor @Test func followsTwentyPlugCyclesAndReleasesTheHeldKey() async throws {
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        for cycle in 1...20 {
            let keyboard = try UinputKeyboard("replugged keyboard")
            try await hotkey.watches(keyboard.node)
            keyboard.press("KEY_RIGHTCTRL")
            try await hotkey.tells(2 * cycle - 1)
            keyboard.unplug()
            try await hotkey.tells(2 * cycle)
            try await hotkey.noLongerWatches(keyboard.node)
        }
        #expect(hotkey.told == Array(repeating: ["pressed", "released"], count: 20).flatMap { $0 })
        #expect(zip(hotkey.times, hotkey.times.dropFirst()).allSatisfy { $0 < $1 })
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
        // The other watches the mouse, too: a button spoils a modifier.
        for hotkey in [key, button] { try await hotkey.watches(mouse.node) }
        mouse.tap("BTN_LEFT")
        mouse.tap("BTN_SIDE")
        try await button.tells(2)
        #expect(button.told == ["pressed", "released"])
        #expect(key.told == [])
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
}
