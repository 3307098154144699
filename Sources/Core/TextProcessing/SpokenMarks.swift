import Dictation

/// Recognises the phrases for marks, symbols, line breaks and commands.
struct SpokenMarks: Sendable {
    private enum Meaning: Sendable {
        case mark(Token)
        case command(SpokenCommand)
        /// The words are kept as words.
        case plain
        /// The words are kept, and so is the name of a mark or command after them.
        case mention
        /// The words are kept, since the key may not be pressed.
        case refused(EditingKey)
    }

    private let meanings: PhraseTable<Meaning>
    private let articles: Set<String>
    /// Words beside which the sign of an address is no sign.
    private let notInAddresses: Set<String>
    private let addressDots: Set<String>

    /// - Parameter keys: the keys that may be pressed; phrases for others are kept as words.
    init(
        _ language: Language, plainMarks: Bool, keys: Set<EditingKey>, obeysSleep: Bool = false
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
        let said = language.commands.filter { obeysSleep || $0.value != .sleep }
        let commands = said.compactMap { phrase, command in
            guard let key = command.key, !keys.contains(key) else {
                return (phrase, Meaning.command(command))
            }
            // "press enter" is a line break then.
            return markPhrases.contains(phrase) ? nil : (phrase, .refused(key))
        }
        let plain = language.plain.map { ($0, Meaning.plain) }
        let mentions = language.mentions.map { ($0, Meaning.mention) }
        meanings = PhraseTable(marks + plain + mentions + commands)
        articles = Set(language.articles)
        notInAddresses = Set(language.notInAddresses).union(language.unfinished)
        addressDots = Set(language.addressDots)
    }

    func contains(_ phrase: String) -> Bool { meanings.contains(phrase) }

    func apply(_ tokens: [Token]) -> [Token] {
        var refused: EditingKey?
        return apply(tokens, refused: &refused)
    }

    /// - Parameter refused: becomes the last key that was said and may not be pressed, if any.
    func apply(_ tokens: [Token], refused: inout EditingKey?) -> [Token] {
        var result: [Token] = []
        result.reserveCapacity(tokens.count)
        var hasPairs = false
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            guard token.isWord, !token.key.isEmpty,
                let (meaning, count) = meanings.match(tokens, at: index)
            else {
                result.append(token)
                index += 1
                continue
            }
            let end = index + count
            switch meaning {
            case .mark(let mark)
            where !isNoun(mark, after: result.last)
                && !(mark.text == "@" && isNamed(tokens, index, end))
                && (mark.role != .pairedQuote || isClosed(tokens, from: end)):
                hasPairs = hasPairs || mark.isPaired
                Self.dropEngineMarks(before: mark, from: &result)
                let endsSentence = result.last?.role == .stop
                result.append(mark)
                index = end
                while index < tokens.count, tokens[index].isEngines {
                    // "Close quote." also ends the sentence.
                    let isItsEnd = tokens[index].role == .stop && mark.isClosing && !endsSentence
                    if isItsEnd { result.append(tokens[index]) }
                    index += 1
                }
            case .refused(let key):
                if key != .pageBreak || isMeant(.pageBreak, tokens, end, after: result.last) {
                    refused = key
                }
                result += tokens[index..<end]
                index = end
            case .mention:
                result += tokens[index..<end]
                index = appendNamed(tokens, end, to: &result)
            case .command(.literal):
                index = appendLiteral(tokens, index, end, to: &result)
            case .command(let command)
            where isMeant(command, tokens, end, after: result.last)
                && !(isArticle(result.last) && !Self.isCapitalized(result)):
                let words = tokens[index..<end].map(\.text).joined(separator: " ")
                if command.isRevision, isSentence(tokens, end, after: result.last) {
                    Self.pauseAfterSentences(in: &result)
                }
                result.append(Token(kind: .command(command), text: words, key: ""))
                index = end
                while index < tokens.count, tokens[index].isEngines { index += 1 }
            default:
                result += tokens[index..<end]
                index = end
            }
        }
        if hasPairs { PairedMarks.apply(to: &result) }
        return result
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

    /// Whether a mark that closes a quotation follows before another that opens one. Quotations
    /// are short; the limit keeps the time in proportion to the words.
    private func isClosed(_ tokens: [Token], from start: Int) -> Bool {
        for index in start..<min(start + 200, tokens.count)
        where tokens[index].isWord && !tokens[index].key.isEmpty {
            guard case .mark(let mark) = meanings.match(tokens, at: index)?.value else { continue }
            switch mark.role {
            case .closingQuote: return true
            case .openingQuote, .pairedQuote, .toggledQuote: return false
            default: continue
            }
        }
        return false
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

    private func isArticle(_ token: Token?) -> Bool {
        token.map { $0.isWord && articles.contains($0.key) } ?? false
    }

    /// Whether the last word has a command for its capital: "cap the cap end" has two of them,
    /// though "the cap" is a noun.
    private static func isCapitalized(_ result: [Token]) -> Bool {
        result.count > 1 && result[result.count - 2].kind == .command(.capital)
    }

    /// "a comma" is a noun; a mark that opens or is part of the next word is not.
    private func isNoun(_ mark: Token, after token: Token?) -> Bool {
        switch mark.role {
        case .opening, .openingQuote, .closing, .closingQuote: return false
        default: return !(mark.joinsRight && !mark.joinsLeft) && isArticle(token)
        }
    }

    /// Whether the sign of addresses stands among words that are no part of one, so that its name is
    /// meant: “mit At-Zeichen im Namen”.
    private func isNamed(_ tokens: [Token], _ start: Int, _ end: Int) -> Bool {
        func isNoPart(_ index: Int) -> Bool {
            guard tokens.indices.contains(index), tokens[index].isWord,
                notInAddresses.contains(tokens[index].key)
            else { return false }
            // “at sign it dot example”
            return index < end || index + 1 == tokens.count
                || !addressDots.contains(tokens[index + 1].key)
        }
        // “shop at sign example dot com”
        let isAddress =
            tokens.indices.contains(end + 1) && addressDots.contains(tokens[end + 1].key)
        return isNoPart(start - 1) && !isAddress || isNoPart(end)
    }

    /// Punctuation by the engine around a spoken mark is its guess at the pause: "Hello, comma".
    private static func dropEngineMarks(before mark: Token, from result: inout [Token]) {
        while let last = result.last, last.isEngines {
            let isPaired =
                last.role == .closingQuote || last.role == .closing
                || last.role == .opening || last.role == .openingQuote
            let isKept =
                switch mark.role {
                case .lineBreak, .item, .closing, .closingQuote: last.role != .divider
                case .opening, .openingQuote, .pairedQuote: true
                default: isPaired
                }
            if isKept { return }
            result.removeLast()
        }
    }

    /// Whether a command makes sense at its place: "scratch that itch" isn't one.
    private func isMeant(
        _ command: SpokenCommand, _ tokens: [Token], _ end: Int, after last: Token?
    ) -> Bool {
        let place = tokens[end...].firstIndex { !$0.isEngines }
        let next = place.map { tokens[$0] }
        switch command {
        case .literal, .capitalsOn, .capitalsOff, .upperOn, .upperOff, .noSpaceOn, .noSpaceOff,
            .spell, .pressEnter, .pressTab, .pressEscape, .lowerOn, .lowerOff, .listOn,
            .numberedListOn, .listItem, .listOff:
            return true
        case .capital, .upper, .lower, .noSpace:
            guard let place, tokens[place].isWord else { return false }
            // "cap comma" has no word to change.
            if case .mark = meanings.match(tokens, at: place)?.value { return false }
            return true
        case .scratch:
            return next == nil || next?.kind == .pause || isSentence(tokens, end, after: last)
        case .stop:
            return next == nil || next?.kind == .pause
        case .sleep:
            return (next == nil || next?.kind == .pause) && (last == nil || last?.kind == .pause)
        case .undo, .select, .restoreRaw, .pageBreak:
            // "I can't undo that" isn't one: the command must be an utterance of its own.
            return (next == nil || next?.kind == .pause) && (last == nil || last?.kind == .pause)
                || isSentence(tokens, end, after: last)
        }
    }

    /// Whether the words before `end` are a sentence of their own for an engine that punctuates:
    /// "Send it to Anna. Scratch that. Send it to Bob." is heard as one utterance, and its full
    /// stops are the pauses.
    private func isSentence(_ tokens: [Token], _ end: Int, after last: Token?) -> Bool {
        guard end < tokens.count, tokens[end].isEngines, tokens[end].role == .stop else {
            return false
        }
        guard let last else { return true }
        if case .command(let command) = last.kind { return command.isRevision }
        return last.kind == .pause
            || last.isEngines && (last.role == .stop || last.role == .divider)
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
    fileprivate var isClosing: Bool { role == .closing || role == .closingQuote }

    /// Whether it stands before or after words that belong together.
    fileprivate var isBracket: Bool {
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
