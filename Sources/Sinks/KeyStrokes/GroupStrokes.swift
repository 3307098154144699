import CXkbcommon
import Dictation

/// The strokes of one group of a keymap under given locks, for single keys and composed characters.
struct GroupStrokes {
    /// The cheapest stroke for each symbol.
    private let strokes: [KeySymbol: KeyStroke]
    /// The cheapest ones that may be part of a Compose sequence.
    private let quietStrokes: [KeySymbol: KeyStroke]
    private let direct: [Character: KeyStroke]
    private let compose: ComposeTable?
    /// Nil until a character needs it, which is rare.
    private var composed: [Character: [KeyStroke]]?

    init(
        _ keymap: Keymap, group: Int, locked: xkb_mod_mask_t, compose: ComposeTable?
    ) {
        self.compose = compose
        var strokes: [KeySymbol: KeyStroke] = [:]
        var quietStrokes: [KeySymbol: KeyStroke] = [:]
        let state = KeyboardState(keymap)
        for chord in keymap.chords(group: group, locked: locked) {
            state.hold(chord.mask, locked: locked, group: group)
            for key in keymap.keys {
                guard let symbol = state.symbol(key), symbol.isTypable(by: key) else { continue }
                let stroke = KeyStroke(key: key, holding: chord.keys, symbol: symbol)
                strokes.keepCheapest(stroke)
                if chord.isQuiet { quietStrokes.keepCheapest(stroke) }
            }
        }
        self.strokes = strokes
        self.quietStrokes = quietStrokes
        direct = Self.direct(strokes, compose)
    }

    /// The characters on keys. Without symbols that begin a Compose sequence: the next key would be
    /// taken for its second symbol.
    private static func direct(
        _ strokes: [KeySymbol: KeyStroke], _ compose: ComposeTable?
    ) -> [Character: KeyStroke] {
        let starters = compose.map { Self.starters(strokes.keys, $0) } ?? []
        var direct: [Character: KeyStroke] = [:]
        for stroke in strokes.values where !starters.contains(stroke.symbol) {
            let character = stroke.symbol == .return ? "\n" : stroke.symbol.character
            guard let character else { continue }
            // Several symbols may mean the same character (Greek_OMEGA, U03A9).
            if let known = direct[character], known.isBetter(than: stroke) { continue }
            direct[character] = stroke
        }
        if let stroke = direct["\n"], stroke.holding.isEmpty {
            // KEY_LEFTSHIFT
            direct[TypableText.soft] = KeyStroke(
                key: stroke.key, holding: [42], symbol: .softReturn)
        }
        return direct
    }

    private static func starters(
        _ symbols: some Sequence<KeySymbol>, _ compose: ComposeTable
    ) -> Set<KeySymbol> {
        let state = ComposeState(compose)
        var starters: Set<KeySymbol> = []
        for symbol in symbols {
            state.reset()
            state.feed(symbol)
            if state.status != .nothing { starters.insert(symbol) }
        }
        return starters
    }

    /// The shortest way to type a character, if there is one.
    mutating func strokes(for character: Character) -> [KeyStroke]? {
        if let stroke = direct[character] { return [stroke] }
        if composed == nil { composed = composeAll() }
        return composed![character]
    }

    /// All characters that can be typed.
    var characters: Set<Character> {
        mutating get {
            if composed == nil { composed = composeAll() }
            return Set(direct.keys).union(composed!.keys).subtracting([TypableText.soft])
        }
    }

    private func composeAll() -> [Character: [KeyStroke]] {
        var result: [Character: [KeyStroke]] = [:]
        if let compose {
            result = ComposeSearch.sequences(compose, first: strokes, then: quietStrokes)
        }
        addCombinations(to: &result)
        return result
    }

    /// Layouts with combining marks on keys, such as Vietnamese, type ấ as â and a mark.
    private func addCombinations(to result: inout [Character: [KeyStroke]]) {
        let marks = direct.filter { character, _ in
            character.unicodeScalars.first!.properties.canonicalCombiningClass != .notReordered
        }
        if marks.isEmpty { return }
        let bases = direct.mapValues { [$0] }.merging(result) { direct, _ in direct }
        for (base, strokes) in bases {
            for (mark, stroke) in marks {
                let text = String(base) + String(mark)
                guard text.count == 1, let character = text.first, direct[character] == nil
                else { continue }
                let candidate = strokes + [stroke]
                if let known = result[character], known.cost <= candidate.cost { continue }
                result[character] = candidate
            }
        }
    }
}

extension KeySymbol {
    /// Whether it is used for typing: a character or dead key of the main block (the parentheses of
    /// multimedia keyboards exist in XKB, but programs don't expect them), the main Return, Compose
    /// on any key.
    fileprivate func isTypable(by key: UInt16) -> Bool {
        switch self {
        case .compose: true
        case .return: key == 28
        default: KeyStroke.isPrintable(key) && (isDead || character != nil)
        }
    }
}

extension [KeySymbol: KeyStroke] {
    fileprivate mutating func keepCheapest(_ stroke: KeyStroke) {
        if let known = self[stroke.symbol], known.cost <= stroke.cost { return }
        self[stroke.symbol] = stroke
    }
}

extension KeyStroke {
    /// By cost, and for equal cost by the key, so that plans don't depend on hash seeds.
    func isBetter(than other: KeyStroke) -> Bool {
        (cost, key) < (other.cost, other.key)
    }
}

extension [KeyStroke] {
    var cost: Int { reduce(0) { $0 + $1.cost } }
}
