/// Joins words and marks to text.
struct Spacing: Sendable {
    /// The text of each utterance, and the keys between them.
    func pieces(_ tokens: [Token], after context: TextContext) -> [Composition.Piece] {
        var pieces: [Composition.Piece] = []
        var text = ""
        var joins = context.joinsNext
        var last: Character? = context.lastLine.last
        var isAfterWord = false
        for token in tokens {
            switch token.kind {
            case .pause, .key:
                if !text.isEmpty { pieces.append(.utterance(text)) }
                text = ""
                guard case .key(let key) = token.kind else { continue }
                pieces.append(.key(key))
                (joins, last, isAfterWord) = (true, nil, false)
                continue
            case .word, .mark, .command: break
            }
            // "5 p.m." at the end of a sentence has only one full stop: Chicago Manual of Style
            // 6.123.
            if token.text == ".", token.role == .stop, last == ".", isAfterWord {
                isAfterWord = false
                continue
            }
            guard let first = token.text.first else { continue }
            let isUnspaced = first.isUnspaced && last?.isUnspaced ?? false
            if !joins, !token.joinsLeft, !first.isWhitespace, !isUnspaced { text += " " }
            text += token.text
            last = token.text.last
            isAfterWord = token.isWord
            joins = token.joinsRight || last?.isWhitespace ?? false
        }
        if !text.isEmpty { pieces.append(.utterance(text)) }
        return pieces
    }
}

extension Character {
    /// Whether it belongs to a script that has no spaces between words and sentences: Chinese
    /// characters, kana, and their punctuation.
    fileprivate var isUnspaced: Bool {
        guard let value = unicodeScalars.first?.value else { return false }
        switch value {
        case 0x2E80...0x312F, 0x3190...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF60, 0x20000...0x3FFFF:
            return true
        default: return false
        }
    }
}
