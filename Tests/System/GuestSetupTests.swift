import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The hotkey step of `utter setup`, on a keyboard of the kernel.
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
        try await terminal.wait(for: "✓ RightCtrl was pressed.") { keyboard.tap("KEY_RIGHTCTRL") }
        try await terminal.wait(for: "c = choose another key")
        try terminal.type("c\n")
        try await terminal.wait(for: "Press the key that you want, or the chord …")
        func tapChord() {
            keyboard.press("KEY_LEFTMETA")
            keyboard.tap("KEY_F9")
            keyboard.release("KEY_LEFTMETA")
        }
        try await terminal.wait(
            for: "Super+F9 (KEY_F9, keyboard of a person). Take it? [y/n]", tapChord)
        try terminal.type("y\n")
        try await terminal.wait(for: "Press Super+F9 …")
        try await terminal.wait(for: "✓ Super+F9 was pressed.", tapChord)
        #expect(try await terminal.wait() == .exited(0), "\(terminal.output)")
        let text = try String(contentsOf: session.configurationFile, encoding: .utf8)
        #expect(text == configuration.replacing("'KEY_RIGHTCTRL'", with: "\"Super+F9\""))

        // The running daemon must see it itself; the dictation that it begins is cancelled.
        let daemon = try await session.startDaemon()
        defer { daemon.send(signal: 15) }
        let second = try PseudoTerminal(
            [UtterSession.program, "setup", "hotkey"], environment: session.environment)
        try await second.wait(for: "Press Super+F9 …")
        tapChord()
        try await second.wait(for: "✓ Super+F9 was pressed.")
        try await session.wait(for: "the end") { $0.state == .idle }
        try await second.wait(for: "Keep Super+F9? [Enter = yes")
        try second.type("\n")
        #expect(try await second.wait() == .exited(0), "\(second.output)")
        #expect(second.isAsUsual)
    }
}

extension PseudoTerminal {
    /// Repeats an action, as a user would, until the program has answered: keyboards are read when
    /// udev has announced them, and there is no event for that.
    fileprivate func wait(for words: String, _ press: () -> Void) async throws {
        var isWritten: Bool { output.contains(words) || process.status != nil }
        for _ in 0..<60 where !isWritten {
            press()
            for _ in 0..<500 where !isWritten {
                try await EventLoop.shared.sleep(for: .milliseconds(2))
            }
        }
        try await wait(for: words)
    }
}
