import Dictation

/// Recognises the phrases for marks, symbols, line breaks and commands.
struct SpokenMarks: Sendable {
    enum Meaning: Sendable {
        case mark(Token)
        case command(SpokenCommand)
        /// The words are kept as words.
        case plain
        /// The words are kept, and so is the name of a mark or command after them.
        case mention
        /// The words are kept, since the key may not be pressed.
        case refused(EditingKey)
    }

    let meanings: PhraseTable<Meaning>
    private let evidence: SpokenEvidence
    let words: WordTable
    let addressParts: AddressParts
    private let spelling: Spelling
    let writesCode: Bool

    /// - Parameters:
    ///   - keys: the keys that may be pressed; phrases for others are kept as words.
    ///   - revises: whether what deletes, sends or ends is obeyed.
    ///   - writesCode: whether names in a program are said in mid-sentence, too.
    init(
        _ language: Language, plainMarks: Bool, keys: Set<EditingKey>, obeysSleep: Bool = false,
        revises: Bool = true, writesCode: Bool = false
    ) {
        let marks = language.marks.flatMap { mark in
            mark.phrases.map { phrase in
                let text = plainMarks ? mark.plainText ?? mark.text : mark.text
                var token = Token.mark(text, mark.spacing, mark.role)
                token.key = phrase
                return (phrase, Meaning.mark(token))
            }
        }
        let markPhrases = Set(language.marks.flatMap(\.phrases))
        let said = language.commands.filter {
            (obeysSleep || $0.value != .sleep) && (revises || !$0.value.isCostly)
        }
        let commands = said.compactMap { phrase, command in
            guard let key = command.key, !keys.contains(key) else {
                return (phrase, Meaning.command(command))
            }
            // "press enter" is a line break then.
            return markPhrases.contains(phrase) ? nil : (phrase, .refused(key))
        }
        let plain = language[.plain].map { ($0, Meaning.plain) }
        let mentions = language[.mentions].map { ($0, Meaning.mention) }
        meanings = PhraseTable(marks + plain + mentions + commands)
        words = WordTable(language)
        evidence = SpokenEvidence(words)
        addressParts = AddressParts(language)
        spelling = Spelling(language)
        self.writesCode = writesCode
    }

    func contains(_ phrase: String) -> Bool { meanings.contains(phrase) }

    /// Whether a phrase is a mark, or a command that may be given.
    func obeys(_ phrase: String) -> Bool {
        switch meanings[phrase] {
        case .mark, .command: true
        case .plain, .mention, .refused, nil: false
        }
    }

    /// Further facts about the words that were marks and commands, or weren't.
    struct Notes: Sendable {
        /// The last key that was said and may not be pressed, if any.
        var refusedKey: EditingKey?
        /// The phrases that were obeyed or left as words, in order.
        var phrases: [SpokenPhrase] = []
    }

    /// - Parameter startsText: whether no text that a mark could follow is before the tokens.
    func apply(
        _ tokens: [Token], _ engine: SpokenEvidence.Engine, startsText: Bool,
        _ notes: inout Notes
    ) -> [Token] {
        var result: [Token] = []
        result.reserveCapacity(tokens.count)
        var hasPairs = false
        var index = 0
        while index < tokens.count {
            guard let (meaning, phrase, count) = match(tokens, index) else {
                result.append(tokens[index])
                index += 1
                continue
            }
            let end = index + count
            switch meaning {
            case .plain:
                notes.phrases.append(
                    SpokenPhrase(
                        words: tokens[index..<end].map(\.text).joined(separator: " "),
                        isObeyed: false, reason: "an ordinary phrase", isCostly: false))
                result += Self.words(tokens[index..<end])
                index = end
                continue
            case .mention:
                result += tokens[index..<end]
                index = appendNamed(tokens, end, to: &result)
                continue
            case .command(.literal):
                index = appendLiteral(tokens, index, end, to: &result)
                continue
            case .mark, .command, .refused: break
            }
            let said = candidate(
                meaning, phrase, tokens, index..<end, after: result, startsText: startsText)
            let verdict = verdict(meaning, said, engine)
            notes.phrases.append(
                SpokenPhrase(
                    words: tokens[index..<end].map(\.text).joined(separator: " "),
                    isObeyed: verdict.isObeyed, reason: verdict.reason,
                    isCostly: said.command?.isCostly ?? false))
            switch meaning {
            case .mark(let mark) where verdict.isObeyed:
                hasPairs = hasPairs || mark.isPaired
                index = append(mark, tokens, end, to: &result)
            case .command(let command) where verdict.isObeyed:
                if said.changesNextWord, said.left == .comma, said.right == .comma {
                    while result.last?.isEngines ?? false { result.removeLast() }
                }
                if command.isRevision, engine == .punctuated {
                    Self.pauseAfterSentences(in: &result)
                }
                let text = tokens[index..<end].map(\.text).joined(separator: " ")
                result.append(Token(kind: .command(command), text: text, key: ""))
                index = end
                while index < tokens.count, tokens[index].isEngines { index += 1 }
            default:
                if case .refused(let key) = meaning, verdict.isObeyed { notes.refusedKey = key }
                result += Self.words(tokens[index..<end])
                index = end
            }
        }
        if hasPairs { PairedMarks.apply(to: &result) }
        return result
    }

    /// The phrase at an index. One that is hardly ever said otherwise may have an engine's comma
    /// between its words: “Question, mark”.
    private func match(_ tokens: [Token], _ index: Int) -> (Meaning, phrase: String, count: Int)? {
        guard tokens[index].isWord, !tokens[index].key.isEmpty else { return nil }
        if let (meaning, count) = meanings.match(tokens, at: index) {
            // “trial | period” is no trial period.
            if case .plain = meaning,
                tokens[(index + 1)..<(index + count)].contains(where: \.isAfterPause)
            {
                return nil
            }
            let phrase = tokens[index..<(index + count)].map(\.key).joined(separator: " ")
            return (meaning, phrase, count)
        }
        guard index + 2 < tokens.count, tokens[index + 1].isEngines, tokens[index + 1].text == ",",
            tokens[index + 2].isWord, index + 3 < tokens.count, tokens[index + 3].isEngines,
            let (meaning, count) = meanings.match([tokens[index], tokens[index + 2]], at: 0),
            count == 2, case .mark(let mark) = meaning, words.has(mark.key, .clear)
        else { return nil }
        return (meaning, mark.key, 3)
    }

    private func verdict(
        _ meaning: Meaning, _ said: SpokenEvidence.Candidate, _ engine: SpokenEvidence.Engine
    ) -> SpokenEvidence.Verdict {
        if case .mark(let mark) = meaning {
            if mark.text == "@",
                addressParts.isNamed(said.tokens, said.start, said.end)
                    || said.left == .none && said.right.isEnd
            {
                return SpokenEvidence.Verdict(isObeyed: false, reason: "no address is around it")
            }
            if mark.role == .pairedQuote, !said.isPaired {
                return SpokenEvidence.Verdict(isObeyed: false, reason: "nothing closes it")
            }
        }
        if said.command == .spell {
            let isSpelt = spelling.isSpelt(said.tokens, afterCapital(said))
            return SpokenEvidence.Verdict(
                isObeyed: isSpelt, reason: isSpelt ? "letters follow" : "no letters follow")
        }
        if said.command?.beginsIdentifier ?? false { return identifier(said) }
        if said.command == .caseOff { return identifierEnd(said) }
        if said.changesNextWord, !hasWord(said) {
            return SpokenEvidence.Verdict(isObeyed: false, reason: "no word follows")
        }
        return evidence.verdict(said, engine)
    }

    /// The index after a phrase, and after the command for a capital that follows it.
    private func afterCapital(_ said: SpokenEvidence.Candidate) -> Int {
        guard said.end < said.tokens.count, said.tokens[said.end].isWord,
            let (meaning, count) = meanings.match(said.tokens, at: said.end),
            case .command(.capital) = meaning
        else { return said.end }
        return said.end + count
    }

    /// Words as they were written: those that an engine joined by a hyphen are joined again.
    private static func words(_ tokens: ArraySlice<Token>) -> [Token] {
        var result: [Token] = []
        for token in tokens {
            guard token.isAfterHyphen, let last = result.popLast() else {
                result.append(token)
                continue
            }
            var word = Token.word("\(last.text)-\(token.text)")
            word.isAfterPause = last.isAfterPause
            result.append(word)
        }
        return result
    }

    /// Whether a word follows that a command can change: “cap comma” has none.
    private func hasWord(_ said: SpokenEvidence.Candidate) -> Bool {
        guard let place = said.tokens[said.end...].firstIndex(where: { !$0.isEngines }),
            said.tokens[place].isWord
        else { return false }
        if case .mark = meanings.match(said.tokens, at: place)?.value { return false }
        return true
    }

    /// Appends a mark; returns the index after the engine's marks that it replaces.
    private func append(
        _ mark: Token, _ tokens: [Token], _ end: Int, to result: inout [Token]
    ) -> Int {
        let hadStop = Self.dropEngineMarks(before: mark, from: &result)
        let endsSentence = result.last?.role == .stop
        result.append(mark)
        var index = end
        var hasStop = hadStop
        while index < tokens.count, tokens[index].isEngines, !tokens[index].isOpening {
            // "Close quote." also ends the sentence.
            let isItsEnd = tokens[index].role == .stop && mark.isClosing && !endsSentence
            if isItsEnd { result.append(tokens[index]) }
            hasStop = hasStop || tokens[index].role == .stop
            index += 1
        }
        guard hasStop, mark.role == .divider else { return index }
        // “The first point. | Colon. | We are late.”: the engine's capital begins no sentence.
        if index < tokens.count, tokens[index].kind == .pause {
            result.append(tokens[index])
            index += 1
        }
        if index < tokens.count, tokens[index].isWord, !words.isName(tokens[index].key),
            words.has(tokens[index].key, .starters) || words.has(tokens[index].key, .conjunctions)
        {
            var word = tokens[index]
            word.text = word.key
            result.append(word)
            index += 1
        }
        return index
    }

    /// The words at an index unchanged if they are the name of a mark or command; returns the index
    /// after them.
    private func appendNamed(_ tokens: [Token], _ start: Int, to result: inout [Token]) -> Int {
        guard start < tokens.count, tokens[start].isWord, !tokens[start].key.isEmpty,
            let (meaning, count) = meanings.match(tokens, at: start)
        else { return start }
        switch meaning {
        // What is mentioned may stand between quotation marks.
        case .mark(let mark) where mark.isBracket: return start
        case .mark, .command:
            result += tokens[start..<(start + count)]
            return start + count
        case .plain, .mention, .refused: return start
        }
    }

    /// The words after "literal" unchanged; "literal" itself if nothing after it needs it.
    private func appendLiteral(
        _ tokens: [Token], _ index: Int, _ end: Int, to result: inout [Token]
    ) -> Int {
        var next = end
        while next < tokens.count, tokens[next].isEngines { next += 1 }
        guard next < tokens.count, tokens[next].isWord, !tokens[next].key.isEmpty,
            let (meaning, count) = meanings.match(tokens, at: next)
        else {
            result += tokens[index..<end]
            return end
        }
        switch meaning {
        case .plain, .mention, .refused:
            result += tokens[index..<end]
            return end
        case .mark, .command: break
        }
        for var token in tokens[next..<(next + count)] {
            token.key = ""
            result.append(token)
        }
        return next + count
    }

    /// Punctuation by the engine around a spoken mark is its guess at the pause: "Hello, comma". So
    /// is its full stop before a pause: "We are late. | Full stop."
    ///
    /// - Returns: whether the end of a sentence was dropped.
    private static func dropEngineMarks(before mark: Token, from result: inout [Token]) -> Bool {
        var place = result.count
        if mark.role == .stop || mark.role == .divider {
            while place > 0, result[place - 1].kind == .pause { place -= 1 }
        }
        var hadStop = false
        while place > 0, result[place - 1].isEngines {
            let last = result[place - 1]
            let isPaired =
                last.role == .closingQuote || last.role == .closing
                || last.role == .opening || last.role == .openingQuote
            let isKept =
                switch mark.role {
                case .lineBreak, .item, .closing, .closingQuote: last.role != .divider
                case .opening, .openingQuote, .pairedQuote: true
                default: isPaired
                }
            if isKept { break }
            hadStop = hadStop || last.role == .stop
            result.remove(at: place - 1)
            place -= 1
        }
        return hadStop
    }

    /// Makes an utterance of each sentence since the last pause, so that a command revises one.
    private static func pauseAfterSentences(in result: inout [Token]) {
        let start = (result.lastIndex { $0.kind == .pause } ?? -1) + 1
        let tokens = result[start...]
        guard !tokens.isEmpty else { return }
        var sentences: [Token] = []
        for (index, token) in zip(tokens.indices, tokens) {
            sentences.append(token)
            let isLast = index == tokens.endIndex - 1
            let isEnd =
                token.role == .stop && token.isEngines && !isLast
                && !tokens[index + 1].isMark
            if isEnd || isLast { sentences.append(.pause) }
        }
        result.replaceSubrange(start..., with: sentences)
    }
}

extension SpokenCommand {
    /// Whether it changes text from before it.
    fileprivate var isRevision: Bool {
        switch self {
        case .scratch, .undo, .select, .restoreRaw: true
        default: false
        }
    }
}

extension Token {
    var isClosing: Bool { role == .closing || role == .closingQuote }

    /// Whether it stands before or after words that belong together.
    var isBracket: Bool {
        switch role {
        case .opening, .closing, .openingQuote, .closingQuote, .toggledQuote, .emphasis: true
        default: false
        }
    }

    /// Whether its form depends on the other mark of a pair.
    fileprivate var isPaired: Bool {
        role == .toggledQuote || role == .pairedQuote || role == .emphasis
    }
}
