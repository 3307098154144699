/// The keys for the symbols of a text on a keymap made for it: the text is cut into parts whose
/// symbols fit on the available keys.
public struct PrivateKeymapPlan: Sendable {
    /// A key and the level on which it has a symbol.
    public struct Slot: Hashable, Sendable {
        /// In the caller's numbering: evdev or X11.
        public let key: UInt8
        /// 0 is the level without modifiers.
        public let level: Int

        public init(key: UInt8, level: Int) {
            self.key = key
            self.level = level
        }
    }

    /// Strokes that one keymap can type.
    public struct Part: Sendable {
        public let strokes: ArraySlice<SymbolStroke>
        public let slots: [KeySymbol: Slot]
    }

    public let parts: [Part]

    /// - Parameters:
    ///   - free: the slots to fill, best first; at least one.
    ///   - fixed: symbols with a fixed slot in every part. None of them is in `free`.
    public init(_ strokes: [SymbolStroke], free: [Slot], fixed: [KeySymbol: Slot]) {
        precondition(!free.isEmpty, "a keymap without room")
        parts = strokes.cut(capacity: free.count, except: Set(fixed.keys)).map { part in
            Part(strokes: part, slots: Self.place(part, on: free, fixed: fixed))
        }
    }

    /// The most frequent symbols get the best slots; equally frequent ones in a fixed order, so
    /// that the same text always gets the same keymap.
    private static func place(
        _ strokes: ArraySlice<SymbolStroke>, on free: [Slot], fixed: [KeySymbol: Slot]
    ) -> [KeySymbol: Slot] {
        var counts: [KeySymbol: Int] = [:]
        for stroke in strokes where fixed[stroke.symbol] == nil {
            counts[stroke.symbol, default: 0] += 1
        }
        let ranking = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        var slots = fixed
        for (count, slot) in zip(ranking, free) { slots[count.key] = slot }
        return slots
    }
}
