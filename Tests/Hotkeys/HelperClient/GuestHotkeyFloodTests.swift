import Glibc
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

/// More events than fit into the kernel's queue.
extension GuestHotkeyTests {
    @EventLoopActor @Test func aHundredThousandOtherEventsHideNothing() async throws {
        let keyboard = try UinputKeyboard("flooding keyboard")
        let hotkey = try WatchedHotkey("KEY_SCROLLLOCK")
        hotkey.start()
        try await hotkey.watches(keyboard.node)
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

    /// Taps of the hotkey itself overflow the queue of a reader that isn't running (SYN_DROPPED):
    /// reported afterwards is the state of the key.
    @EventLoopActor @Test(arguments: [true, false])
    func anOverflowEndsInTheTrueState(isDownAtTheEnd: Bool) async throws {
        let keyboard = try UinputKeyboard("overflowing keyboard")
        let other = try UinputKeyboard("other keyboard")
        let hotkey = try WatchedHotkey("KEY_SCROLLLOCK", "KEY_PAUSE")
        hotkey.start()
        for device in [keyboard, other] { try await hotkey.watches(device.node) }
        if !isDownAtTheEnd {
            keyboard.press("KEY_SCROLLLOCK")
            try await hotkey.tells(1)
        }
        let reader = try hotkey.reader
        try await stop(reader)
        if !isDownAtTheEnd { keyboard.release("KEY_SCROLLLOCK") }
        for _ in 0..<1000 { keyboard.tap("KEY_SCROLLLOCK") }
        if isDownAtTheEnd { keyboard.press("KEY_SCROLLLOCK") }
        let end = MonotonicClock.nanoseconds
        kill(reader, SIGCONT)
        // Whose press comes last: everything before it has been read by then.
        other.tap("KEY_PAUSE")
        try await waitUntil("told \(hotkey.told)") { hotkey.told.last == "released 2" }
        let told = hotkey.told.filter { !$0.hasSuffix(" 2") }
        #expect(told.last == (isDownAtTheEnd ? "pressed" : "released"))
        for (index, word) in told.enumerated() {
            #expect(word == (index % 2 == 0 ? "pressed" : "released"))
        }
        #expect(told.count < 500, "nothing was dropped: this tests nothing")
        #expect(hotkey.times.dropLast(2).allSatisfy { $0.nanoseconds <= end })

        // And watching continues from there.
        if isDownAtTheEnd { keyboard.release("KEY_SCROLLLOCK") }
        keyboard.tap("KEY_SCROLLLOCK")
        try await hotkey.tells(2 + told.count + (isDownAtTheEnd ? 3 : 2))
        #expect(hotkey.told.last == "released")
    }
}
