import Dictation
import Glibc
@testable import HotkeyEvdev
import LinuxRuntime
import TestSupport
import Testing

extension GuestHotkeyTests {
    /// From the kernel's stamp to the call of `deliver`. 5 ms is far from what a person feels
    /// and far above what even an emulated processor needs (well under 1 ms).
    @EventLoopActor @Test func deliversAtOnce() async throws {
        let keyboard = try UinputKeyboard("quick keyboard")
        let hotkey = EvdevHotkey(key: try EvdevKey(name: "KEY_SCROLLLOCK"))
        var delays: [Int64] = []
        hotkey.start { event in
            switch event {
            case .pressed(let at), .released(let at):
                delays.append(MonotonicClock.nanoseconds - at.nanoseconds)
            case .failed(let problem):
                Issue.record("\(problem)")
            }
        }
        while !hotkey.watchedNodes.contains(keyboard.node) {
            try await EventLoop.shared.sleep(for: .milliseconds(1))
        }
        for count in 1...200 {
            keyboard.press("KEY_SCROLLLOCK")
            while delays.count < 2 * count - 1 { await Task.yield() }
            keyboard.release("KEY_SCROLLLOCK")
            while delays.count < 2 * count { await Task.yield() }
        }
        hotkey.stop()
        delays.sort()
        print("hotkey: kernel to delivery: median \(delays[200] / 1000) µs,"
            + " 95 % \(delays[380] / 1000) µs, worst \(delays[399] / 1000) µs")
        #expect(delays[200] < 5_000_000)
    }
}
