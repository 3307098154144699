import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// Chords of several keys, and how they are spoiled.
extension GuestHotkeyTests {
    @EventLoopActor @Test func aChordNeedsItsModifiersOfWhateverKeyboard() async throws {
        let left = try UinputKeyboard("left half")
        let right = try UinputKeyboard("right half")
        let hotkey = try WatchedHotkey("Super+F9", "LeftCtrl+F10", "RightCtrl+F10")
        hotkey.start()
        try await hotkey.watches(left.node)
        try await hotkey.watches(right.node)
        left.tap("KEY_F9")
        left.press("KEY_LEFTSHIFT")
        left.press("KEY_LEFTMETA")
        right.tap("KEY_F9")
        left.release("KEY_LEFTSHIFT")
        #expect(hotkey.told == [])
        right.tap("KEY_F9")
        left.release("KEY_LEFTMETA")
        try await hotkey.tells(2)
        right.press("KEY_RIGHTCTRL")
        left.tap("KEY_F10")
        right.release("KEY_RIGHTCTRL")
        left.press("KEY_LEFTCTRL")
        right.tap("KEY_F10")
        try await hotkey.tells(6)
        #expect(
            hotkey.told == [
                "pressed", "released", "pressed 3", "released 3", "pressed 2", "released 2",
            ])
    }

    /// All of it is written before it is read: the time stamps decide.
    @EventLoopActor @Test func otherKeysSpoilAModifier() async throws {
        let keyboard = try UinputKeyboard("keyboard")
        let numbers = try UinputKeyboard("number pad", keys: ["KEY_KP1", "KEY_KP2"])
        let mouse = try UinputKeyboard("mouse", keys: ["BTN_LEFT", "BTN_RIGHT"], wheel: true)
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        for device in [keyboard, numbers, mouse] { try await hotkey.watches(device.node) }

        let spoilers = [
            { keyboard.tap("KEY_C") }, { numbers.tap("KEY_KP1") }, { mouse.tap("BTN_LEFT") },
            { mouse.turnWheel() }, { keyboard.tap("KEY_LEFTSHIFT") },
            { for _ in 1...200 { keyboard.tap("KEY_D") } },
        ]
        for (count, spoil) in spoilers.enumerated() {
            keyboard.press("KEY_RIGHTCTRL")
            spoil()
            keyboard.release("KEY_RIGHTCTRL")
            try await hotkey.tells(3 * (count + 1))
        }
        #expect(
            hotkey.told
                == spoilers.flatMap { _ in ["pressed", "spoiled", "released"] })
    }

    /// Typing a lot before and after a tap doesn't spoil the tap.
    @EventLoopActor @Test func keysBeforeAndAfterDoNotSpoil() async throws {
        let keyboard = try UinputKeyboard("keyboard")
        let other = try UinputKeyboard("other keyboard")
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        try await hotkey.watches(other.node)
        for count in 1...20 {
            for _ in 0..<(count * 10) { other.tap("KEY_A") }
            keyboard.press("KEY_W")
            keyboard.tap("KEY_RIGHTCTRL")
            keyboard.release("KEY_W")
            // The kernel keeps 64 events, sixteen taps, for a reader that is late: of what is lost
            // nobody knows when it was.
            for _ in 0..<10 { keyboard.tap("KEY_B") }
            try await hotkey.tells(2 * count)
        }
        #expect(
            hotkey.told == (1...20).flatMap { _ in ["pressed", "released"] })

        // Also if the helper sleeps between the two.
        keyboard.press("KEY_RIGHTCTRL")
        try await hotkey.tells(41)
        try await sleeps(try hotkey.reader)
        other.tap("KEY_A")
        try await hotkey.tells(42)
        keyboard.release("KEY_RIGHTCTRL")
        try await hotkey.tells(43)
        #expect(hotkey.told.suffix(3) == ["pressed", "spoiled", "released"])
    }

    /// The clock is set, which looks like a resume from suspend to a program: the keys are read
    /// again, and no event is invented.
    @EventLoopActor @Test func aClockThatJumpsChangesNothing() async throws {
        let keyboard = try UinputKeyboard("keyboard")
        let hotkey = try WatchedHotkey("KEY_SCROLLLOCK")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        keyboard.press("KEY_SCROLLLOCK")
        try await hotkey.tells(1)
        let reader = try hotkey.reader
        try await sleeps(reader)
        for _ in 1...3 {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            time.tv_sec += 3600
            let before = wakeUps(reader)
            try #require(clock_settime(CLOCK_REALTIME, &time) == 0)
            try await waitUntil("the helper sees it") { wakeUps(reader) > before }
        }
        #expect(hotkey.told == ["pressed"])
        keyboard.release("KEY_SCROLLLOCK")
        keyboard.tap("KEY_SCROLLLOCK")
        try await hotkey.tells(4)
        #expect(hotkey.told == ["pressed", "released", "pressed", "released"])
    }
}
