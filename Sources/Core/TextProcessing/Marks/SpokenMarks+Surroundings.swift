import Dictation

// The surroundings of a phrase: its borders, the other half of a pair.

extension SpokenMarks {
    func candidate(
        _ meaning: Meaning, _ phrase: String, _ tokens: [Token], _ place: Range<Int>,
        after result: [Token], startsText: Bool
    ) -> SpokenEvidence.Candidate {
        let (mark, command): (Token?, SpokenCommand?) =
            switch meaning {
            case .mark(let mark): (mark, nil)
            case .command(let command): (nil, command)
            case .refused(let key): (nil, SpokenCommand.allCases.first { $0.key == key })
            case .plain, .mention: (nil, nil)
            }
        let isJoint = mark.map { [".", "-", "_", "/", "~", "'"].contains($0.text) } ?? false
        return SpokenEvidence.Candidate(
            phrase: phrase, mark: mark, command: command, tokens: tokens, start: place.lowerBound,
            end: place.upperBound, before: result,
            left: left(tokens, place.lowerBound, result), right: right(tokens, place.upperBound),
            startsText: startsText && result.isEmpty,
            isPaired: isPaired(mark, command, tokens, place.upperBound, after: result),
            isInAddress: isJoint && addressParts.isJoint(tokens, place, after: result),
            isListed: isListed(
                tokens, place, after: result,
                isSymbol: mark?.role == .symbol && mark?.isDash == false))
    }

    private func left(
        _ tokens: [Token], _ start: Int, _ result: [Token]
    ) -> SpokenEvidence.Border {
        guard let last = result.last else { return .pause }
        if last.kind == .pause || tokens[start].isAfterPause { return .pause }
        if last.isEngines { return last.isOpening ? .none : last.isEnd ? .sentence : .comma }
        return last.isWord ? .none : .spoken
    }

    private func right(_ tokens: [Token], _ end: Int) -> SpokenEvidence.Border {
        guard end < tokens.count else { return .pause }
        let next = tokens[end]
        if next.kind == .pause || next.isAfterPause { return .pause }
        if next.isEngines { return next.isOpening ? .none : next.isEnd ? .sentence : .comma }
        switch meanings.match(tokens, at: end)?.value {
        case .mark, .command, .refused: return .spoken
        case .plain, .mention, nil: return .none
        }
    }

    /// Whether the other half of a mark or a command stands where it should: what closes a
    /// quotation, what turns capitals off. The limit keeps the time in proportion to the words.
    private func isPaired(
        _ mark: Token?, _ command: SpokenCommand?, _ tokens: [Token], _ end: Int,
        after result: [Token]
    ) -> Bool {
        switch mark?.role {
        case .opening, .openingQuote, .pairedQuote:
            return isClosed(tokens, from: end, isQuote: mark?.role != .opening)
        case .emphasis:
            return result.suffix(200).contains { $0.role == .emphasis }
                || (end..<min(end + 200, tokens.count)).contains { index in
                    tokens[index].isWord && tokens[index].key == mark?.key
                }
        case .symbol where mark?.isDash == true:
            guard result.last?.isWord == true else { return false }
            return result.suffix(20).contains(where: \.isDash)
                || (end..<min(end + 20, tokens.count)).contains { tokens[$0].key == mark?.key }
        case .closing:
            return result.suffix(200).contains { $0.role == .opening && !$0.isEngines }
        case .closingQuote:
            return result.suffix(200).contains {
                $0.role == .openingQuote || $0.role == .pairedQuote || $0.role == .toggledQuote
            }
        default: break
        }
        guard let partners = command?.partners else { return false }
        if command?.endsMode == true {
            return result.contains {
                if case .command(let command) = $0.kind {
                    partners.contains(command)
                } else {
                    false
                }
            }
        }
        return (end..<min(end + 200, tokens.count)).contains { index in
            guard tokens[index].isWord, !tokens[index].key.isEmpty,
                case .command(let command) = meanings.match(tokens, at: index)?.value
            else { return false }
            return partners.contains(command)
        }
    }

    /// Whether a mark that closes a quotation or bracket follows before another that opens one.
    private func isClosed(_ tokens: [Token], from start: Int, isQuote: Bool) -> Bool {
        for index in start..<min(start + 200, tokens.count)
        where tokens[index].isWord && !tokens[index].key.isEmpty
            && !words.isArticle(tokens[index - 1].key)
        {
            guard case .mark(let mark) = meanings.match(tokens, at: index)?.value else { continue }
            switch mark.role {
            case .closingQuote where isQuote: return true
            case .closing where !isQuote: return true
            case .openingQuote, .pairedQuote, .toggledQuote: if isQuote { return false }
            default: continue
            }
        }
        return false
    }

    /// Whether it is one of several names: “exclamation point or period”, “colon and semicolon”.
    private func isListed(
        _ tokens: [Token], _ place: Range<Int>, after result: [Token], isSymbol: Bool
    ) -> Bool {
        func isAnd(_ index: Int) -> Bool {
            tokens.indices.contains(index) && tokens[index].isWord
                && !tokens[index].isAfterPause && words.has(tokens[index].key, .conjunctions)
        }
        func isName(_ index: Int) -> Bool {
            guard tokens.indices.contains(index), tokens[index].isWord,
                case .mark = meanings.match(tokens, at: index)?.value
            else { return false }
            return true
        }
        if isAnd(place.upperBound), isName(place.upperBound + 1) { return true }
        // “braces, vertical bar, and tilde”
        if isSymbol, let last = result.last, last.isEngines, last.text == ",",
            tokens.indices.contains(place.upperBound), tokens[place.upperBound].text == ",",
            isAnd(place.upperBound + 1)
        {
            return true
        }
        return isAnd(place.lowerBound - 1) && place.lowerBound > 1
            && (1...3).contains { isName(place.lowerBound - 1 - $0) }
            && result.suffix(2).allSatisfy(\.isWord)
    }
}

extension SpokenCommand {
    /// The commands that end what it begins, or begin what it ends.
    fileprivate var partners: Set<SpokenCommand>? {
        switch self {
        case .capitalsOn: [.capitalsOff]
        case .capitalsOff: [.capitalsOn]
        case .upperOn: [.upperOff]
        case .upperOff: [.upperOn]
        case .lowerOn: [.lowerOff]
        case .lowerOff: [.lowerOn]
        case .noSpaceOn: [.noSpaceOff]
        case .noSpaceOff: [.noSpaceOn]
        case .listOn, .numberedListOn: [.listItem, .listOff]
        case .listItem, .listOff: [.listOn, .numberedListOn]
        default: nil
        }
    }

    fileprivate var endsMode: Bool {
        switch self {
        case .capitalsOff, .upperOff, .lowerOff, .noSpaceOff, .listItem, .listOff: true
        default: false
        }
    }
}

extension Token {
    /// Whether an engine's mark ends a sentence; its dots do so too.
    fileprivate var isEnd: Bool { role == .stop || role == .symbol }

    var isOpening: Bool { role == .opening || role == .openingQuote }
}

extension SpokenEvidence {
    /// The border directly before a phrase or after it.
    enum Border: Hashable, Sendable {
        /// A word, or nothing that sets it off.
        case none
        /// An engine's comma, colon, or bracket.
        case comma
        /// An engine's full stop.
        case sentence
        /// A pause, or the start or end of the dictation.
        case pause
        /// A mark or command that was spoken.
        case spoken

        var isEnd: Bool { self == .sentence || self == .pause }
    }

    /// A phrase with its surroundings.
    struct Candidate {
        let phrase: String
        /// Nil for a command.
        let mark: Token?
        let command: SpokenCommand?
        let tokens: [Token]
        let start: Int
        let end: Int
        /// The tokens before it, without the marks that it replaces.
        let before: [Token]
        let left: Border
        let right: Border
        /// Whether it begins a text, or a sentence after another.
        let startsText: Bool
        /// Whether the other mark of a pair stands where it should.
        let isPaired: Bool
        /// Whether it joins the parts of an address or the name of a file.
        let isInAddress: Bool
        /// Whether another name of a mark follows after "and" or "or".
        let isListed: Bool
    }
}

extension SpokenEvidence.Candidate {
    func key(_ index: Int) -> String {
        tokens.indices.contains(index) && tokens[index].isWord ? tokens[index].key : ""
    }

    /// Whether it begins something: a quotation, a line, an item.
    var opens: Bool {
        guard let mark else { return true }
        switch mark.role {
        case .opening, .openingQuote, .pairedQuote, .toggledQuote, .lineBreak, .item, .option,
            .emphasis:
            return true
        default: return mark.joinsRight && !mark.joinsLeft
        }
    }

    /// Whether it is a command about the word after it.
    var changesNextWord: Bool {
        switch command {
        case .capital, .upper, .lower, .noSpace: true
        default: false
        }
    }

    /// Whether it turns something on that nothing turns off.
    var isUnpairedMode: Bool {
        switch command {
        case .capitalsOn, .upperOn, .lowerOn, .noSpaceOn, .listOn, .numberedListOn:
            !isPaired && right == .none
        default: false
        }
    }
}
