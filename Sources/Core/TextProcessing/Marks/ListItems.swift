/// Puts each item of a list on its own line.
enum ListItems {
    static func apply(_ tokens: [Token], after context: TextContext) -> [Token] {
        guard tokens.contains(where: { $0.role == .item }) else { return tokens }
        let tokens = inOneForm(tokens)
        var result: [Token] = []
        var isLineStart = context.lastLine.allSatisfy(\.isWhitespace)
        for var token in tokens {
            if token.role == .item {
                if !isLineStart { result.append(.mark("\n", .both, .lineBreak)) }
                token.kind = .mark(.symbol)
            }
            result.append(token)
            switch token.kind {
            case .mark(.lineBreak), .key: isLineStart = true
            case .word, .mark: isLineStart = false
            case .pause, .command: break
            }
        }
        return result
    }

    /// Gives all items of an engine that writes sentences one form: a capital if one has it, and no
    /// stop where each is one sentence.
    private static func inOneForm(_ tokens: [Token]) -> [Token] {
        var result = tokens
        let items = tokens.indices.filter { tokens[$0].role == .item }
        func first(_ item: Int) -> Int? {
            tokens[(item + 1)...].firstIndex(where: \.isWord)
        }
        let hasCapital = items.contains { item in
            first(item).map { tokens[$0].text.first?.isUppercase ?? false } ?? false
        }
        for item in items where hasCapital {
            guard let word = first(item), result[word].letterCase == .free else { continue }
            result[word].text = result[word].text.withFirstCapital
        }
        let stops = result.indices.filter { result[$0].isEngines && result[$0].role == .stop }
        let ends = stops.filter { stop in
            let next = result[(stop + 1)...].first { $0.kind != .pause }
            return stop > items[0]
                && (next == nil || next?.role == .item || next?.role == .lineBreak)
        }
        guard ends.count == stops.filter({ $0 > items[0] }).count else { return result }
        for stop in ends.reversed() { result.remove(at: stop) }
        return result
    }
}
