import CWayland
import LinuxRuntime
public import Problems

/// A virtual keyboard that this process presses (virtual-keyboard-unstable-v1). The requests are
/// sent with the connection's next flush.
///
/// wlroots gives each virtual keyboard its own modifiers: keys that the user holds on another
/// keyboard don't matter.
public final class VirtualKeyboard {
    /// zwp_virtual_keyboard_v1*.
    private let keyboard: OpaquePointer
    // Kept alive so that the keyboard is destroyed before its manager, and that before the
    // connection.
    private let globals: WaylandGlobals

    /// The bits of the real modifiers (X11's numbering).
    public static let shift: UInt32 = 1 << 0
    public static let control: UInt32 = 1 << 2

    /// The most keys that are sent in one piece: with up to 64 bytes each (modifiers, press,
    /// release) they fit into libwayland's buffer of 4,096 bytes, so that not even SIGKILL can come
    /// between a press and its release, nor a focus change between two keys.
    public static let longestBurst = 32

    /// Creates a keyboard, and suspends until windows listen to it.
    ///
    /// - Parameters:
    ///   - globals: from a compositor that supports typing.
    ///   - keymap: as for ``upload(_:)``.
    @EventLoopActor
    public static func plugged(
        into globals: WaylandGlobals, keymap: String
    ) async throws(Problem) -> VirtualKeyboard {
        let isFirst = !globals.seatHasKeyboard
        let keyboard = VirtualKeyboard(globals)
        try keyboard.upload(keymap)
        try await globals.connection.roundtrip()
        if isFirst {
            // Windows begin to listen to the seat's keyboard only now that it has one, and earlier
            // keys are lost. Only the windows know when they listen.
            try? await EventLoop.shared.sleep(for: timeToListen)
        }
        return keyboard
    }

    private init(_ globals: WaylandGlobals) {
        self.globals = globals
        keyboard = zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(
            globals.keyboards, globals.seat)
    }

    deinit {
        zwp_virtual_keyboard_v1_destroy(keyboard)
        globals.connection.flush()
    }

    /// The time in which a busy window binds a keyboard, three messages in total.
    private static let timeToListen = Duration.milliseconds(250)

    /// Gives the keyboard another keymap, in the format XKB_KEYMAP_FORMAT_TEXT_V1. Wayland
    /// clients get it in order with the keys.
    public func upload(_ keymap: String) throws(Problem) {
        let text = keymap.utf8CString
        let file: OwnedDescriptor
        do throws(SystemError) {
            let descriptor = text.withUnsafeBytes {
                utter_sealed_file($0.baseAddress!, $0.count)
            }
            file = OwnedDescriptor(adopting: try check(descriptor, "memfd_create"))
        } catch {
            throw Problem("cannot make a keymap for the text", why: "\(error)")
        }
        zwp_virtual_keyboard_v1_keymap(
            keyboard, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, file.rawValue, UInt32(text.count))
    }

    /// Presses and releases a key.
    ///
    /// - Parameters:
    ///   - code: a code of linux/input-event-codes.h.
    ///   - others: codes of keys to hold with it, in the order in which to press them.
    public func press(_ code: UInt8, holding others: [UInt8] = []) {
        for other in others { send(other, WL_KEYBOARD_KEY_STATE_PRESSED) }
        send(code, WL_KEYBOARD_KEY_STATE_PRESSED)
        send(code, WL_KEYBOARD_KEY_STATE_RELEASED)
        for other in others.reversed() { send(other, WL_KEYBOARD_KEY_STATE_RELEASED) }
    }

    private func send(_ code: UInt8, _ state: wl_keyboard_key_state) {
        let time = UInt32(truncatingIfNeeded: MonotonicClock.nanoseconds / 1_000_000)
        zwp_virtual_keyboard_v1_key(keyboard, time, UInt32(code), state.rawValue)
    }

    /// Sets the pressed modifiers and the active group, from 0.
    public func hold(modifiers: UInt32, group: UInt32 = 0) {
        // None is latched or locked.
        zwp_virtual_keyboard_v1_modifiers(keyboard, modifiers, 0, 0, group)
    }
}
