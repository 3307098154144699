import LinuxRuntime
import SinkVirtualKeyboard
import TestSupport
import Testing
import WaylandClient

/// Keys that the user holds on another keyboard.
@Suite(.runningLoop, .serialized, .needs("sway", "foot", package: "sway and foot"))
struct HeldKeyTests {
    @EventLoopActor
    @Test(
        arguments: [
            ("Shift", VirtualKeyboard.shift), ("Ctrl", VirtualKeyboard.control), ("Super", 1 << 6),
            ("Caps Lock's", 1 << 1),
        ], [TextWindow.Kind.foot, .gtk3])
    func areNoMatter(held: (name: String, mask: UInt32), in kind: TextWindow.Kind) async throws {
        try await withWindow(kind) { sink, window, server in
            let connection = try WaylandConnection(path: server.socket)
            let globals = try await WaylandGlobals.all(of: connection)
            let person = try await VirtualKeyboard.plugged(into: globals, keymap: Self.keymap)
            person.hold(modifiers: held.mask)
            try await connection.roundtrip()
            try await sink.type("Größe, 🙂 and 7\n")
            #expect(try await window.line() == "Größe, 🙂 and 7")
            // And that keyboard still types the same.
            person.hold(modifiers: 0)
            person.press(30)
            person.press(28)
            try await connection.roundtrip()
            #expect(try await window.line() == "a")
        }
    }

    /// The keymap of an ordinary keyboard.
    private static let keymap = """
        xkb_keymap {
        xkb_keycodes { include "evdev" };
        xkb_types { include "complete" };
        xkb_compatibility { include "complete" };
        xkb_symbols { include "pc+us" };
        };
        """
}
