import LinuxRuntime
import TestSupport
import Testing
import WaylandClient

/// A user's own keyboard in a compositor, with the layout us.
@EventLoopActor
final class SelectionUser {
    private let connection: WaylandConnection
    private let keyboard: VirtualKeyboard

    init(_ server: SwayServer) async throws {
        connection = try WaylandConnection(path: server.socket)
        let globals = try await WaylandGlobals.all(of: connection)
        keyboard = try await VirtualKeyboard.plugged(
            into: globals,
            keymap: """
                xkb_keymap {
                xkb_keycodes { include "evdev" };
                xkb_types { include "complete" };
                xkb_compatibility { include "complete" };
                xkb_symbols { include "pc+us" };
                };
                """)
    }

    /// Types lower-case letters, digits and line breaks.
    func type(_ text: String) async throws {
        for character in text {
            let code = try #require(LayoutUS.codes[character], "no key for “\(character)”")
            keyboard.press(UInt8(code))
            try await connection.roundtrip()
        }
    }
}
