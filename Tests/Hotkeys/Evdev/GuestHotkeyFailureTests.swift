import Dictation
import Glibc
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import HotkeyEvdev

/// What the user is shown if the key can't be watched, and recovery.
extension GuestHotkeyTests {
    /// In a separate process, which becomes an ordinary user and root again.
    @Test func withoutPermissionItSaysWhatToDoAndRecovers() async {
        await #expect(processExitsWith: .success) {
            let loop = try Thread(name: "event-loop") { _ = try! EventLoop.shared.run() }
            try await Self.loseAndGainPermission()
            loop.join()
        }
    }

    @EventLoopActor private static func loseAndGainPermission() async throws {
        defer { EventLoop.shared.stop() }
        let nobody: uid_t = 65_534
        let keyboard = try UinputKeyboard("keyboard of root", keys: ["KEY_F24"])
        // If udevd runs, it sets the mode when it has processed the device.
        let witness = try WatchedHotkey("KEY_F24")
        witness.start()
        try await witness.watches(keyboard.node)
        witness.stop()

        try #require(seteuid(nobody) == 0)
        let hotkey = try WatchedHotkey("KEY_F24")
        hotkey.start()
        try await hotkey.tells(1)
        guard case .failed(let problem) = hotkey.events[0] else {
            Issue.record("told \(hotkey.told)")
            return
        }
        #expect(problem.what == "cannot watch for F24")
        #expect(problem.why == "\(keyboard.node) (keyboard of root): Permission denied")
        #expect(problem.remedy.contains("utter toggle"))
        #expect(problem.remedy.contains("usermod -aG input"))
        #expect(hotkey.hotkey.availability() == .unavailable(problem))

        try #require(seteuid(0) == 0)
        try #require(chmod(keyboard.node, 0o644) == 0)
        try #require(seteuid(nobody) == 0)
        try await hotkey.watches(keyboard.node)
        #expect(hotkey.hotkey.availability() == .available)
        keyboard.tap("KEY_F24")
        try await hotkey.tells(3)
        #expect(hotkey.told.dropFirst() == ["pressed", "released"])
        hotkey.stop()
    }

    @EventLoopActor @Test func withoutTheKeyItWaitsForAKeyboardThatHasIt() async throws {
        let other = try UinputKeyboard("keyboard without F22")
        let hotkey = try WatchedHotkey("KEY_F22")
        hotkey.start()
        try await hotkey.tells(1)
        #expect(hotkey.told[0].hasPrefix("no keyboard has this key ("))
        #expect(hotkey.hotkey.availability().problem?.what == "cannot watch for F22")

        let keyboard = try UinputKeyboard("keyboard with F22", keys: ["KEY_F22"])
        try await hotkey.watches(keyboard.node)
        #expect(hotkey.hotkey.availability() == .available)
        keyboard.tap("KEY_F22")
        try await hotkey.tells(3)
        keyboard.unplug()
        try await hotkey.tells(4)
        #expect(hotkey.told[1...2] == ["pressed", "released"])
        #expect(hotkey.told[3].hasPrefix("no keyboard has this key ("))
        other.unplug()
    }

    @EventLoopActor @Test func withoutAnyKeyboardItWaitsForOne() async throws {
        // The guest's own keyboard is detached from its driver in the meantime.
        let port = try FileDescriptor.open("/sys/bus/serio/devices/serio0/drvctl", .writeOnly)
        defer { try? port.close() }
        try port.writeAll("none".utf8)
        let hotkey = try WatchedHotkey("KEY_RIGHTCTRL")
        do {
            hotkey.start()
            try await hotkey.tells(1)
            #expect(hotkey.told == ["no keyboard is connected"])

            // Its event is read while the keyboard's is still pending: no reason for a report.
            let mouse = try UinputKeyboard("mouse", keys: ["BTN_LEFT"])
            let keyboard = try UinputKeyboard("first keyboard")
            try await hotkey.watches(keyboard.node)
            #expect(hotkey.told.count == 1)
            keyboard.press("KEY_RIGHTCTRL")
            try await hotkey.tells(2)
            keyboard.unplug()
            try await hotkey.tells(4)
            #expect(hotkey.told.dropFirst() == ["pressed", "released", "no keyboard is connected"])
            mouse.unplug()
        } catch {
            Issue.record(error)
        }
        try port.writeAll("atkbd".utf8)
        try await hotkey.watchesAny()
    }
}
