import CXkbcommon
import KeyStrokes

/// All that a keyboard can type, found by trying every key with every set of level shifts: slow and
/// simple, for comparison with the planner.
struct BruteForce {
    /// All strokes that leave the keyboard's state unchanged.
    private(set) var strokes: [KeyStroke] = []
    /// For each character, the fewest held keys of a single stroke for it.
    private(set) var singles: [Character: Int] = [:]
    /// Characters that need two strokes: a dead key or Compose, and another.
    private(set) var pairs: Set<Character> = []

    /// The main block: letters, digits, punctuation, space, and the keys that some keyboards have.
    private static let printable: [UInt16] =
        Array(2...13) + Array(16...27) + Array(30...41) + Array(43...53) + [57, 86, 89, 124]

    init(_ keymap: Keymap, group: Int, locks: KeyboardLocks, compose: ComposeTable?) {
        let shifts = Self.levelShifts(keymap, group: group)
        var sets: [[UInt16]] = [[]]
        for kind in shifts { sets += sets.flatMap { set in kind.map { set + [$0] } } }
        let composeKeys = (UInt16(1)...248).filter {
            Self.symbols(keymap, $0, group: group).contains(UInt32(XKB_KEY_Multi_key))
        }
        var starters: [KeyStroke] = []
        for holding in sets.flatMap(Self.orders) {
            for key in Self.printable + composeKeys where !holding.contains(key) {
                let stroke = KeyStroke(key: key, holding: holding, symbol: .return)
                let writer = Typewriter(keymap, group: group, locks: locks, compose: compose)
                writer.type([stroke])
                guard writer.group == group, writer.hasLocksAsAtStart else { continue }
                strokes.append(stroke)
                if writer.isComposing {
                    if writer.startedWithDeadOrCompose { starters.append(stroke) }
                } else if let character = writer.text.first, writer.text.count == 1,
                    // neo has Return and Delete there too.
                    character.unicodeScalars.first!.properties.generalCategory != .control
                {
                    singles[character] = min(singles[character] ?? 9, holding.count)
                }
            }
        }
        for starter in starters {
            for stroke in strokes {
                let writer = Typewriter(keymap, group: group, locks: locks, compose: compose)
                writer.type([starter, stroke])
                guard !writer.isComposing, writer.composed == writer.text, writer.text.count == 1
                else { continue }
                pairs.insert(writer.text.first!)
            }
        }
    }

    /// The keys of each kind of level shift, by their first level.
    private static func levelShifts(_ keymap: Keymap, group: Int) -> [[UInt16]] {
        let kinds = [
            [XKB_KEY_Shift_L, XKB_KEY_Shift_R], [XKB_KEY_ISO_Level3_Shift],
            [XKB_KEY_ISO_Level5_Shift],
        ]
        return kinds.map { kind in
            (UInt16(1)...248).filter { key in
                symbols(keymap, key, group: group).first.map { kind.contains(Int32($0)) } ?? false
            }
        }
    }

    private static func symbols(_ keymap: Keymap, _ key: UInt16, group: Int) -> [xkb_keysym_t] {
        let (code, group) = (xkb_keycode_t(key) + 8, xkb_layout_index_t(group))
        let levels = xkb_keymap_num_levels_for_key(keymap.handle, code, group)
        return (0..<levels).flatMap { level in
            var symbols: UnsafePointer<xkb_keysym_t>?
            let count = xkb_keymap_key_get_syms_by_level(
                keymap.handle, code, group, level, &symbols)
            return (0..<Int(count)).map { symbols![$0] }
        }
    }

    private static func orders(_ keys: [UInt16]) -> [[UInt16]] {
        if keys.count < 2 { return [keys] }
        return keys.indices.flatMap { index in
            var others = keys
            let first = others.remove(at: index)
            return orders(others).map { [first] + $0 }
        }
    }
}
