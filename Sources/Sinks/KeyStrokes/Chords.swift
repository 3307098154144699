import CXkbcommon

/// Keys held together to reach a level: none, Shift, AltGr, Shift and AltGr, and so on.
struct Chord: Hashable {
    /// The keys in the order in which to press them.
    var keys: [UInt16] = []
    var mask: xkb_mod_mask_t = 0
    /// Whether pressing the keys leaves a Compose sequence intact. For libxkbcommon before 1.6 (and
    /// programs that copied its list) the level 5 shift ends the sequence.
    var isQuiet = true
}

extension Keymap {
    /// The chords that reach levels in a group, simplest first. Without those that would change a
    /// lock (as Shift does with `shift:breaks_caps`): locks belong to the user.
    func chords(group: Int, locked: xkb_mod_mask_t) -> [Chord] {
        let shift = levelShift([XKB_KEY_Shift_L, XKB_KEY_Shift_R], group: group)
        let third = levelShift([XKB_KEY_ISO_Level3_Shift], group: group)
        let fifth = levelShift([XKB_KEY_ISO_Level5_Shift], group: group)
        let state = KeyboardState(self)
        // Shift is pressed last: Shift+AltGr is the Compose key in some layouts, AltGr+Shift is
        // not.
        let sets = [
            [], [shift], [third], [third, shift], [fifth], [fifth, shift], [fifth, third],
            [fifth, third, shift],
        ]
        var chords: [Chord] = []
        for keys in sets {
            let orders = permutations(keys.compactMap(\.self))
            for keys in orders {
                guard var chord = chord(keys, state, group: group, locked: locked),
                    !chords.contains(where: { $0.mask == chord.mask })
                else { continue }
                chord.isQuiet = !keys.contains { $0 == fifth }
                chords.append(chord)
                break
            }
        }
        return chords
    }

    /// The key with one of the symbols on its first level in a group: the left Shift and the right
    /// Alt rather than a key that no real keyboard has.
    private func levelShift(_ symbols: [Int32], group: Int) -> UInt16? {
        let candidates = keys.filter { key in
            plainSymbol(key, group: group).map { symbols.contains(Int32($0.rawValue)) } ?? false
        }
        let leftShift: UInt16 = 42
        let rightAlt: UInt16 = 100
        return [leftShift, rightAlt].first(where: candidates.contains) ?? candidates.first
    }

    private func chord(
        _ keys: [UInt16], _ state: borrowing KeyboardState, group: Int, locked: xkb_mod_mask_t
    ) -> Chord? {
        state.reset(locked: locked, group: group)
        var isClean = true
        for key in keys {
            // A level shift may have another meaning on the level that the first one reaches (in
            // the layout neo none at all, which would end a Compose sequence).
            isClean = isClean && state.symbol(key)?.isModifier == true
            state.press(key)
        }
        let mask = state.depressed
        isClean = isClean && state.group == group && state.locked == locked && state.latched == 0
        for key in keys.reversed() { state.release(key) }
        guard isClean, state.depressed == 0, state.locked == locked, state.latched == 0,
            state.group == group
        else { return nil }
        return Chord(keys: keys, mask: mask)
    }
}

/// All orders, beginning with the given one.
private func permutations(_ keys: [UInt16]) -> [[UInt16]] {
    if keys.count < 2 { return [keys] }
    return keys.indices.flatMap { index in
        var others = keys
        let first = others.remove(at: index)
        return permutations(others).map { [first] + $0 }
    }
}
