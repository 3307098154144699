import CXkbcommon

extension KeySymbol {
    /// The key that begins a Compose sequence.
    public static let compose = KeySymbol(rawValue: UInt32(XKB_KEY_Multi_key))

    /// The printable character of the symbol, if it has one. The keypad's don't count: programs
    /// distinguish them from the digits of the main block.
    public var character: Character? {
        if isKeypad { return nil }
        let value = xkb_keysym_to_utf32(rawValue)
        guard value >= 0x20, value != 0x7F, let scalar = Unicode.Scalar(value) else { return nil }
        return Character(scalar)
    }

    /// Whether it is `dead_acute` or the like: no character by itself.
    public var isDead: Bool {
        (UInt32(XKB_KEY_dead_grave)...UInt32(XKB_KEY_dead_longsolidusoverlay)).contains(rawValue)
    }

    var isKeypad: Bool {
        (UInt32(XKB_KEY_KP_Space)...UInt32(XKB_KEY_KP_Equal)).contains(rawValue)
    }

    /// Whether it is Shift, Control, Lock, Meta, Alt, Super, Hyper or a level shift of ISO 9995.
    var isModifier: Bool {
        (UInt32(XKB_KEY_Shift_L)...UInt32(XKB_KEY_Hyper_R)).contains(rawValue)
            || rawValue == UInt32(XKB_KEY_ISO_Level3_Shift)
            || rawValue == UInt32(XKB_KEY_ISO_Level5_Shift)
    }
}
