import HotkeyChords
import LinuxRuntime
import TestSupport
import Testing

/// Who is active at the seat.
extension GuestHelperTests {
    /// One who is in the group anyway gets from a helper without it what any program could read, as
    /// over ssh; from the installed one no more than others.
    @EventLoopActor @Test func theSeatBindsOnlyAHelperWithTheGroup() async throws {
        let seat = try Seat(of: 1000)
        let keyboard = try UinputKeyboard.forGroup("shared keyboard")
        let member = ["setpriv", "--reuid=65534", "--regid=65534", "--groups=input"]
        let installed = try HelperRun(member + [try await HelperRun.installed()])
        installed.send(HelperRequest.bind([.f9]))
        try await installed.tells("accepted", "cannot watch: inactive")
        let helper = try HelperRun(member + [HelperRun.built])
        helper.send(HelperRequest.bind([.f9]))
        try await helper.watches(keyboard.node)
        keyboard.press("KEY_F9")
        try await helper.tells("accepted", "watching", "pressed 0")
        try seat.give(to: 65534)
        try await installed.watches(keyboard.node)
        keyboard.release("KEY_F9")
        try await helper.tells("accepted", "watching", "pressed 0", "released 0")
        withExtendedLifetime(seat) {}
    }

    @EventLoopActor @Test func watchesForTheActiveUserOnly() async throws {
        let seat = try Seat(of: 1000)
        let keyboard = try UinputKeyboard.forGroup("shared keyboard")
        let helper = try await Self.helper([.f9])
        try await helper.tells("accepted", "cannot watch: inactive")
        keyboard.tap("KEY_F9")

        try seat.give(to: 65534)
        try await helper.watches(keyboard.node)
        keyboard.press("KEY_F9")
        try await helper.tells("accepted", "cannot watch: inactive", "watching", "pressed 0")

        // Held keys are released when another user becomes active, and nothing more is reported.
        try seat.give(to: 1000)
        try await waitUntil("it says so") { helper.told.last == "cannot watch: inactive" }
        try await helper.noLongerWatches(keyboard.node)
        keyboard.release("KEY_F9")
        keyboard.tap("KEY_F9")
        try seat.give(to: 65534)
        try await helper.watches(keyboard.node)
        keyboard.tap("KEY_F9")
        try await waitUntil("it tells again") { helper.told.count >= 9 }
        #expect(
            helper.told.filter { $0.hasSuffix(" 0") } == [
                "pressed 0", "released 0", "pressed 0", "released 0",
            ])
        #expect(helper.told.filter { $0 == "cannot watch: inactive" }.count == 2)
        // Reader and opener both see that the seat has changed; if one is late, it is said again.
        #expect(helper.told.filter { $0 == "watching" }.count >= 2)
    }
}
