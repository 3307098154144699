import Glibc
import HotkeyChords
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

/// The installed helper, setgid, run by a user who may read no keyboard, on real event devices.
@Suite(.runningLoop, .inGuest, .serialized) struct GuestHelperTests {
    /// A helper run by nobody that accepted chords.
    @EventLoopActor static func helper(_ chords: [HotkeyChord]) async throws -> HelperRun {
        let helper = try HelperRun(HelperRun.asNobody + [try await HelperRun.installed()])
        helper.send(HelperRequest.bind(chords))
        return helper
    }

    @EventLoopActor @Test func reportsOfItsBindingsOnlyAtTheKernelsTime() async throws {
        let keyboard = try UinputKeyboard.forGroup("plain keyboard")
        let helper = try await Self.helper([.f9, .superD])
        try await helper.watches(keyboard.node)
        let before = MonotonicClock.nanoseconds
        for key in ["KEY_A", "KEY_D", "KEY_F10", "KEY_ENTER"] { keyboard.tap(key) }
        keyboard.tap("KEY_F9")
        keyboard.press("KEY_LEFTMETA")
        keyboard.tap("KEY_E")
        keyboard.tap("KEY_D")
        keyboard.release("KEY_LEFTMETA")
        let after = MonotonicClock.nanoseconds
        try await helper.tells(
            "accepted", "watching", "pressed 0", "released 0", "pressed 1", "released 1")
        for report in helper.reports {
            guard case .pressed(_, let at) = report else { continue }
            #expect(before - 1000...after ~= at.nanoseconds)
        }
    }

    @EventLoopActor @Test func reportsThatALoneModifierIsSpoiled() async throws {
        let keyboard = try UinputKeyboard.forGroup("keyboard of shortcuts")
        let helper = try await Self.helper([.rightCtrl])
        try await helper.watches(keyboard.node)
        keyboard.press("KEY_RIGHTCTRL")
        keyboard.tap("KEY_C")
        keyboard.tap("KEY_V")
        keyboard.release("KEY_RIGHTCTRL")
        keyboard.tap("KEY_RIGHTCTRL")
        try await helper.tells(
            "accepted", "watching", "pressed 0", "spoiled 0", "released 0", "pressed 0",
            "released 0")
    }

    @EventLoopActor @Test func reportsOfEscapeOnlyWhileItIsLive() async throws {
        let keyboard = try UinputKeyboard.forGroup("keyboard with Escape")
        let helper = try await Self.helper([.f9, .escape])
        helper.send(HelperRequest.live([true, false]))
        try await helper.watches(keyboard.node)
        keyboard.tap("KEY_ESC")
        keyboard.press("KEY_F9")
        try await helper.tells("accepted", "watching", "pressed 0")
        helper.send(HelperRequest.live([true, true]))
        // The request has been handled when the next key is reported.
        try await waitUntil("Escape is told") {
            keyboard.tap("KEY_ESC")
            return helper.told.contains("released 1")
        }
        helper.send(HelperRequest.live([true, false]))
        keyboard.release("KEY_F9")
        try await waitUntil("F9 is told") { helper.told.last == "released 0" }
    }

    @EventLoopActor @Test func takesKeyboardsThatComeLater() async throws {
        let helper = try await Self.helper([.f9])
        func keys() -> [String] { helper.told.filter { $0.hasSuffix(" 0") } }
        for cycle in 1...5 {
            let keyboard = try UinputKeyboard.forGroup("later keyboard")
            try await helper.watches(keyboard.node)
            keyboard.press("KEY_F9")
            try await waitUntil("it tells the press") { keys().count == 2 * cycle - 1 }
            keyboard.unplug()
            try await helper.noLongerWatches(keyboard.node)
            try await waitUntil("it tells the release") { keys().count == 2 * cycle }
        }
        #expect(keys() == Array(repeating: ["pressed 0", "released 0"], count: 5).flatMap { $0 })
    }

    @EventLoopActor
    @Test(arguments: [
        (VirtualKeyboardIdentity.vendor, VirtualKeyboardIdentity.product), (0x2333, 0x6666),
    ])
    func ignoresKeyboardsThatProgramsTypeWith(vendor: UInt16, product: UInt16) async throws {
        let typist = try UinputKeyboard.forGroup(
            "keyboard that a program types with", vendor: vendor, product: product)
        let keyboard = try UinputKeyboard.forGroup("keyboard of a person")
        let helper = try await Self.helper([.f9])
        try await helper.watches(keyboard.node)
        typist.tap("KEY_F9")
        keyboard.tap("KEY_F9")
        try await helper.tells("accepted", "watching", "pressed 0", "released 0")
        try await helper.noLongerWatches(typist.node)
    }

    /// A program that may make virtual keyboards holds a modifier on one.
    @EventLoopActor @Test func aModifierElsewhereDoesNotRevealALetter() async throws {
        let held = try UinputKeyboard.forGroup("keyboard of a program")
        let keyboard = try UinputKeyboard.forGroup("keyboard of a person")
        let helper = try await Self.helper([.superD, .f9])
        try await helper.watches(held.node)
        try await helper.watches(keyboard.node)
        held.press("KEY_LEFTMETA")
        keyboard.tap("KEY_D")
        held.release("KEY_LEFTMETA")
        keyboard.tap("KEY_F9")
        try await helper.tells("accepted", "watching", "pressed 1", "released 1")
    }

    @EventLoopActor @Test func saysThatItMayNot() async throws {
        let keyboard = try UinputKeyboard.forGroup("forbidden keyboard")
        let place = "/usr/local/libexec/utter/unprivileged"
        _ = try await ProgramRun(["install", "-D", "-m", "755", HelperRun.built, place])
        let helper = try HelperRun(HelperRun.asNobody + [place])
        helper.send(HelperRequest.bind([.f9]))
        try await helper.tells("accepted", "cannot watch: forbidden")
        // And that it can, once it is allowed to.
        try check(chmod(keyboard.node, 0o664), "chmod")
        try await helper.tells("accepted", "cannot watch: forbidden", "watching")
    }

    @EventLoopActor @Test func saysThatNothingHasTheKey() async throws {
        // KEY_F24, which the guest's own keyboard lacks too.
        let helper = try await Self.helper([chord(194)])
        try await helper.tells("accepted", "cannot watch: noDevice")
    }

    /// Its caller may leave it too few descriptors; that must be reported.
    @EventLoopActor @Test(arguments: [4, 8, 10, 12, 13, 14, 16, 20])
    func saysThatItLacksDescriptors(limit: Int) async throws {
        let keyboard = try UinputKeyboard.forGroup("keyboard")
        defer { keyboard.unplug() }
        let helper = try HelperRun(
            HelperRun.asNobody
                + ["sh", "-c", "ulimit -n \(limit); exec \"$0\"", try await HelperRun.installed()])
        helper.send(HelperRequest.bind([.f9]))
        try await waitUntil("it answers or ends") {
            helper.told.count == 2 || helper.process.status != nil
        }
        guard helper.process.status == nil else { return }
        // They may be enough for the guest's own keyboard, but not for another.
        #expect(
            helper.told == ["accepted", "cannot watch: failed"]
                || helper.told == ["accepted", "watching"])
    }

    /// It neither waits for its caller nor stores what that does not read.
    @EventLoopActor @Test func endsWhenItsCallerDoesNotRead() async throws {
        let keyboard = try UinputKeyboard.forGroup("flooding keyboard")
        let helper = try await Self.helper([.f9])
        try await helper.watches(keyboard.node)
        helper.pause()
        for _ in 0..<200_000 where helper.process.status == nil {
            keyboard.tap("KEY_F9")
            await Task.yield()
        }
        try await helper.ends()
        #expect(helper.process.status == .exited(1))
    }

    /// Typing wakes neither process.
    @EventLoopActor @Test func sleepsWhileOtherKeysAreTyped() async throws {
        let keyboard = try UinputKeyboard.forGroup("busy keyboard")
        let helper = try await Self.helper([.rightCtrl])
        try await helper.watches(keyboard.node)
        let opener = try #require(helper.opener)
        keyboard.tap("KEY_RIGHTCTRL")
        try await helper.tells("accepted", "watching", "pressed 0", "released 0")
        try await waitUntil("both sleep") {
            [helper.process.pid, opener].allSatisfy {
                textOfFile("/proc/\($0)/stat").contains(") S ")
            }
        }
        var before = [wakeUps(helper.process.pid), wakeUps(opener)]
        for _ in 0..<500 { keyboard.tap("KEY_A") }
        #expect([wakeUps(helper.process.pid), wakeUps(opener)] == before)
        before = [wakeUps(helper.process.pid)]
        for count in 2...11 {
            keyboard.tap("KEY_RIGHTCTRL")
            try await waitUntil("it tells") { helper.told.count == 2 + 2 * count }
        }
        #expect(wakeUps(helper.process.pid) >= before[0] + 10, "it never sleeps")
    }
}
