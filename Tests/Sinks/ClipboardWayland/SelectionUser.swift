import LinuxRuntime
import TestSupport
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

    private static let rows: [(first: UInt8, keys: String)] = [
        (2, "1234567890"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm"), (28, "\n"),
    ]

    /// Types lower-case letters, digits and line breaks.
    func type(_ text: String) async throws {
        for character in text {
            for row in Self.rows {
                guard let index = row.keys.firstIndex(of: character) else { continue }
                let distance = row.keys.distance(from: row.keys.startIndex, to: index)
                keyboard.press(row.first + UInt8(distance))
            }
            try await connection.roundtrip()
        }
    }
}
