import KeyStrokes

/// The keys for the symbols of a text, which is cut into parts whose symbols fit on the available
/// keys.
///
/// A symbol of the layout keeps its place, so that plain text in the user's own language needs no
/// change of the keymap, and a receiver that reads late still reads most of it right.
struct KeymapPlan {
    struct Place: Hashable {
        let key: UInt8
        let shifted: Bool
        /// Whether Control is held.
        var isControlled = false
    }

    /// A key's two symbols: without and with Shift.
    struct Pair: Hashable {
        var plain: KeySymbol
        var shifted: KeySymbol
    }

    /// The available keys, before any change.
    struct Keys {
        /// The keys that may be given other symbols, best first.
        var free: [UInt8]
        /// The current meanings of the free keys.
        var native: [UInt8: Pair]
        /// The keys that are pressed unchanged: Return, Tab, BackSpace, Escape, the
        /// cursor keys.
        var fixed: [KeySymbol: UInt8]
    }

    /// Strokes that one keymap can type.
    struct Part {
        let strokes: ArraySlice<SymbolStroke>
        let places: [KeySymbol: Place]
        /// The new pairs of free keys; other keys stay unchanged. Empty if the layout has all
        /// symbols.
        let pairs: [UInt8: Pair]
    }

    let parts: [Part]

    init(_ strokes: [SymbolStroke], on keys: Keys) {
        var nativePlaces: [KeySymbol: Place] = [:]
        for key in keys.free.reversed() {
            guard let pair = keys.native[key] else { continue }
            nativePlaces[pair.shifted] = Place(key: key, shifted: true)
            nativePlaces[pair.plain] = Place(key: key, shifted: false)
        }
        parts = strokes.cut(capacity: 2 * keys.free.count, except: Set(keys.fixed.keys))
            .map { Self.place($0, on: keys, nativePlaces) }
    }

    private static func place(
        _ strokes: ArraySlice<SymbolStroke>, on keys: Keys, _ native: [KeySymbol: Place]
    ) -> Part {
        var places: [KeySymbol: Place] = [:]
        var counts: [KeySymbol: Int] = [:]
        for stroke in strokes {
            if let key = keys.fixed[stroke.symbol] {
                places[stroke.symbol] = Place(
                    key: key, shifted: KeySymbol.shifted[stroke.symbol] != nil,
                    isControlled: stroke.isControlled)
                continue
            }
            // Of a chord, the letter.
            let symbol = KeySymbol.controlled[stroke.symbol] ?? stroke.symbol
            if let place = native[symbol] {
                places[symbol] = place
            } else {
                counts[symbol, default: 0] += 1
            }
        }
        func withChords(_ places: [KeySymbol: Place]) -> [KeySymbol: Place] {
            var places = places
            for (chord, symbol) in KeySymbol.controlled where places[chord] == nil {
                guard let place = places[symbol] else { continue }
                places[chord] = Place(key: place.key, shifted: place.shifted, isControlled: true)
            }
            return places
        }
        guard !counts.isEmpty else {
            return Part(strokes: strokes, places: withChords(places), pairs: [:])
        }

        // The most frequent ones go to places without Shift; equally frequent ones in a fixed
        // order, so that the same text always gets the same keymap.
        let foreign = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        let taken = Set(places.values)
        let slots =
            keys.free.map { Place(key: $0, shifted: false) }
            + keys.free.map { Place(key: $0, shifted: true) }
        for (symbol, slot) in zip(foreign, slots.lazy.filter { !taken.contains($0) }) {
            places[symbol.key] = slot
        }

        var pairs = keys.native
        for (symbol, place) in places where keys.fixed[symbol] == nil {
            // A key without a meaning gets the same symbol twice: the server would expand a single
            // one to lower and upper case.
            var pair = pairs[place.key] ?? Pair(plain: symbol, shifted: symbol)
            if place.shifted { pair.shifted = symbol } else { pair.plain = symbol }
            pairs[place.key] = pair
        }
        return Part(strokes: strokes, places: withChords(places), pairs: pairs)
    }
}
