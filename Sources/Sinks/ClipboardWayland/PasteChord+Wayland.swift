import Dictation
import WaylandClient

extension PasteChord {
    /// The keymap of the keyboard that presses the chord, in the format XKB_KEYMAP_FORMAT_TEXT_V1:
    /// a complete one, since GTK 3 ignores Shift+Insert in a keymap with only these keys.
    static let keymap = """
        xkb_keymap {
        xkb_keycodes { include "evdev" };
        xkb_types { include "complete" };
        xkb_compatibility { include "complete" };
        xkb_symbols { include "pc+us" };
        };
        """

    /// The codes of KEY_BACKSPACE, KEY_V, KEY_INSERT, KEY_LEFTCTRL and KEY_LEFTSHIFT in
    /// linux/input-event-codes.h.
    static let backspace: UInt8 = 14
    private static let (v, insert): (UInt8, UInt8) = (47, 110)
    private static let (control, shift): (UInt8, UInt8) = (29, 42)

    /// Presses and releases the chord, in one piece. The modifiers are pressed as keys, too:
    /// cosmic-comp 1.0.6 and 1.0.7 ignore the state of a virtual keyboard, and typed a “v”.
    func press(on keyboard: VirtualKeyboard) {
        let (modifiers, held, key): (UInt32, [UInt8], UInt8) =
            switch self {
            case .shiftInsert: (VirtualKeyboard.shift, [Self.shift], Self.insert)
            case .controlV: (VirtualKeyboard.control, [Self.control], Self.v)
            case .controlShiftV:
                (
                    VirtualKeyboard.control | VirtualKeyboard.shift, [Self.control, Self.shift],
                    Self.v
                )
            }
        keyboard.hold(modifiers: modifiers)
        keyboard.press(key, holding: held)
        keyboard.hold(modifiers: 0)
    }
}
