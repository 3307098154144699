import Dictation
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

/// The modes from the key to the machine, at the limits in time. The kernel's time stamps count:
/// only they show how long the test really held a key.
extension GuestHotkeyTests {
    @EventLoopActor @Test(arguments: [true, false])
    func autoTellsATapFromAHold(isModifier: Bool) async throws {
        let keyboard = try UinputKeyboard("keyboard")
        let hotkey = try WatchedHotkey(isModifier ? "KEY_RIGHTCTRL" : "KEY_SCROLLLOCK")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        var taps = 0
        for (round, milliseconds) in [290, 310, 1, 295, 305, 320].enumerated() {
            var machine = Self.machine(.auto, isModifier)
            keyboard.press(isModifier ? "KEY_RIGHTCTRL" : "KEY_SCROLLLOCK")
            try await hotkey.tells(2 * round + 1)
            let end = hotkey.times[2 * round].advanced(by: .milliseconds(milliseconds))
            try await EventLoop.shared.sleep(for: Self.now.duration(to: end))
            keyboard.release(isModifier ? "KEY_RIGHTCTRL" : "KEY_SCROLLLOCK")
            try await hotkey.tells(2 * round + 2)
            for event in hotkey.events.suffix(2) {
                _ = machine.handle(.hotkey(event), at: Self.now)
            }
            let held = hotkey.times[2 * round].duration(to: hotkey.times[2 * round + 1])
            let isTap = held < .milliseconds(300)
            taps += isTap ? 1 : 0
            #expect(
                machine.display.state == (isTap ? .recording : .processing),
                "held for \(held.milliseconds) ms")
        }
        #expect(taps > 0, "nothing was short enough: this tests only half")
    }

    @EventLoopActor @Test(arguments: [true, false])
    func doubleNeedsTwoTapsInTime(isModifier: Bool) async throws {
        let keyboard = try UinputKeyboard("keyboard")
        let key = isModifier ? "KEY_RIGHTCTRL" : "KEY_SCROLLLOCK"
        let hotkey = try WatchedHotkey(key)
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        var pairs = 0
        for (round, milliseconds) in [340, 360, 1, 345, 355].enumerated() {
            var machine = Self.machine(.double, isModifier)
            keyboard.tap(key)
            try await hotkey.tells(4 * round + 2)
            let end = hotkey.times[4 * round].advanced(by: .milliseconds(milliseconds))
            try await EventLoop.shared.sleep(for: Self.now.duration(to: end))
            keyboard.tap(key)
            try await hotkey.tells(4 * round + 4)
            for event in hotkey.events.suffix(4) {
                _ = machine.handle(.hotkey(event), at: Self.now)
            }
            let between = hotkey.times[4 * round].duration(to: hotkey.times[4 * round + 2])
            let isPair = between <= .milliseconds(350)
            pairs += isPair ? 1 : 0
            #expect(
                machine.display.state == (isPair ? .recording : .idle),
                "\(between.milliseconds) ms between the taps")
        }
        #expect(pairs > 0, "nothing was quick enough: this tests only half")
    }

    /// A keyboard that vanishes during push-to-talk ends the dictation.
    @EventLoopActor @Test func holdEndsWhenTheKeyboardVanishes() async throws {
        let keyboard = try UinputKeyboard("keyboard")
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        var machine = Self.machine(.hold, true)
        keyboard.press("KEY_RIGHTCTRL")
        try await hotkey.tells(1)
        _ = machine.handle(.hotkey(hotkey.events[0]), at: Self.now)
        #expect(machine.display.state == .recording)
        keyboard.unplug()
        try await hotkey.tells(2)
        _ = machine.handle(.hotkey(hotkey.events[1]), at: Self.now)
        #expect(machine.display.state == .processing)
    }

    private static func machine(
        _ mode: HotkeyBinding.Mode, _ isModifier: Bool
    ) -> DictationMachine {
        var rules = DictationRules()
        rules.hotkeys[0].mode = mode
        rules.hotkeys[0].endsInModifier = isModifier
        return DictationMachine(rules: rules)
    }

    private static var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds) }
}
