/// Compose tables answer what a sequence yields, not which sequence yields a character, and
/// libxkbcommon lists their entries only since 1.6. So every sequence of symbols at hand is
/// tried, breadth first and only along those that the table continues: about 100,000 steps.
enum ComposeSearch {
    /// Four symbols: Compose and three more, or three dead keys and a letter.
    private static let longest = 4

    /// The cheapest sequence of strokes for each character that the table makes from them.
    ///
    /// - Parameters:
    ///   - first: what a sequence may begin with.
    ///   - then: what may stand within it.
    static func sequences(
        _ table: ComposeTable, first: [KeySymbol: KeyStroke], then: [KeySymbol: KeyStroke]
    ) -> [Character: [KeyStroke]] {
        let state = ComposeState(table)
        let starters = first.values.filter(\.symbol.isStarter)
        // Space first: of sequences that cost the same, the one with it is known everywhere
        // (dead_circumflex, space is ^ in every program).
        let followers = then.values.sorted {
            $0.symbol.sortKey != $1.symbol.sortKey
                ? $0.symbol.sortKey < $1.symbol.sortKey : $0.symbol.rawValue < $1.symbol.rawValue
        }
        var result: [Character: [KeyStroke]] = [:]
        var beginnings: [[KeyStroke]] = [[]]
        for _ in 0..<longest {
            var next: [[KeyStroke]] = []
            for beginning in beginnings {
                for stroke in beginning.isEmpty ? starters : followers {
                    state.reset()
                    for stroke in beginning { state.feed(stroke.symbol) }
                    state.feed(stroke.symbol)
                    let sequence = beginning + [stroke]
                    switch state.status {
                    case .composing:
                        next.append(sequence)
                    case .composed(let text):
                        guard text.count == 1, let character = text.first else { continue }
                        if let known = result[character], known.cost <= sequence.cost { continue }
                        result[character] = sequence
                    case .nothing, .cancelled:
                        continue
                    }
                }
            }
            beginnings = next
        }
        return result
    }
}

extension KeySymbol {
    /// Dead keys and Compose begin sequences. Some locales let letters begin one: those differ
    /// between toolkits too much to rely on.
    fileprivate var isStarter: Bool { isDead || self == .compose }

    fileprivate var sortKey: Int { character == " " ? 0 : isDead ? 2 : 1 }
}
