import CXkbcommon
import KeyStrokes

/// A program that reads a keyboard as GTK and Qt do: each key changes an xkb_state, and its symbol
/// goes through an xkb_compose_state. `text` is what it understood.
final class Typewriter {
    private(set) var text = ""
    /// The part of it from Compose sequences.
    private(set) var composed = ""
    /// Whether the last sequence began with a dead key or Compose, not with a letter.
    private(set) var startedWithDeadOrCompose = false
    private let keymap: Keymap
    private let state: OpaquePointer
    private let compose: OpaquePointer?
    private let startLocks: xkb_mod_mask_t

    init(_ keymap: Keymap, group: Int, locks: KeyboardLocks, compose table: ComposeTable?) {
        self.keymap = keymap
        state = xkb_state_new(keymap.handle)
        compose = table.map { xkb_compose_state_new($0.handle, XKB_COMPOSE_STATE_NO_FLAGS) }
        var mask: xkb_mod_mask_t = 0
        let names = [(KeyboardLocks.caps, "Lock"), (.num, "Mod2")]
        for (lock, name) in names where locks.contains(lock) {
            mask |= 1 << xkb_keymap_mod_get_index(keymap.handle, name)
        }
        startLocks = mask
        xkb_state_update_mask(state, 0, 0, mask, 0, 0, xkb_layout_index_t(group))
    }

    deinit {
        xkb_state_unref(state)
        xkb_compose_state_unref(compose)
    }

    var group: Int { Int(xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE)) }

    /// No key is pressed, locks are as before, and no sequence is unfinished.
    var isAtRest: Bool {
        xkb_state_serialize_mods(state, XKB_STATE_MODS_EFFECTIVE) == startLocks
            && compose.map { xkb_compose_state_get_status($0) != XKB_COMPOSE_COMPOSING } ?? true
    }

    var isComposing: Bool {
        compose.map { xkb_compose_state_get_status($0) == XKB_COMPOSE_COMPOSING } ?? false
    }

    var hasLocksAsAtStart: Bool {
        xkb_state_serialize_mods(state, XKB_STATE_MODS_EFFECTIVE) == startLocks
    }

    func type(_ strokes: [KeyStroke]) {
        for stroke in strokes {
            for key in stroke.holding { press(key) }
            press(stroke.key)
            release(stroke.key)
            for key in stroke.holding.reversed() { release(key) }
        }
    }

    private func press(_ key: UInt16) {
        let code = xkb_keycode_t(key) + 8
        let symbol = xkb_state_key_get_one_sym(state, code)
        read(symbol)
        xkb_state_update_key(state, code, XKB_KEY_DOWN)
    }

    private func release(_ key: UInt16) {
        xkb_state_update_key(state, xkb_keycode_t(key) + 8, XKB_KEY_UP)
    }

    private func read(_ symbol: xkb_keysym_t) {
        // Modifiers don't interrupt a sequence: xkb_compose_state_feed ignores them. But that for
        // level 5 does in programs that know no newer libxkbcommon than 1.5: what they can't read is
        // not to be typed.
        if let compose, isComposing, Int32(symbol) == XKB_KEY_ISO_Level5_Shift {
            xkb_compose_state_reset(compose)
            return
        }
        if !isComposing {
            let symbol = KeySymbol(rawValue: symbol)
            startedWithDeadOrCompose = symbol.isDead || symbol == .compose
        }
        if let compose, xkb_compose_state_feed(compose, symbol) == XKB_COMPOSE_FEED_ACCEPTED {
            switch xkb_compose_state_get_status(compose) {
            case XKB_COMPOSE_COMPOSING, XKB_COMPOSE_CANCELLED:
                return
            case XKB_COMPOSE_COMPOSED:
                var bytes = [CChar](repeating: 0, count: 300)
                xkb_compose_state_get_utf8(compose, &bytes, bytes.count)
                let result = bytes.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
                composed += result
                text += result
                return
            default:
                break
            }
        }
        if symbol == UInt32(XKB_KEY_Return) { text += "\n" }
        let value = xkb_keysym_to_utf32(symbol)
        if value >= 0x20, let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
}
