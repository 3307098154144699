import CXkbcommon

/// Turns text into key strokes for one keyboard: the fewest for each character, by levels (Shift,
/// AltGr, level 5), dead keys, Compose, and other groups that keys can switch to. Caps Lock and Num
/// Lock are taken into account and left unchanged.
///
/// Characters are compared by Unicode's canonical equivalence: é is typed by the layout's é,
/// whether the text has it as one scalar or as e with a combining accent.
public final class StrokePlanner {
    public let keymap: Keymap
    /// The group in which typing starts and ends.
    public let group: Int
    public let locks: KeyboardLocks
    private let locked: xkb_mod_mask_t
    private let compose: ComposeTable?
    /// Whether characters that take a dead key or Compose are planned.
    private let isComposing: Bool
    /// For each group; nil until needed.
    private var groups: [GroupStrokes?]
    private lazy var switches = GroupSwitches(keymap, locked: locked)

    /// - Parameters:
    ///   - group: the active group; 0 if the keymap doesn't have it.
    ///   - compose: nil if the receiver doesn't compose.
    ///   - isComposing: false to count characters that take a dead key or Compose as missing.
    public init(
        _ keymap: Keymap, group: Int = 0, locks: KeyboardLocks = [], compose: ComposeTable? = nil,
        isComposing: Bool = true
    ) {
        self.isComposing = isComposing
        self.keymap = keymap
        self.group = (0..<keymap.groupCount).contains(group) ? group : 0
        self.locks = locks
        self.compose = compose
        locked = keymap.mask(locks)
        groups = Array(repeating: nil, count: max(1, keymap.groupCount))
    }

    /// The strokes of a text. A character that can't be typed is in the plan, without strokes.
    public func plan(_ text: String) -> StrokePlan {
        var plan = StrokePlan(startGroup: group)
        var active = group
        for character in text {
            guard let found = strokes(for: character, in: active),
                isComposing || !found.strokes.contains(where: \.isComposed)
            else {
                plan.append(character, strokes: nil, group: active)
                continue
            }
            plan.append(character, strokes: found.strokes, group: found.group)
            active = found.group
        }
        return plan
    }

    /// The strokes that switch from one group to another; nil if there are none.
    public func strokes(fromGroup start: Int, to end: Int) -> [KeyStroke]? {
        switches.strokes(from: start, to: end)
    }

    /// All characters that a group types without leaving it.
    public func characters(inGroup group: Int) -> Set<Character> {
        withGroup(group) { $0.characters }
    }

    /// Strokes in this group if possible, else in the nearest group that can type the character,
    /// with the strokes that switch to it.
    private func strokes(
        for character: Character, in active: Int
    ) -> (strokes: [KeyStroke], group: Int)? {
        if let strokes = strokesStaying(for: character, in: active) { return (strokes, active) }
        var best: (strokes: [KeyStroke], group: Int)?
        for other in groups.indices where other != active {
            guard let way = switches.strokes(from: active, to: other),
                // A group without a way back would leave the user's keyboard changed.
                switches.strokes(from: other, to: group) != nil,
                let strokes = strokesStaying(for: character, in: other)
            else { continue }
            let candidate = way + strokes
            if let best, best.strokes.cost <= candidate.cost { continue }
            best = (candidate, other)
        }
        return best
    }

    /// Strokes for the whole character, or for each of its scalars: for marks that a layout has on
    /// separate keys.
    private func strokesStaying(for character: Character, in group: Int) -> [KeyStroke]? {
        withGroup(group) { strokes in
            if let whole = strokes.strokes(for: character) { return whole }
            let scalars = Array(character.unicodeScalars)
            if scalars.count == 1 { return nil }
            var result: [KeyStroke] = []
            var start = 0
            while start < scalars.count {
                // The longest prefix first: é of e, acute, dot below.
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
        var strokes =
            groups[group]
            ?? GroupStrokes(keymap, group: group, locked: locked, compose: compose)
        defer { groups[group] = strokes }
        groups[group] = nil
        return body(&strokes)
    }
}
