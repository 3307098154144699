import KeyStrokes

/// Strokes that are sent in one piece, and the keymap they need.
struct TypingBurst {
    let strokes: ArraySlice<SymbolStroke>
    /// Whether it begins with a character, so that typing may stop before it.
    let startsCharacter: Bool
    /// To be uploaded before, where the keyboard's own is another.
    let keymap: [KeySymbol: PrivateKeymapPlan.Slot]?

    /// Cuts strokes into bursts, for a keyboard that has `slots`. As long as those serve, they
    /// stay: then there is no keymap that a receiver could read too late.
    static func plan(
        _ strokes: [SymbolStroke], on slots: [KeySymbol: PrivateKeymapPlan.Slot]
    ) -> [TypingBurst] {
        if strokes.allSatisfy({ slots[$0.symbol] != nil }) {
            return cut(strokes[...], keymap: nil)
        }
        let plan = PrivateKeymapPlan(
            strokes, free: PrivateKeymap.free, fixed: PrivateKeymap.fixed)
        return plan.parts.flatMap { cut($0.strokes, keymap: $0.slots) }
    }

    private static func cut(
        _ strokes: ArraySlice<SymbolStroke>, keymap: [KeySymbol: PrivateKeymapPlan.Slot]?
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
