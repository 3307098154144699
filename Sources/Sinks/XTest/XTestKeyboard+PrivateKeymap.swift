import CX11
import KeyStrokes
import X11Connection

/// The private keymap: symbols that the layout lacks, on keys of this device only.
extension XTestKeyboard {
    /// Printable keys of the PC keyboard, as evdev codes (input-event-codes.h) plus 8, and further
    /// ones that only some keyboards have. A program that uses the key code instead of the symbol
    /// must not see an Escape or a function key.
    private static let printable: [UInt8] = [
        2...13, 16...27, 30...41, 43...53, 57...57, 86...86, 89...89, 124...124,
    ].flatMap { $0.map { UInt8($0 + 8) } }

    /// A symbol of no vendor. On a key that is never pressed, it marks the device's keymap as a
    /// private one.
    private static let mark: UInt32 = 0x1075_7474

    /// The keys that can be given other symbols, and the one for the mark.
    static func freeKeys(_ keymap: borrowing DeviceKeymap) -> (free: [UInt8], mark: UInt8)? {
        var free = printable.filter { keymap.keys.contains($0) && keymap.modifiers(of: $0) == 0 }
        // Keycode 8 is evdev's KEY_RESERVED: some receivers ignore it.
        for key in keymap.keys where key > 8 && !free.contains(key) {
            if keymap.modifiers(of: key) == 0, keymap[key].symbols.isEmpty { free.append(key) }
        }
        guard let last = free.popLast(), !free.isEmpty else { return nil }
        return (free, last)
    }

    /// The meanings of the keys with and without Shift, in a group.
    static func meanings(
        _ keymap: borrowing DeviceKeymap, free: [UInt8], group: UInt8
    ) -> KeymapPlan.Keys {
        var keys = KeymapPlan.Keys(free: free, native: [:], fixed: [:])
        for key in free {
            let plain = keymap.symbol(key, modifiers: 0, group: group)
            let shifted = keymap.symbol(key, modifiers: UInt32(ShiftMask), group: group)
            guard plain != 0 else { continue }
            keys.native[key] = KeymapPlan.Pair(
                plain: KeySymbol(rawValue: plain),
                shifted: KeySymbol(rawValue: shifted == 0 ? plain : shifted))
        }
        let others = keymap.keys.filter { !free.contains($0) && keymap.modifiers(of: $0) == 0 }
        for symbol in [
            KeySymbol.return, .tab, .backspace, .escape, .left, .right, .home, .end,
        ] {
            keys.fixed[symbol] = others.first {
                keymap.symbol($0, modifiers: 0, group: group) == symbol.rawValue
            }
        }
        for (chord, symbol) in KeySymbol.shifted { keys.fixed[chord] = keys.fixed[symbol] }
        for (chord, symbol) in KeySymbol.controlled where keys.fixed[symbol] != nil {
            keys.fixed[chord] = keys.fixed[symbol]
        }
        return keys
    }

    /// The keys that type or edit text, in any group.
    static func writingKeys(_ keymap: borrowing DeviceKeymap) -> Set<UInt8> {
        Set(
            keymap.keys.filter { key in
                keymap.modifiers(of: key) == 0
                    && (0..<4).contains {
                        writes(keymap.symbol(key, modifiers: 0, group: $0))
                    }
            })
    }

    /// Whether a symbol is a character, or changes the text or the cursor (keysymdef.h).
    private static func writes(_ symbol: UInt32) -> Bool {
        switch Int32(bitPattern: symbol) {
        // Alphabets, and Unicode.
        case 0x20..<0xFE00, 0x0100_0000...0x0110_FFFF: true
        case XK_dead_grave...XK_dead_greek: true
        case XK_BackSpace, XK_Tab, XK_Return, XK_Escape, XK_Delete, XK_ISO_Left_Tab: true
        case XK_Home...XK_Begin, XK_Insert, XK_Undo, XK_Redo: true
        case XK_KP_Space...XK_KP_Equal: true
        default: false
        }
    }

    /// The bindings of a private keymap, with its mark.
    static func bindings(
        _ pairs: [UInt8: KeymapPlan.Pair], mark: UInt8
    ) -> [UInt8: KeyBinding] {
        var bindings = pairs.mapValues { KeyBinding($0.plain.rawValue, $0.shifted.rawValue) }
        bindings[mark] = KeyBinding(Self.mark, Self.mark)
        return bindings
    }

    /// Whether a keymap is a private one that was left behind.
    static func isPrivate(_ keymap: borrowing DeviceKeymap) -> Bool {
        keymap.keys.contains { keymap[$0].symbols.first == UInt(mark) }
    }
}
