import CXkbcommon

/// A keyboard as seen by a program with libxkbcommon: keys are pressed and released, and each
/// yields a symbol. An `xkb_state` that is released with this value.
struct KeyboardState: ~Copyable {
    private let handle: OpaquePointer

    init(_ keymap: Keymap) {
        // Null only when out of memory.
        handle = xkb_state_new(keymap.handle)!
    }

    deinit { xkb_state_unref(handle) }

    /// Sets the state to no pressed keys, and to these locks and this group.
    func reset(locked: xkb_mod_mask_t, group: Int) {
        xkb_state_update_mask(handle, 0, 0, locked, 0, 0, xkb_layout_index_t(group))
    }

    /// Sets the state to pressed keys that make this mask.
    func hold(_ mask: xkb_mod_mask_t, locked: xkb_mod_mask_t, group: Int) {
        xkb_state_update_mask(handle, mask, 0, locked, 0, 0, xkb_layout_index_t(group))
    }

    func press(_ key: UInt16) { xkb_state_update_key(handle, xkb_keycode_t(key) + 8, XKB_KEY_DOWN) }
    func release(_ key: UInt16) { xkb_state_update_key(handle, xkb_keycode_t(key) + 8, XKB_KEY_UP) }

    /// The symbol that a key would yield now; nil for none or several.
    func symbol(_ key: UInt16) -> KeySymbol? {
        let symbol = xkb_state_key_get_one_sym(handle, xkb_keycode_t(key) + 8)
        return symbol == UInt32(XKB_KEY_NoSymbol) ? nil : KeySymbol(rawValue: symbol)
    }

    var depressed: xkb_mod_mask_t { xkb_state_serialize_mods(handle, XKB_STATE_MODS_DEPRESSED) }
    var latched: xkb_mod_mask_t { xkb_state_serialize_mods(handle, XKB_STATE_MODS_LATCHED) }
    var locked: xkb_mod_mask_t { xkb_state_serialize_mods(handle, XKB_STATE_MODS_LOCKED) }
    var group: Int { Int(xkb_state_serialize_layout(handle, XKB_STATE_LAYOUT_EFFECTIVE)) }
}
