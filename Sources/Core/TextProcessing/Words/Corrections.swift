/// Carries out corrections in mid-sentence: “at three, no wait, at four” is “at four”. What is taken
/// back must be plain: words said again, or figures, days, names and the like on both sides. Never
/// within a quotation.
struct Corrections: Sendable {
    private enum Repair: Sendable {
        /// It takes back what was said: `no wait`.
        case plain
        /// It is also said otherwise: `i mean`.
        case vague
    }

    private let repairs: PhraseTable<Repair>
    private let words: WordTable
    private let kinds: WordKinds
    private let fillers: Set<String>
    private let stutters: Set<String>

    init(_ language: Language, _ lexicon: NumberLexicon) {
        repairs = PhraseTable(
            language[.repairs].map { ($0, .plain) } + language[.vagueRepairs].map { ($0, .vague) })
        words = WordTable(language)
        kinds = WordKinds(language, lexicon, words)
        fillers = Set(language[.fillers])
        stutters = Set(language[.stutters])
    }

    /// - Parameter taken: the words that were taken back, in order.
    func apply(_ tokens: [Token], taken: inout [String]) -> [Token] {
        var result: [Token] = []
        result.reserveCapacity(tokens.count)
        var quotations = OpenQuotations()
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            quotations.pass(token)
            if quotations.areNone, let said = said(tokens, index, after: result),
                let change = saidAnew(said) ?? otherOfItsKind(said)
            {
                taken.append(
                    said.before[change.place..<said.end].filter(\.isWord).map(\.text)
                        .joined(separator: " "))
                result.removeLast(said.before.count - change.place)
                result += change.new
                index = change.next
                continue
            }
            result.append(token)
            index += 1
        }
        return result
    }

    // MARK: What is said around a correction

    /// A phrase for a correction, and the words on both sides of it.
    private struct Said {
        let repair: Repair
        /// The last tokens before it.
        let before: [Token]
        /// The end of the words in `before`, without the marks that set the phrase off.
        let end: Int
        let tokens: [Token]
        /// The index of the first word after it.
        let start: Int
        /// Whether marks of the engine set it off on both sides.
        let isSetOff: Bool
        /// Whether a sentence or an utterance ended before or after it.
        let isApart: Bool

        var left: ArraySlice<Token> { before[..<end] }
    }

    /// The most tokens before a phrase that are looked at.
    private static let mostBefore = 60

    /// The text to write from an earlier place in the tokens on, and the index of the token after
    /// it.
    private struct Change {
        let place: Int
        var new: [Token] = []
        let next: Int
    }

    private func said(_ tokens: [Token], _ index: Int, after result: [Token]) -> Said? {
        guard tokens[index].isWord, !tokens[index].key.isEmpty,
            let (repair, next) = repair(tokens, index)
        else { return nil }
        let before = Array(result.suffix(Self.mostBefore))
        var end = before.count
        while end > 0, isBorder(before[end - 1]) { end -= 1 }
        var start = next
        while start < tokens.count, isBorder(tokens[start]) { start += 1 }
        guard end > 0, start < tokens.count, before[end - 1].isWord, tokens[start].isWord else {
            return nil
        }
        let (left, right) = (before[end...], tokens[next..<start])
        return Said(
            repair: repair, before: before, end: end, tokens: tokens, start: start,
            isSetOff: left.contains(where: isMark) && right.contains(where: isMark),
            isApart: (left + right).contains { $0.kind == .pause || $0.role == .stop })
    }

    /// The phrase at an index, in which an engine may have put commas: “no, wait”.
    private func repair(_ tokens: [Token], _ start: Int) -> (Repair, next: Int)? {
        var (said, places): ([Token], [Int]) = ([], [])
        var index = start
        while said.count < 4, index < tokens.count {
            let token = tokens[index]
            if token.isWord {
                said.append(token)
                places.append(index)
            } else if !(token.isEngines && token.text == ",") {
                break
            }
            index += 1
        }
        return repairs.match(said, at: 0).map { ($0.value, places[$0.count - 1] + 1) }
    }

    /// Whether it may stand between what is said and its correction.
    private func isBorder(_ token: Token) -> Bool {
        isMark(token) || token.kind == .pause || token.isWord && fillers.contains(token.key)
    }

    /// Whether it is a mark of the engine that sets words off.
    private func isMark(_ token: Token) -> Bool {
        switch token.kind {
        case .word: ["-", "–", "—", "--"].contains(token.text)
        case .mark(.divider), .mark(.symbol): token.isEngines
        case .mark(.stop): token.isEngines && token.text == "."
        default: false
        }
    }

    // MARK: The same words

    /// “I'll come at three, no wait, I'll come at four”. Its first word must be said again, two where
    /// it may begin another clause, and three where the engine writes no commas.
    private func saidAnew(_ said: Said) -> Change? {
        guard !said.isApart else { return nil }
        let isPlain = said.isSetOff && said.repair == .plain
        let needed = !isPlain ? 3 : beginsClause(said.tokens, said.start) ? 2 : 1
        let begin = (said.left.lastIndex { !$0.isWord } ?? -1) + 1
        for place in begin..<max(begin, said.end - needed + 1) {
            let isAgain = (0..<needed).allSatisfy {
                said.start + $0 < said.tokens.count
                    && isSame(said.tokens[said.start + $0], said.before[place + $0])
            }
            if isAgain { return Change(place: place, next: said.start) }
        }
        return nil
    }

    private func isSame(_ word: Token, _ other: Token) -> Bool {
        word.isWord && !word.key.isEmpty && word.key == other.key
    }

    /// Whether a word may begin a new clause: “I like that, no wait, that is wrong”. A preposition
    /// may if a subject or a verb is near: “in fact he's”.
    private func beginsClause(_ tokens: [Token], _ start: Int) -> Bool {
        let key = tokens[start].key
        if isPreposition(key) {
            return tokens[(start + 1)...].prefix(3).prefix(while: \.isWord)
                .contains { isClause($0.key) }
        }
        return stutters.contains(key) || words.isArticle(key)
            || [.subjects, .pronounArticles, .ends, .auxiliaries].contains { words.has(key, $0) }
    }

    private func isPreposition(_ key: String) -> Bool {
        (words.has(key, .prepositions) || words.has(key, .particles)) && !words.has(key, .ends)
    }

    /// Whether a word is the subject of a clause, or its verb.
    private func isClause(_ key: String) -> Bool {
        words.has(key, .subjects) || words.has(key, .auxiliaries) || key == "be"
            || key.contains("'") && words.has(key, .verbs)
    }

    // MARK: Words of the same kind

    /// “on Monday, no wait, Tuesday”: the words before the phrase and those after it are of the same
    /// kinds, or one of them has more.
    private func otherOfItsKind(_ said: Said) -> Change? {
        (0...Self.mostAgain).lazy.compactMap { otherOfItsKind(said, after: $0) }.first
    }

    /// The most words that are said again before the others: “next Monday, no wait, next Tuesday”.
    private static let mostAgain = 3

    /// - Parameter count: how many words are said again before the others.
    private func otherOfItsKind(_ said: Said, after count: Int) -> Change? {
        let first = said.start + count
        guard first < said.tokens.count else { return nil }
        let items = kinds.items(said.tokens, from: first)
        guard let last = items.last, let (place, kept, next) = match(items, said), place >= count,
            zip(said.tokens[said.start..<first], said.before[(place - count)...])
                .allSatisfy(isSame),
            said.repair == .plain && !said.isApart
                || isCertain(items[0].kind, said, place, isAgain: count > 0)
        else { return nil }
        var new = Array(said.tokens[said.start..<last.next])
        if said.isApart, !words.isName(new[0].key) { new[0].text = new[0].text.withSmallFirst }
        return Change(place: place - count, new: new + kept, next: next)
    }

    /// Where the items stand whose place others take, what is left of the words after them, and the
    /// index after the others.
    private func match(
        _ items: [WordKinds.Item], _ said: Said
    ) -> (place: Int, kept: ArraySlice<Token>, next: Int)? {
        let (next, new) = (items[items.count - 1].next, items.map(\.kind))
        let isLast = isEnd(said.tokens, next)
        let before = self.items(before: said.end, said)
        let old = before.map(\.kind)
        if isLast || !said.isApart && mayFollow(said.tokens[next], new[0]) {
            if old.count >= new.count, old.suffix(new.count).elementsEqual(new) {
                return (before[old.count - new.count].start, [], next)
            }
            // “ten dollars, no wait, twelve”
            if isLast, old.starts(with: new) {
                return (before[0].start, said.left[before[new.count - 1].next...], next)
            }
            // “ten, no wait, twelve dollars”
            if !old.isEmpty, new.starts(with: old) { return (before[0].start, [], next) }
        }
        // “three eggs, no wait, four”
        let noun = said.end - 1
        let counted = self.items(before: noun, said)
        guard old.isEmpty, isNoun(said.before[noun]), counted.map(\.kind) == new else { return nil }
        if next < said.tokens.count, isSame(said.tokens[next], said.before[noun]) {
            return (counted[0].start, said.before[noun...noun], next + 1)
        }
        guard isLast, new == [.number] else { return nil }
        return (counted[0].start, said.before[noun...noun], next)
    }

    /// The items that end at an index in the words before the phrase.
    private func items(before end: Int, _ said: Said) -> [WordKinds.Item] {
        let tokens = Array(said.before[..<end])
        for start in max(0, end - 8)..<end where tokens[start].isWord {
            let items = kinds.items(tokens, from: start)
            if items.last?.next == end { return items }
        }
        return []
    }

    /// Whether it may be a noun.
    private func isNoun(_ word: Token) -> Bool {
        !word.key.isEmpty && !isPreposition(word.key) && !words.isArticle(word.key)
            && ![.verbs, .ends, .adjectives, .degrees, .subjects, .starters].contains {
                words.has(word.key, $0)
            }
    }

    /// Whether nothing belongs to the words before an index: a mark follows, or nothing at all.
    private func isEnd(_ tokens: [Token], _ index: Int) -> Bool {
        index == tokens.count || !tokens[index].isWord
    }

    /// Whether a word may stand after what was corrected: no verb, which would begin a clause.
    private func mayFollow(_ next: Token, _ kind: WordKinds.Kind) -> Bool {
        switch kind {
        case .person, .name: false
        case .number: !isClause(next.key)
        default: !isClause(next.key) && !words.has(next.key, .finiteVerbs)
        }
    }

    /// Whether words of this kind are hardly said one after the other but to correct one: figures,
    /// days, people after the same preposition.
    private func isCertain(
        _ kind: WordKinds.Kind, _ said: Said, _ place: Int, isAgain: Bool
    ) -> Bool {
        let hasPreposition = place > 0 && isPreposition(said.before[place - 1].key)
        switch kind {
        // “He left, I mean, right?”
        case .alternative: return !words.has(said.before[place].key, .finiteVerbs)
        case .person: return hasPreposition
        case .name: return hasPreposition && isAgain
        default: return true
        }
    }
}

extension String {
    /// “At” as “at”; “NATO” and “iPhone” stay.
    fileprivate var withSmallFirst: String {
        dropFirst().contains(where: \.isUppercase) ? self : prefix(1).lowercased() + dropFirst()
    }
}
