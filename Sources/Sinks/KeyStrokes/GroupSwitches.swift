import CXkbcommon

/// The keys by which a keymap switches groups (`grp:alt_shift_toggle` and the like), found by
/// trying: a stroke counts if it changes the group and nothing else.
struct GroupSwitches {
    /// For each group, the strokes that leave it and the group that they lead to.
    private var steps: [[(stroke: KeyStroke, group: Int)]] = []

    init(_ keymap: Keymap, locked: xkb_mod_mask_t) {
        guard keymap.groupCount > 1 else { return }
        let state = KeyboardState(keymap)
        for group in 0..<keymap.groupCount {
            let modifiers = keymap.keys.filter {
                keymap.plainSymbol($0, group: group)?.isModifier ?? false
            }
            var found: [(stroke: KeyStroke, group: Int)] = []
            for held in [nil] + modifiers.map(Optional.some) {
                for key in keymap.keys where key != held {
                    state.reset(locked: locked, group: group)
                    if let held { state.press(held) }
                    // The key's own meaning must switch the group, not the held key alone.
                    let isClean = state.group == group && state.locked == locked
                    let symbol = state.symbol(key)
                    state.press(key)
                    state.release(key)
                    if let held { state.release(held) }
                    let target = state.group
                    guard isClean, target != group, let symbol, symbol.character == nil,
                        state.locked == locked, state.latched == 0, state.depressed == 0,
                        !found.contains(where: { $0.group == target })
                    else { continue }
                    let holding = held.map { [$0] } ?? []
                    found.append((KeyStroke(key: key, holding: holding, symbol: symbol), target))
                }
            }
            steps.append(found)
        }
    }

    /// The fewest strokes from one group to another; nil if there are none.
    func strokes(from start: Int, to end: Int) -> [KeyStroke]? {
        if start == end { return [] }
        var paths: [(group: Int, strokes: [KeyStroke])] = [(start, [])]
        var seen: Set = [start]
        while !paths.isEmpty {
            let path = paths.removeFirst()
            guard path.group < steps.count else { continue }
            for step in steps[path.group] where seen.insert(step.group).inserted {
                let strokes = path.strokes + [step.stroke]
                if step.group == end { return strokes }
                paths.append((step.group, strokes))
            }
        }
        return nil
    }
}
