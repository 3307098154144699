import Glibc
import HotkeyEvdev
import LinuxRuntime
import TestSupport
import Testing

/// `utter pedal`, with the kernel's driver for USB keyboards and udev.
@Suite(.runningLoop, .serialized, .inGuest) struct GuestPedalTests {
    @EventLoopActor @Test func aPedalThatWritesBecomesAHotkey() async throws {
        let pedal = try HIDPedal()
        let session = try UtterSession()
        let terminal = try PseudoTerminal(
            [UtterSession.program, "pedal"], environment: session.environment)
        try await terminal.wait(for: "Press the pedal or button …")
        try pedal.press()
        try await terminal.wait(for: "B (KEY_B) on \(HIDPedal.name) (0c45:7403).")
        try await terminal.wait(for: "It says that it has all letters")
        try await terminal.wait(for: "Shall its key B send F13 instead? [y/n]")
        try terminal.type("y\n")
        try await terminal.wait(for: "✓ It sends F13.")
        #expect(try await terminal.wait() == .exited(0), "\(terminal.output)")

        // The letter comes no more; what comes may be a hotkey.
        var names: [String] = []
        let reader = try KeyReader { names.append($0.kernelName) }
        try pedal.press()
        try await waitUntil("a key arrives") { !names.isEmpty }
        #expect(names == ["KEY_F13"])
        withExtendedLifetime(reader) {}

        let again = try PseudoTerminal(
            [UtterSession.program, "pedal"], environment: session.environment)
        try await again.wait(for: "Press the pedal or button …")
        try pedal.press()
        try await again.wait(for: "It writes nothing: it can be the hotkey as it is.")
        let removal = try await session.run("pedal", "--remove")
        #expect(removal.status == .exited(0), "\(removal.errors)")
        #expect(removal.errors.contains("Removed. Unplug the pedal"))
        let second = try await session.run("pedal", "--remove")
        #expect(second.errors.contains("No pedal was changed."))
    }

    @EventLoopActor @Test func aKeyboardThatNobodyCanChangeIsNamed() async throws {
        let keyboard = try UinputKeyboard("keyboard of a program")
        let session = try UtterSession()
        let terminal = try PseudoTerminal(
            [UtterSession.program, "pedal"], environment: session.environment)
        try await terminal.wait(for: "Press the pedal or button …")
        keyboard.tap("KEY_B")
        try await terminal.wait(for: "keyboard of a program must send KEY_B")
        try await terminal.wait(for: "Program the pedal itself to send F13")
        #expect(try await terminal.wait() == .exited(1), "\(terminal.output)")
    }
}
