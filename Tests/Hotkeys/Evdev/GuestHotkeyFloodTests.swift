import Glibc
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

@testable import HotkeyEvdev

/// More events than fit into the kernel's queue, and their cost.
extension GuestHotkeyTests {
    @EventLoopActor @Test func aHundredThousandOtherEventsHideNothing() async throws {
        let keyboard = try UinputKeyboard("flooding keyboard")
        let hotkey = try WatchedHotkey("KEY_SCROLLLOCK")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        // The loop can't read now: this function occupies it.
        for _ in 0..<12_500 { keyboard.tap("KEY_A") }
        let before = MonotonicClock.nanoseconds
        keyboard.press("KEY_SCROLLLOCK")
        for _ in 0..<25_000 { keyboard.tap("KEY_B") }
        keyboard.release("KEY_SCROLLLOCK")
        let after = MonotonicClock.nanoseconds
        for _ in 0..<12_500 { keyboard.tap("KEY_C") }
        try await hotkey.tells(2)
        #expect(hotkey.told == ["pressed", "released"])
        #expect(before - 1000...after ~= hotkey.times[0].nanoseconds)
        #expect(before - 1000...after ~= hotkey.times[1].nanoseconds)
    }

    /// Taps of the hotkey itself overflow the queue (SYN_DROPPED): reported afterwards is the state
    /// of the key.
    @EventLoopActor @Test(arguments: [true, false])
    func anOverflowEndsInTheTrueState(isDownAtTheEnd: Bool) async throws {
        let keyboard = try UinputKeyboard("overflowing keyboard")
        let hotkey = try WatchedHotkey("KEY_SCROLLLOCK")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
        if !isDownAtTheEnd {
            keyboard.press("KEY_SCROLLLOCK")
            try await hotkey.tells(1)
            keyboard.release("KEY_SCROLLLOCK")
        }
        for _ in 0..<1000 { keyboard.tap("KEY_SCROLLLOCK") }
        if isDownAtTheEnd { keyboard.press("KEY_SCROLLLOCK") }
        let end = MonotonicClock.nanoseconds
        try await hotkey.readsAll()
        let told = hotkey.told
        #expect(told.last == (isDownAtTheEnd ? "pressed" : "released"))
        for (index, word) in told.enumerated() {
            #expect(word == (index % 2 == 0 ? "pressed" : "released"))
        }
        #expect(told.count < 500, "nothing was dropped: this tests nothing")
        #expect(hotkey.times.allSatisfy { $0.nanoseconds <= end })

        // And watching continues from there.
        if isDownAtTheEnd { keyboard.release("KEY_SCROLLLOCK") }
        keyboard.tap("KEY_SCROLLLOCK")
        try await hotkey.tells(told.count + (isDownAtTheEnd ? 3 : 2))
        #expect(hotkey.told.last == "released")
    }

    /// Not isolated to the loop, which must sleep while the keys are written.
    @Test func otherKeysDoNotWakeTheLoop() async throws {
        let keyboard = try UinputKeyboard("busy keyboard")
        let node = keyboard.node
        let hotkey = try await WatchedHotkey("KEY_SCROLLLOCK")
        await hotkey.start()
        try await hotkey.watches(node)

        let key = try await Self.switches { keyboard.tap("KEY_SCROLLLOCK") }
        let other = try await Self.switches { keyboard.tap("KEY_A") }
        #expect(key.max()! > 0, "the loop doesn't even wake for its key: this tests nothing")
        #expect(other.min()! == 0)
        await hotkey.stop()
    }

    /// How often the loop's thread went to sleep during 200 calls, five times, since other suites
    /// may use the loop too.
    private static func switches(_ act: () -> Void) async throws -> [Int] {
        var counts: [Int] = []
        for _ in 0..<5 {
            // Lets the loop finish its work, and sleep.
            try await EventLoop.shared.sleep(for: .milliseconds(20))
            let before = try LoopThread.voluntarySwitches()
            for _ in 0..<200 {
                act()
                sched_yield()
            }
            counts.append(try LoopThread.voluntarySwitches() - before)
        }
        return counts
    }
}
