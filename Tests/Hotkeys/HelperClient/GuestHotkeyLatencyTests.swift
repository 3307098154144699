import Dictation
import Glibc
import HotkeyChords
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

@testable import HotkeyHelper

extension GuestHotkeyTests {
    /// From the kernel's time stamp to the call of `deliver`, for `make bench`. Each event is
    /// delivered before the next key is touched: no event waits to be delivered with others.
    @EventLoopActor @Test func deliversEachEventByItself() async throws {
        let keyboard = try UinputKeyboard("quick keyboard")
        let hotkey = HelperHotkey(
            program: HelperRun.built,
            chords: [try HotkeyChord("KEY_SCROLLLOCK", names: .evdev)])
        var delays: [Int64] = []
        hotkey.start { event in
            switch event {
            case .pressed(_, let at), .released(_, let at):
                delays.append(MonotonicClock.nanoseconds - at.nanoseconds)
            default:
                Issue.record("told \(event)")
            }
        }
        let reader = try #require(hotkey.helper?.pid)
        try await waitUntil("it watches") { isReady(reader, for: keyboard.node) }
        for count in 1...200 {
            keyboard.press("KEY_SCROLLLOCK")
            await yieldUntil { delays.count >= 2 * count - 1 }
            keyboard.release("KEY_SCROLLLOCK")
            await yieldUntil { delays.count >= 2 * count }
        }
        hotkey.stop()
        delays.sort()
        print(
            "hotkey: kernel to delivery: median \(delays[200] / 1000) µs,"
                + " 95 % \(delays[380] / 1000) µs, worst \(delays[399] / 1000) µs")
        #expect(delays.count == 400)
        #expect(delays[0] > 0)
    }
}
