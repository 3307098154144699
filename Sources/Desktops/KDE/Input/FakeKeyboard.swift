import CWayland
package import KeyStrokes
import LinuxRuntime
import WaylandClient

/// The keys of KWin's fake input (org_kde_kwin_fake_input). The requests are sent with the
/// connection's next flush.
///
/// KWin presses them on the keyboard that all devices of the session share: it has the user's
/// layouts, and what the user holds or locks counts.
package final class FakeKeyboard {
    /// org_kde_kwin_fake_input*.
    private let input: OpaquePointer
    // Kept alive so that the proxy is destroyed before the registry, and that before the connection.
    private let globals: WaylandGlobals

    /// The most requests that are sent in one piece. With 16 bytes each they fit into libwayland's
    /// buffer of 4,096 bytes here, and into KWin's, which reads as much at once: KWin drops what it
    /// has not read of a client that is gone, so a key that it has pressed would stay down if its
    /// release came in another piece. Not even SIGKILL can come between the two.
    package static let longestBurst = 240

    /// Nil if KWin has no fake input, or not for this connection.
    init?(_ globals: WaylandGlobals) {
        guard let input = globals.bindFakeInput() else { return nil }
        self.globals = globals
        self.input = input
        // KWin 5.27 and 6 ignore what is said here, but press no key before it.
        org_kde_kwin_fake_input_authenticate(input, "utter", "types what you dictate")
    }

    // Version 4 has no request that ends it; KWin ends it with the connection.
    deinit { org_kde_kwin_fake_input_destroy(input) }

    /// How many requests a stroke takes.
    package static func requests(of stroke: KeyStroke) -> Int { 2 + 2 * stroke.holding.count }

    /// Presses and releases a key and those to hold with it.
    package func press(_ stroke: KeyStroke) {
        for key in stroke.holding { send(key, WL_KEYBOARD_KEY_STATE_PRESSED) }
        send(stroke.key, WL_KEYBOARD_KEY_STATE_PRESSED)
        send(stroke.key, WL_KEYBOARD_KEY_STATE_RELEASED)
        for key in stroke.holding.reversed() { send(key, WL_KEYBOARD_KEY_STATE_RELEASED) }
    }

    private func send(_ key: UInt16, _ state: wl_keyboard_key_state) {
        org_kde_kwin_fake_input_keyboard_key(input, UInt32(key), state.rawValue)
    }
}
