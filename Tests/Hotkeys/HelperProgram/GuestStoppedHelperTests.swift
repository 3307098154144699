import Glibc
import HotkeyChords
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

/// The helper's caller may stop both of its processes and continue them, since they belong to its
/// own user. It learns nothing from that about who has the seat in the meantime.
extension GuestHelperTests {
    @EventLoopActor @Test func reportsNothingOfAnotherUserWhileItsOpenerIsStopped() async throws {
        let seat = try Seat(of: 65534)
        let keyboard = try UinputKeyboard.forGroup("shared keyboard")
        let helper = try await Self.helper([.f9, .rightCtrl])
        try await helper.watches(keyboard.node)
        keyboard.press("KEY_RIGHTCTRL")
        try await helper.tells("accepted", "watching", "pressed 1")
        let opener = try #require(helper.opener)
        try await stop(opener)
        try seat.give(to: 1000)
        // Held keys are released at once, whatever the opener does.
        try await helper.tells("accepted", "watching", "pressed 1", "released 1")
        keyboard.tap("KEY_A")
        keyboard.release("KEY_RIGHTCTRL")
        keyboard.tap("KEY_F9")
        keyboard.tap("KEY_RIGHTCTRL")
        keyboard.press("KEY_F9")
        try await sleeps(helper.process.pid)
        kill(opener, SIGCONT)
        try await waitUntil("it says so") { helper.told.last == "cannot watch: inactive" }
        #expect(helper.told.count == 5)
        try await helper.noLongerWatches(keyboard.node)
        keyboard.release("KEY_F9")
        try seat.give(to: 65534)
        try await helper.watches(keyboard.node)
        keyboard.tap("KEY_F9")
        try await helper.tells(
            "accepted", "watching", "pressed 1", "released 1", "cannot watch: inactive",
            "watching", "pressed 0", "released 0")
        try await sleeps(helper.process.pid)
        try await sleeps(opener)
    }

    /// Another user was active while both were stopped, and now the caller is again.
    @EventLoopActor @Test(arguments: [true, false])
    func reportsNothingOfWhatAnotherUserDidMeanwhile(openerFirst: Bool) async throws {
        let seat = try Seat(of: 65534)
        let keyboard = try UinputKeyboard.forGroup("shared keyboard")
        let helper = try await Self.helper([.f9, .rightCtrl])
        try await helper.watches(keyboard.node)
        let opener = try #require(helper.opener)
        try await stop(opener)
        try await stop(helper.process.pid)
        try seat.give(to: 1000)
        keyboard.tap("KEY_F9")
        keyboard.press("KEY_RIGHTCTRL")
        keyboard.tap("KEY_C")
        keyboard.release("KEY_RIGHTCTRL")
        try seat.give(to: 65534)
        let first = openerFirst ? opener : helper.process.pid
        kill(first, SIGCONT)
        try await sleeps(first)
        kill(openerFirst ? helper.process.pid : opener, SIGCONT)
        try await helper.tells("accepted", "watching", "watching")
        try await helper.watches(keyboard.node)
        keyboard.tap("KEY_F9")
        try await helper.tells("accepted", "watching", "watching", "pressed 0", "released 0")
    }

    /// The caller stays active. A key that was released in the meantime must not stay down.
    @EventLoopActor @Test func reportsNothingLateButThatAKeyIsUp() async throws {
        let keyboard = try UinputKeyboard.forGroup("keyboard")
        let helper = try await Self.helper([.f9, .rightCtrl])
        try await helper.watches(keyboard.node)
        keyboard.press("KEY_RIGHTCTRL")
        try await helper.tells("accepted", "watching", "pressed 1")
        try await stop(helper.process.pid)
        keyboard.release("KEY_RIGHTCTRL")
        keyboard.tap("KEY_F9")
        let late = MonotonicClock.nanoseconds + ReportFilter.longestDelay.nanoseconds
        try await waitUntil("that is late") { MonotonicClock.nanoseconds > late }
        kill(helper.process.pid, SIGCONT)
        try await helper.tells("accepted", "watching", "pressed 1", "released 1")
        keyboard.tap("KEY_F9")
        try await helper.tells(
            "accepted", "watching", "pressed 1", "released 1", "pressed 0", "released 0")
    }
}
