import CXkbcommon
public import Problems

/// The meaning of each key on each level of each group: an `xkb_keymap` that is released with this
/// object. Immutable.
public final class Keymap {
    /// xkb_keymap*, borrowed: for other C libraries.
    public let handle: OpaquePointer

    /// Takes over a reference to an xkb_keymap, for example from libxkbcommon-x11.
    public init(adopting handle: OpaquePointer) {
        self.handle = handle
    }

    deinit { xkb_keymap_unref(handle) }

    /// Compiles the keymap of a configuration by names (10 to 20 ms).
    ///
    /// - Throws: a problem that names the layout if xkeyboard-config doesn't have it.
    public init(_ names: LayoutNames) throws(Problem) {
        let context = try XkbContext()
        let layouts = names.layouts.map(\.name).joined(separator: ",")
        let variants = names.layouts.map(\.variant).joined(separator: ",")
        let options = names.options.joined(separator: ",")
        let keymap = names.rules.withCString { rules in
            names.model.withCString { model in
                layouts.withCString { layout in
                    variants.withCString { variant in
                        options.withCString { option in
                            // Empty means the default, except for options: no options.
                            var names = xkb_rule_names(
                                rules: rules, model: model, layout: layout, variant: variant,
                                options: option)
                            return xkb_keymap_new_from_names(
                                context.handle, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                        }
                    }
                }
            }
        }
        guard let keymap else {
            throw Problem(
                "cannot use the keyboard layout “\(names.setting)”",
                why: "xkeyboard-config has no such layout, variant or option",
                remedy: "The names are setxkbmap's; xkeyboard-config(7) lists them.")
        }
        handle = keymap
    }

    /// Compiles a keymap in the text format (XKB_KEYMAP_FORMAT_TEXT_V1), which `xkbcomp -xkb`
    /// prints and `wl_keyboard.keymap` sends.
    public init(text: String) throws(Problem) {
        let context = try XkbContext()
        guard
            let keymap = xkb_keymap_new_from_string(
                context.handle, text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
        else {
            throw Problem("cannot read a keymap", why: "it isn't in XKB's text format")
        }
        handle = keymap
    }

    /// The number of groups, XKB's term for layouts that a key can switch: 1 to 4 in practice.
    public var groupCount: Int { Int(xkb_keymap_num_layouts(handle)) }

    /// A group's name: `English (US)`.
    public func groupName(_ group: Int) -> String {
        xkb_keymap_layout_get_name(handle, xkb_layout_index_t(group))
            .map { String(cString: $0) } ?? "group \(group + 1)"
    }

    /// The evdev codes of those keys that a virtual keyboard may have: 1 to 248.
    var keys: ClosedRange<UInt16> {
        let first = max(xkb_keymap_min_keycode(handle), 9) - 8
        let last = min(xkb_keymap_max_keycode(handle), 256) - 8
        return UInt16(first)...UInt16(max(first, last))
    }

    /// The symbol of a key on the first level of a group.
    public func plainSymbol(_ key: UInt16, group: Int) -> KeySymbol? {
        var symbols: UnsafePointer<xkb_keysym_t>?
        let count = xkb_keymap_key_get_syms_by_level(
            handle, xkb_keycode_t(key) + 8, xkb_layout_index_t(group), 0, &symbols)
        return count == 1 ? KeySymbol(rawValue: symbols![0]) : nil
    }

    /// The key that types a character without modifiers, in the first group that has it.
    public func key(typing character: Character) -> UInt16? {
        (0..<groupCount).lazy.compactMap { self.key(typing: character, group: $0) }.first
    }

    /// The key that types a character without modifiers in a group.
    func key(typing character: Character, group: Int) -> UInt16? {
        let symbol = character.unicodeScalars.first.flatMap { KeySymbol(typing: $0) }
        return keys.first {
            KeyStroke.isPrintable($0) && plainSymbol($0, group: group) == symbol
        }
    }

    /// The mask of the modifiers that are locked.
    func mask(_ locks: KeyboardLocks) -> xkb_mod_mask_t {
        var mask: xkb_mod_mask_t = 0
        if locks.contains(.caps) { mask |= bit(XKB_MOD_NAME_CAPS) }
        if locks.contains(.num) { mask |= bit(XKB_MOD_NAME_NUM) }
        return mask
    }

    private func bit(_ modifier: String) -> xkb_mod_mask_t {
        let index = xkb_keymap_mod_get_index(handle, modifier)
        return index == XKB_MOD_INVALID ? 0 : 1 << index
    }
}

/// The locks of a keyboard, as shown by its lights.
public struct KeyboardLocks: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let caps = KeyboardLocks(rawValue: 1)
    public static let num = KeyboardLocks(rawValue: 2)
}

/// An xkb_context: where libxkbcommon looks for its files. Keymaps keep their own reference.
public struct XkbContext: ~Copyable {
    public let handle: OpaquePointer

    public init() throws(Problem) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else {
            throw Problem(
                "cannot read keyboard layouts", why: "libxkbcommon finds no directory of them",
                remedy: "Install xkb-data.")
        }
        // Problems with a keymap are reported to the user as a Problem; libxkbcommon's own lines on
        // standard error would only repeat them.
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        handle = context
    }

    deinit { xkb_context_unref(handle) }
}
