/// A Compose table gives the result of a sequence, not the sequence for a character, and
/// libxkbcommon lists its entries only since 1.6. So all sequences of the available symbols are
/// tried, breadth first and only as far as the table continues them: about 100,000 steps.
enum ComposeSearch {
    /// At most four symbols: Compose and three more, or three dead keys and a letter.
    private static let longest = 4

    /// The cheapest sequence of strokes for each character that the table makes from them.
    ///
    /// - Parameters:
    ///   - first: the symbols that may begin a sequence.
    ///   - then: the symbols that may follow.
    static func sequences(
        _ table: ComposeTable, first: [KeySymbol: KeyStroke], then: [KeySymbol: KeyStroke]
    ) -> [Character: [KeyStroke]] {
        let state = ComposeState(table)
        let starters = first.values.filter(\.symbol.isStarter)
        // Space first: of sequences with equal cost, the one with a space works everywhere
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
    /// Dead keys and Compose begin sequences. In some locales letters do, too, but toolkits differ
    /// too much there.
    fileprivate var isStarter: Bool { isDead || self == .compose }

    fileprivate var sortKey: Int { character == " " ? 0 : isDead ? 2 : 1 }
}
