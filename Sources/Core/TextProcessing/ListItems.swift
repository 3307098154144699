/// Puts the items of lists on lines of their own.
enum ListItems {
    static func apply(_ tokens: [Token], after context: TextContext) -> [Token] {
        guard tokens.contains(where: { $0.role == .item }) else { return tokens }
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
}
