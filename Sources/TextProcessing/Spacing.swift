/// Joins words and marks to text.
struct Spacing: Sendable {
    /// The text of each utterance; together they are the text.
    func utterances(_ tokens: [Token], after context: TextContext) -> [String] {
        var texts: [String] = []
        var text = ""
        var joins = context.joinsNext
        var last: Character? = context.lastLine.last
        var isAfterWord = false
        for token in tokens {
            if token.kind == .pause {
                if !text.isEmpty { texts.append(text) }
                text = ""
                continue
            }
            // "5 p.m." at the end of a sentence has one full stop: Chicago Manual of Style 6.123.
            if token.text == ".", token.role == .stop, last == ".", isAfterWord {
                isAfterWord = false
                continue
            }
            guard let first = token.text.first else { continue }
            if !joins, !token.joinsLeft, !first.isWhitespace { text += " " }
            text += token.text
            last = token.text.last
            isAfterWord = token.isWord
            joins = token.joinsRight || last?.isWhitespace ?? false
        }
        if !text.isEmpty { texts.append(text) }
        return texts
    }
}
