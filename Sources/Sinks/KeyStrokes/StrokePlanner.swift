import CXkbcommon

/// Turns text into key strokes for one keyboard: the shortest for each character, by levels
/// (Shift, AltGr, level 5), dead keys, Compose, and other groups where keys lead to them. Caps
/// Lock and Num Lock are reckoned with and left as they are.
///
/// Characters are compared as Unicode's canonical equivalence has it: é is typed by the
/// layout's é, whether the text has it as one scalar or as e with a combining accent.
public final class StrokePlanner {
    public let keymap: Keymap
    /// The group in which typing starts and ends.
    public let group: Int
    public let locks: KeyboardLocks
    private let locked: xkb_mod_mask_t
    private let compose: ComposeTable?
    /// Of each group, nil until needed.
    private var groups: [GroupStrokes?]
    private lazy var switches = GroupSwitches(keymap, locked: locked)

    /// - Parameters:
    ///   - group: the active one; one that the keymap hasn't counts as 0.
    ///   - compose: nil where the receiver composes nothing.
    public init(
        _ keymap: Keymap, group: Int = 0, locks: KeyboardLocks = [], compose: ComposeTable? = nil
    ) {
        self.keymap = keymap
        self.group = (0..<keymap.groupCount).contains(group) ? group : 0
        self.locks = locks
        self.compose = compose
        locked = keymap.mask(locks)
        groups = Array(repeating: nil, count: max(1, keymap.groupCount))
    }

    /// The strokes of a text. A character without strokes has none in the plan; it is not left
    /// out.
    public func plan(_ text: String) -> StrokePlan {
        var plan = StrokePlan(startGroup: group)
        var active = group
        for character in text {
            guard let found = strokes(for: character, in: active) else {
                plan.append(character, strokes: nil, group: active)
                continue
            }
            plan.append(character, strokes: found.strokes, group: found.group)
            active = found.group
        }
        return plan
    }

    /// The strokes that lead from one group to another; nil if no keys do.
    public func strokes(fromGroup start: Int, to end: Int) -> [KeyStroke]? {
        switches.strokes(from: start, to: end)
    }

    /// Every character that a group types without leaving it.
    public func characters(inGroup group: Int) -> Set<Character> {
        withGroup(group) { $0.characters }
    }

    /// In this group if it can, else through the nearest that does, with the strokes that lead
    /// there.
    private func strokes(
        for character: Character, in active: Int
    ) -> (strokes: [KeyStroke], group: Int)? {
        if let strokes = strokesStaying(for: character, in: active) { return (strokes, active) }
        var best: (strokes: [KeyStroke], group: Int)?
        for other in groups.indices where other != active {
            guard let way = switches.strokes(from: active, to: other),
                // A group without a way back would leave the person's keyboard changed.
                switches.strokes(from: other, to: group) != nil,
                let strokes = strokesStaying(for: character, in: other)
            else { continue }
            let candidate = way + strokes
            if let best, best.strokes.cost <= candidate.cost { continue }
            best = (candidate, other)
        }
        return best
    }

    /// As one, or scalar by scalar where each has strokes: marks that a layout has on keys of
    /// their own.
    private func strokesStaying(for character: Character, in group: Int) -> [KeyStroke]? {
        withGroup(group) { strokes in
            if let whole = strokes.strokes(for: character) { return whole }
            let scalars = Array(character.unicodeScalars)
            if scalars.count == 1 { return nil }
            var result: [KeyStroke] = []
            var start = 0
            while start < scalars.count {
                // The longest beginning first: é of e, acute, dot below.
                var end = scalars.count
                var piece: [KeyStroke]?
                while piece == nil, end > start {
                    let text = String(String.UnicodeScalarView(scalars[start..<end]))
                    if text.count == 1 { piece = strokes.strokes(for: text.first!) }
                    if piece == nil { end -= 1 }
                }
                guard let piece else { return nil }
                result += piece
                start = end
            }
            return result
        }
    }

    private func withGroup<Result>(
        _ group: Int, _ body: (inout GroupStrokes) -> Result
    ) -> Result {
        var strokes = groups[group]
            ?? GroupStrokes(keymap, group: group, locked: locked, compose: compose)
        defer { groups[group] = strokes }
        groups[group] = nil
        return body(&strokes)
    }
}
