import KeyStrokes
import WaylandClient

/// Strokes that are sent in one piece, and the keymap they need.
struct TypingBurst {
    let strokes: ArraySlice<SymbolStroke>
    /// Whether it begins with a character, so that typing may stop before it.
    let startsCharacter: Bool
    /// The keymap to upload before the burst, if the keyboard has another one.
    let keymap: Keymap?

    struct Keymap {
        let slots: [KeySymbol: PrivateKeymapPlan.Slot]
        /// Whether keys change their symbols; otherwise symbols are only added.
        let redefines: Bool
    }

    /// Strokes per burst if the focus is watched, one character each: what is in transit when the
    /// focus moves goes to another window.
    static let watchedSize = 1

    /// Bursts that are sent together if each round trip takes long, as on a busy machine.
    static let groupSize = 4

    /// The bursts to send next in one piece, at least one and at most `size`.
    static func group(_ rest: ArraySlice<TypingBurst>, _ size: Int) -> ArraySlice<TypingBurst> {
        var strokes = 0
        let count = rest.prefix(size).enumerated().prefix { index, burst in
            strokes += burst.strokes.count
            return index == 0
                || burst.keymap == nil && strokes <= VirtualKeyboard.longestBurst
        }.count
        return rest.prefix(count)
    }

    /// Cuts strokes into bursts, for a keyboard that has `slots`, which are kept as long as
    /// possible.
    ///
    /// - Parameters:
    ///   - redefining: whether keys may change their symbols at once, for the best keymap.
    ///     Otherwise symbols are only added, if there is room.
    ///   - size: about how many strokes a burst has, at most `VirtualKeyboard.longestBurst`; a
    ///     longer character is still one burst if it fits into the longest.
    static func plan(
        _ strokes: [SymbolStroke], on slots: [KeySymbol: PrivateKeymapPlan.Slot],
        redefining: Bool, size: Int = VirtualKeyboard.longestBurst
    ) -> [TypingBurst] {
        if strokes.allSatisfy({ slots[$0.symbol] != nil }) {
            return cut(strokes[...], size, keymap: nil)
        }
        if !redefining {
            let taken = Set(slots.values)
            let free = PrivateKeymap.free.filter { !taken.contains($0) }
            let parts =
                free.isEmpty
                ? [] : PrivateKeymapPlan(strokes, free: free, fixed: slots).parts
            if parts.count == 1 {
                let keymap = Keymap(slots: parts[0].slots, redefines: false)
                return cut(strokes[...], size, keymap: keymap)
            }
        }
        let plan = PrivateKeymapPlan(
            strokes, free: PrivateKeymap.free, fixed: PrivateKeymap.fixed)
        return plan.parts.flatMap {
            cut($0.strokes, size, keymap: Keymap(slots: $0.slots, redefines: true))
        }
    }

    private static func cut(
        _ strokes: ArraySlice<SymbolStroke>, _ size: Int, keymap: Keymap?
    ) -> [TypingBurst] {
        var bursts: [TypingBurst] = []
        var rest = strokes
        var keymap = keymap
        var startsCharacter = true
        while !rest.isEmpty {
            let burst = rest[..<end(of: rest, size)]
            bursts.append(
                TypingBurst(strokes: burst, startsCharacter: startsCharacter, keymap: keymap))
            keymap = nil
            startsCharacter = burst.last!.endsCharacter
            rest = rest[burst.endIndex...]
        }
        return bursts
    }

    /// The end of the first burst: after a character, unless a single one is longer than a burst
    /// can be; and never within the entry of a code point, which the window would continue.
    private static func end(of strokes: ArraySlice<SymbolStroke>, _ size: Int) -> Int {
        var (characterEnd, scalarEnd) = (strokes.startIndex, strokes.startIndex)
        var isInEntry = false
        for (index, stroke) in zip(strokes.indices, strokes).prefix(VirtualKeyboard.longestBurst) {
            if index - strokes.startIndex >= size, characterEnd > strokes.startIndex { break }
            if stroke.symbol == .unicodeEntry { isInEntry = true }
            if stroke.symbol == .endOfUnicodeEntry { isInEntry = false }
            if stroke.endsCharacter { characterEnd = index + 1 }
            if !isInEntry { scalarEnd = index + 1 }
        }
        return characterEnd > strokes.startIndex ? characterEnd : scalarEnd
    }
}
