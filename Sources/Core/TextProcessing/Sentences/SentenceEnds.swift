/// Ends sentences at long pauses and at the end of a dictation, where the user said no mark and the
/// engine wrote none.
struct SentenceEnds: Sendable {
    private let questions: PhraseTable<Void>
    private let leadIns: Set<String>
    private let unfinished: Set<String>
    private let agreements: Set<String>
    private let stopsInQuotations: Bool

    init(_ language: Language) {
        questions = PhraseTable(language[.questions].map { ($0, ()) })
        leadIns = Set(language[.leadIns])
        unfinished = Set(language[.unfinished])
        agreements = Set(language[.agreements])
        stopsInQuotations = language.stopsInQuotations
    }

    /// Whether an engine wrote these words that punctuates them: it wrote a mark after a word, or a
    /// capital at the start of an utterance.
    static func isPunctuated(_ tokens: [Token]) -> Bool {
        var previous: Token?
        for token in tokens {
            // "p. m." is how some dictionaries write letters.
            if token.isEngines, token.role == .stop || token.role == .divider,
                let previous, previous.isWord, previous.text.utf8.count > 1
            {
                return true
            }
            if token.isWord, previous?.kind ?? .pause == .pause, token.text.utf8.count > 1,
                token.text.first?.isUppercase ?? false
            {
                return true
            }
            previous = token
        }
        return false
    }

    /// - Parameters:
    ///   - isFinished: whether the last sentence ends, too.
    ///   - breaksLines: whether a line break begins a sentence.
    /// - Returns: the tokens, and whether the last mark is one that was added.
    func apply(
        _ tokens: [Token], isFinished: Bool, breaksLines: Bool
    ) -> (tokens: [Token], endsWithAddition: Bool) {
        var result: [Token] = []
        result.reserveCapacity(tokens.count + 4)
        var sentence = Sentence(start: 0, isAfterLineBreak: false)
        var isAdded = false
        for token in tokens {
            if token.isLongPause || token.kind.isKey {
                if end(sentence, &result) { sentence = Sentence(start: result.count + 1) }
            }
            result.append(token)
            switch token.kind {
            case .mark(.stop), .key: sentence = Sentence(start: result.count)
            case .mark(.lineBreak) where breaksLines:
                sentence = Sentence(start: result.count, isAfterLineBreak: true)
            default: break
            }
        }
        if isFinished { isAdded = end(sentence, &result) }
        return (result, isAdded)
    }

    private struct Sentence {
        var start: Int
        var isAfterLineBreak = false
    }

    /// Ends a sentence, the last in what is written, if it is one; answers whether it did.
    private func end(_ sentence: Sentence, _ tokens: inout [Token]) -> Bool {
        guard let last = tokens.lastIndex(where: { $0.kind != .pause }), last >= sentence.start,
            sentence.start < tokens.count, isSentence(tokens[sentence.start...last], sentence)
        else { return false }
        let mark = isQuestion(tokens, sentence.start...last) ? "?" : "."
        var place = last + 1
        switch tokens[last].role {
        case .closingQuote:
            if last > 0, tokens[last - 1].role == .stop { return false }
            if stopsInQuotations { place = last }
        case .closing:
            if last > 0, tokens[last - 1].role == .stop { return false }
        case .symbol:
            // "10 %" may end a sentence, an emoji or three dots do so themselves.
            guard tokens[last].joinsLeft, !tokens[last].joinsRight,
                !"….".contains(tokens[last].text.last ?? ".")
            else { return false }
        case nil:
            // The full stop of "5 p.m." also ends the sentence: the spacing drops the second one.
            guard !unfinished.contains(tokens[last].key),
                !"!?…:,;".contains(tokens[last].text.last ?? "!")
            else { return false }
        default: return false
        }
        tokens.insert(.mark(mark, .left, .stop), at: place)
        return true
    }

    /// Whether it has the words of a sentence: not a lone word, the item of a list, a signature
    /// below a letter, an option of a command.
    private func isSentence(_ tokens: ArraySlice<Token>, _ sentence: Sentence) -> Bool {
        guard let first = tokens.first(where: { $0.kind != .pause }), !first.isListItem,
            !tokens.contains(where: { $0.role == .option })
        else { return false }
        return tokens.count { $0.isWord } >= (sentence.isAfterLineBreak ? 3 : 2)
    }

    /// Whether it begins as questions do, perhaps after "and" or after a comma.
    private func isQuestion(_ tokens: [Token], _ range: ClosedRange<Int>) -> Bool {
        let clause = range.last { tokens[$0].role == .divider }.map { $0 + 1 }
        for start in [range.lowerBound, clause].compactMap({ $0 }) where start <= range.upperBound {
            guard var place = (start...range.upperBound).first(where: { tokens[$0].isWord })
            else { continue }
            let first = tokens[place].key
            if leadIns.contains(first), place < range.upperBound { place += 1 }
            guard tokens[place].isWord, let (_, count) = questions.match(tokens, at: place) else {
                continue
            }
            let rest = tokens[place...range.upperBound].dropFirst(count)
            let isWhole = !rest.contains(where: \.isWord)
            return !(agreements.contains(first) && isWhole)
        }
        return false
    }
}

extension Token {
    /// Whether it introduces an item: a bullet or a number.
    fileprivate var isListItem: Bool {
        role == .symbol && (text == "•" || text.last == "." && text.first?.isNumber ?? false)
    }
}

extension Token.Kind {
    fileprivate var isKey: Bool {
        if case .key = self { true } else { false }
    }
}
