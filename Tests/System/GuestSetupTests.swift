import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The hotkey of `utter setup`, on a keyboard of the kernel's.
@Suite(.runningLoop, .serialized, .inGuest) struct GuestSetupTests {
    @EventLoopActor @Test func theHotkeyIsSeenAndAnotherIsChosen() async throws {
        let keyboard = try UinputKeyboard("keyboard of a person")
        let configuration = """
            [hotkey]  # mine
            # For the left hand:
            dictate = 'KEY_RIGHTCTRL' # as ever
            [audio]
            device = "hw:Loopback,1"

            """
        let session = try UtterSession(configuration: configuration)
        let terminal = try PseudoTerminal(
            [UtterSession.program, "setup", "hotkey"], environment: session.environment)
        try await terminal.wait(for: "Press RightCtrl …")
        try await tap("KEY_RIGHTCTRL", keyboard, until: "✓ RightCtrl was pressed.", terminal)
        try await terminal.wait(for: "c and Enter chooses another key:")
        try terminal.type("c\n")
        try await terminal.wait(for: "Press the key that you want, or the chord …")
        keyboard.press("KEY_LEFTMETA")
        keyboard.tap("KEY_F9")
        keyboard.release("KEY_LEFTMETA")
        try await terminal.wait(for: "Super+F9 (KEY_F9, keyboard of a person). Take it? [y/n]")
        try terminal.type("y\n")
        try await terminal.wait(for: "Press Super+F9 …")
        keyboard.press("KEY_LEFTMETA")
        try await tap("KEY_F9", keyboard, until: "✓ Super+F9 was pressed.", terminal)
        keyboard.release("KEY_LEFTMETA")
        #expect(try await terminal.wait() == .exited(0), "\(terminal.output)")
        let text = try String(contentsOf: session.configurationFile, encoding: .utf8)
        #expect(text == configuration.replacing("'KEY_RIGHTCTRL'", with: "\"Super+F9\""))

        // The daemon that runs must see it itself; what that begins is given up.
        let daemon = try await session.startDaemon()
        defer { daemon.send(signal: 15) }
        let second = try PseudoTerminal(
            [UtterSession.program, "setup", "hotkey"], environment: session.environment)
        try await second.wait(for: "Press Super+F9 …")
        keyboard.press("KEY_LEFTMETA")
        keyboard.tap("KEY_F9")
        keyboard.release("KEY_LEFTMETA")
        try await second.wait(for: "✓ Super+F9 was pressed.")
        try await session.wait(for: "the end") { $0.state == .idle }
        try await second.wait(for: "Enter keeps Super+F9")
        try second.type("\n")
        #expect(try await second.wait() == .exited(0), "\(second.output)")
        #expect(second.isAsUsual)
    }

    /// Devices are opened when udev has told of them, and nobody tells when that is.
    @EventLoopActor
    private func tap(
        _ key: String, _ keyboard: UinputKeyboard, until words: String, _ terminal: PseudoTerminal
    ) async throws {
        try await waitUntil(words) {
            keyboard.tap(key)
            return terminal.output.contains(words) || terminal.process.status != nil
        }
        try await terminal.wait(for: words)
    }
}
