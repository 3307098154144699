import HotkeyHelper
import KeyboardDevices
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

/// What the user is shown if the key can't be watched, and recovery.
extension GuestHotkeyTests {
    private static let nothing = "no keyboard with these keys is connected"

    @EventLoopActor @Test func withoutTheKeyItWaitsForAKeyboardThatHasIt() async throws {
        let other = try UinputKeyboard("keyboard without F22")
        let hotkey = try WatchedHotkey("KEY_F22")
        hotkey.start()
        try await hotkey.tells(1)
        #expect(hotkey.told == [Self.nothing])
        #expect(hotkey.hotkey.availability().problem?.what == "cannot watch for F22")

        let keyboard = try UinputKeyboard("keyboard with F22", keys: ["KEY_F22"])
        try await hotkey.watches(keyboard.node)
        #expect(hotkey.hotkey.availability() == .available)
        keyboard.tap("KEY_F22")
        try await hotkey.tells(3)
        keyboard.unplug()
        try await hotkey.tells(4)
        #expect(hotkey.told[1...2] == ["pressed", "released"])
        #expect(hotkey.told[3] == Self.nothing)
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
            #expect(hotkey.told == [Self.nothing])

            // Its event is read while the keyboard's is still pending: no reason for a report.
            let mouse = try UinputKeyboard("mouse", keys: ["BTN_LEFT"])
            let keyboard = try UinputKeyboard("first keyboard")
            try await hotkey.watches(keyboard.node)
            #expect(hotkey.told.count == 1)
            keyboard.press("KEY_RIGHTCTRL")
            try await hotkey.tells(2)
            keyboard.unplug()
            try await hotkey.tells(4)
            #expect(hotkey.told.dropFirst() == ["pressed", "released", Self.nothing])
            mouse.unplug()
        } catch {
            Issue.record(error)
        }
        try port.writeAll("atkbd".utf8)
        try await waitUntil("the guest's own keyboard is there") { !EvdevDevices.list().isEmpty }
    }
}
