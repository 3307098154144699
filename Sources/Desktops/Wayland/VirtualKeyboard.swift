import CWayland
public import Dictation
import LinuxRuntime

/// A keyboard of the compositor that this process presses (virtual-keyboard-unstable-v1). The
/// requests go out with the connection's next flush.
///
/// wlroots gives each virtual keyboard modifiers of its own: what the person holds on another
/// keyboard is no matter.
public final class VirtualKeyboard {
    /// zwp_virtual_keyboard_v1*.
    private let keyboard: OpaquePointer
    // Held so that the keyboard goes before its manager, and that before the connection.
    private let globals: WaylandGlobals

    /// The bits of the real modifiers (X11's numbering).
    public static let shift: UInt32 = 1 << 0
    public static let control: UInt32 = 1 << 2

    /// Requests that are sent in one piece: keys at up to 64 bytes each (modifiers, press,
    /// release) fit into libwayland's buffer of 4,096 bytes, so that not even SIGKILL can come
    /// between a press and its release, nor the focus move between two keys.
    public static let longestBurst = 32

    /// Plugs a keyboard in, and suspends until windows listen to it.
    ///
    /// - Parameters:
    ///   - globals: must be able to type.
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
            // Windows begin to listen to a seat's keyboard only now that it has one, and keys
            // before that are lost. The compositor tells nobody else that they do.
            try? await EventLoop.shared.sleep(for: timeToListen)
        }
        return keyboard
    }

    private init(_ globals: WaylandGlobals) {
        self.globals = globals
        keyboard = utter_virtual_keyboard_create(globals.keyboards, globals.seat)
    }

    deinit {
        utter_virtual_keyboard_destroy(keyboard)
        globals.connection.flush()
    }

    /// For a busy window to bind a keyboard, three messages to and fro.
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
        utter_virtual_keyboard_keymap(keyboard, file.rawValue, UInt32(text.count))
    }

    /// Presses and releases a key.
    ///
    /// - Parameter code: of linux/input-event-codes.h.
    public func press(_ code: UInt8) {
        let time = UInt32(truncatingIfNeeded: MonotonicClock.nanoseconds / 1_000_000)
        let key = UInt32(code)
        utter_virtual_keyboard_key(keyboard, time, key, WL_KEYBOARD_KEY_STATE_PRESSED)
        utter_virtual_keyboard_key(keyboard, time, key, WL_KEYBOARD_KEY_STATE_RELEASED)
    }

    /// Says which modifiers are down and which group is active, from 0.
    public func hold(modifiers: UInt32, group: UInt32 = 0) {
        utter_virtual_keyboard_modifiers(keyboard, modifiers, group)
    }
}
