import KeyStrokes

/// Strokes that are sent in one piece, and the keymap they need.
struct TypingBurst {
    let strokes: ArraySlice<SymbolStroke>
    /// Whether it begins with a character, so that typing may stop before it.
    let startsCharacter: Bool
    /// To be uploaded before, where the keyboard's own is another.
    let keymap: Keymap?

    struct Keymap {
        let slots: [KeySymbol: PrivateKeymapPlan.Slot]
        /// Whether keys change their symbols, rather than that some are added.
        let redefines: Bool
    }

    /// Cuts strokes into bursts, for a keyboard that has `slots`. They stay as long as they
    /// serve.
    ///
    /// - Parameter redefining: whether keys may change their symbols at once, for the best
    ///   keymap. Else symbols are only added, if there is room.
    static func plan(
        _ strokes: [SymbolStroke], on slots: [KeySymbol: PrivateKeymapPlan.Slot],
        redefining: Bool
    ) -> [TypingBurst] {
        if strokes.allSatisfy({ slots[$0.symbol] != nil }) {
            return cut(strokes[...], keymap: nil)
        }
        if !redefining {
            let taken = Set(slots.values)
            let free = PrivateKeymap.free.filter { !taken.contains($0) }
            let parts = free.isEmpty
                ? [] : PrivateKeymapPlan(strokes, free: free, fixed: slots).parts
            if parts.count == 1 {
                return cut(strokes[...], keymap: Keymap(slots: parts[0].slots, redefines: false))
            }
        }
        let plan = PrivateKeymapPlan(
            strokes, free: PrivateKeymap.free, fixed: PrivateKeymap.fixed)
        return plan.parts.flatMap {
            cut($0.strokes, keymap: Keymap(slots: $0.slots, redefines: true))
        }
    }

    private static func cut(
        _ strokes: ArraySlice<SymbolStroke>, keymap: Keymap?
    ) -> [TypingBurst] {
        var bursts: [TypingBurst] = []
        var rest = strokes
        var keymap = keymap
        var startsCharacter = true
        while !rest.isEmpty {
            let most = rest.prefix(VirtualKeyboard.longestBurst)
            // To the end of a character, unless a single one is longer.
            let end = most.lastIndex { $0.endsCharacter }.map { $0 + 1 } ?? most.endIndex
            let burst = rest[rest.startIndex..<end]
            bursts.append(
                TypingBurst(strokes: burst, startsCharacter: startsCharacter, keymap: keymap))
            keymap = nil
            startsCharacter = burst[end - 1].endsCharacter
            rest = rest[end...]
        }
        return bursts
    }
}
