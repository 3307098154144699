/// Decides whether a phrase is the mark or command of that name, or words of the text.
///
/// By default the words are kept: a phrase is obeyed if its evidence suffices. Each border of it
/// and each word beside it counts some points; how many it needs depends on how clear the phrase
/// is, and on what the engine tells of pauses. A phrase that deletes, sends or ends needs more: see
/// ``isAlone``.
struct SpokenEvidence: Sendable {
    /// The engine's information about where words are set off.
    enum Engine: Sendable {
        /// Words alone.
        case bare
        /// Words with pauses.
        case paused
        /// It writes marks.
        case punctuated
    }

    /// Whether the phrase is obeyed, and a phrase that says why.
    struct Verdict: Sendable {
        let isObeyed: Bool
        let reason: String
    }

    private let words: WordTable

    init(_ words: WordTable) { self.words = words }

    func verdict(_ said: Candidate, _ engine: Engine) -> Verdict {
        if said.isInAddress { return Verdict(isObeyed: true, reason: "in an address") }
        if said.command?.isCostly ?? words.isKey(said.phrase) { return isAlone(said) }
        var points = [Point]()
        points += borders(said, engine)
        if isRepeated(said) {
            points.append(Point(4, "said again"))
        } else {
            let isHalf = said.isPaired && (said.opens || said.mark?.isBracket == true)
            if said.left == .none, !isHalf { points += leftWord(said) }
            if said.right == .none { points += rightWord(said) }
        }
        if let mark = said.mark, mark.joinsLeft, !mark.joinsRight, said.startsText,
            said.right == .none
        {
            points.append(Point(-4, "nothing is before it"))
        }
        if said.isListed { points.append(Point(-4, "one of several names")) }
        if said.isPaired { points.append(Point(2, "one of a pair")) }
        if said.isUnpairedMode { points.append(Point(-2, "without its end")) }
        let sum = points.reduce(0) { $0 + $1.value }
        let isObeyed = sum >= needed(said, engine)
        let decisive =
            isObeyed
            ? points.filter { $0.value > 0 }.max { $0.value < $1.value }
            : points.filter { $0.value < 0 }.min { $0.value < $1.value }
        let otherwise = isObeyed ? "nothing speaks against it" : "not set off"
        return Verdict(isObeyed: isObeyed, reason: decisive?.reason ?? otherwise)
    }

    /// The points that a phrase needs.
    private func needed(_ said: Candidate, _ engine: Engine) -> Int {
        if words.has(said.phrase, .clear) { return 0 }
        let isAmbiguous = words.has(said.phrase, .ambiguous)
        return switch engine {
        case .bare: isAmbiguous ? 2 : 0
        case .paused: isAmbiguous ? 3 : 1
        case .punctuated: 4
        }
    }

    /// Something that counts for the phrase, or against it.
    private struct Point {
        let value: Int
        let reason: String

        init(_ value: Int, _ reason: String) { (self.value, self.reason) = (value, reason) }
    }

    // MARK: Commands that delete, send or end

    /// Such a command must be an utterance or a sentence: “Please delete that.” isn't one. One that
    /// is never said otherwise may also stand between commas: “Buy milk, scratch that, buy bread.”
    private func isAlone(_ said: Candidate) -> Verdict {
        func isEnd(_ border: Border) -> Bool { border.isEnd || border == .spoken }
        if isEnd(said.left), isEnd(said.right) {
            return Verdict(isObeyed: true, reason: "it stands alone")
        }
        let isRepair =
            said.command == .scratch && words.has(said.phrase, .clear)
            && said.left != .none && said.right != .none && !said.before.isEmpty
            && goesOn(said)
            && !words.has(firstWord(said.before), .subordinators)
        return Verdict(
            isObeyed: isRepair,
            reason: isRepair ? "set off by the engine's marks" : "it doesn't stand alone")
    }

    /// Whether other words take the place of those before it: not “scratch that, please”.
    private func goesOn(_ said: Candidate) -> Bool {
        let next = said.tokens[said.end...].first { !$0.isEngines && $0.kind != .pause }
        guard let next, next.isWord else { return false }
        return !words.has(next.key, .requests) && !words.has(next.key, .conjunctions)
    }

    /// The first word of the sentence that the tokens end with.
    private func firstWord(_ tokens: [Token]) -> String {
        let start = sentenceStart(tokens)
        return tokens[start...].first(where: \.isWord)?.key ?? ""
    }

    /// Where the last sentence of the tokens begins.
    private func sentenceStart(_ tokens: [Token]) -> Int {
        let end = tokens.lastIndex { token in
            switch token.kind {
            case .mark(.stop), .mark(.lineBreak), .key: true
            case .mark(.divider): token.text == ":"
            default: false
            }
        }
        return end.map { $0 + 1 } ?? 0
    }

    // MARK: Borders

    private func borders(_ said: Candidate, _ engine: Engine) -> [Point] {
        let (left, right) = (said.left, said.right)
        if left != .none, right != .none {
            // “Full stop, I don't want it.”
            if said.mark?.role == .stop, left.isEnd, right == .comma, engine == .punctuated {
                return [Point(4, "set off"), Point(-3, "no sentence ends there")]
            }
            return [Point(4, "set off")]
        }
        if left == .none, right == .none { return [] }
        if said.changesNextWord, right == .spoken { return [Point(2, "before a command")] }
        if said.changesNextWord, engine != .punctuated {
            return left == .none ? [] : [Point(4, "after a pause")]
        }
        let isSymbolOrCommand = said.mark.map { $0.joinsLeft && $0.joinsRight } ?? true
        if words.has(said.phrase, .ambiguous), isSymbolOrCommand,
            !(said.command != nil && left != .none)
        {
            // A dash joins the words on both sides of it.
            return right == .pause && said.mark != nil ? [Point(-2, "nothing follows")] : []
        }
        if left != .none, engine == .punctuated, right == .none {
            // Any sentence begins with some word: only a comma before it says something.
            return left == .comma || left == .spoken
                ? [Point(2, "after a mark")] : [Point(-1, "it begins a sentence")]
        }
        return [Point(2, "before or after a pause")]
    }

    // MARK: Neighbours

    private func leftWord(_ said: Candidate) -> [Point] {
        guard let last = said.before.last, last.isWord else { return [] }
        let key = last.key.isEmpty ? Token.key(of: last.text) : last.key
        let after = "after “\(last.text)”"
        if words.isFigure(key) { return [Point(2, after)] }
        let isNoun = !words.has(said.phrase, .notNouns)
        if words.has(key, .pronounArticles), isNoun { return pronounArticle(said, after) }
        if words.isTitle(key) { return [Point(-4, after)] }
        if words.isArticle(key), isNoun {
            // “The list is this:”, “git commit --no-edit”
            let isPronoun = words.has(key, .ends)
            if isPronoun, said.mark?.role == .option || isPredicate(said.before) { return [] }
            return [Point(-4, after)]
        }
        let isCounted = said.mark?.role == .item || said.mark?.role == .symbol
        if words.isOne(key), isCounted, said.mark?.isDash != true {
            return [Point(-4, after)]
        }
        if said.mark?.role == .option { return [] }
        if words.has(key, .naming), said.mark?.text != "," { return [Point(-3, after)] }
        if said.mark?.text == "/", isAlike(key, said.key(said.end)) {
            return [Point(3, "between two words of a kind")]
        }
        if words.has(said.phrase, .verbal) {
            let previous = said.before.dropLast().last?.key ?? ""
            if words.has(key, .beforeVerbs) || words.isPlural(key) || words.has(previous, .causing)
            {
                return [Point(-4, after)]
            }
        }
        if said.command != nil {
            // “There is no space left.”
            let isObject = said.command != .capital && words.has(key, .verbs)
            return isObject || words.has(key, .adjectives) ? [Point(-3, after)] : []
        }
        if words.has(key, .adjectives) || words.isOrdinal(key) {
            // “a big comma red car”
            let next = said.key(said.end)
            if said.mark?.text == ",", words.has(next, .adjectives) || words.has(next, .starters) {
                return []
            }
            return isPredicate(said.before) ? [Point(1, after)] : [Point(-4, after)]
        }
        // Where a quotation begins, any word may stand before it.
        guard said.mark?.isBracket != true else { return [] }
        if words.has(key, .prepositions), said.mark?.text != ",", !isPart(said.before) {
            // “Where are you from?”
            return [Point(said.mark?.role == .stop ? -1 : -3, after)]
        }
        if words.has(key, .ends) || words.has(key, .subjects) { return [Point(2, after)] }
        return clause(said)
    }

    /// Whether the last word is part of an address: “example.com/about”.
    private func isPart(_ tokens: [Token]) -> Bool {
        guard tokens.count > 1 else { return false }
        let last = tokens[tokens.count - 2]
        return last.isMark && last.joinsRight && !last.isEngines
    }

    /// “That comma changes it”, “in that period”; but “I know that, since …”
    private func pronounArticle(_ said: Candidate, _ after: String) -> [Point] {
        let previous = said.before.dropLast().last
        let isStart = said.before.count - 1 == sentenceStart(said.before)
        if isStart || previous?.kind == .pause || words.has(previous?.key ?? "", .prepositions)
            || words.has(previous?.key ?? "", .particles)
        {
            return [Point(-4, after)]
        }
        let endsThere = said.right != .none && said.mark?.role == .stop
        let isAlone = endsThere || words.has(previous?.key ?? "", .linkingVerbs)
        return isAlone ? [] : [Point(said.right == .none ? -1 : -3, after)]
    }

    /// Whether the adjective at the end is what something is, not before a noun: “it was long”.
    private func isPredicate(_ tokens: [Token]) -> Bool {
        for token in tokens.dropLast().reversed() {
            guard token.isWord else { return false }
            if words.has(token.key, .linkingVerbs) { return true }
            // “Is that right?”
            guard
                words.has(token.key, .adjectives) || words.has(token.key, .degrees)
                    || words.has(token.key, .subjects) || words.has(token.key, .pronounArticles)
            else {
                return false
            }
        }
        return false
    }

    /// A sentence that ends has a verb: “during the grace period you can cancel” has none before
    /// the “period”.
    private func clause(_ said: Candidate) -> [Point] {
        guard let mark = said.mark else { return [] }
        let clause = said.before[sentenceStart(said.before)...].filter(\.isWord).map(\.key)
        guard let first = clause.first else { return [] }
        let hasArticle = clause.suffix(3).dropLast().contains(where: words.isArticle)
        guard mark.role == .stop || mark.isDash else {
            // “The Spanish tilde is over the n.”
            return hasArticle && mark.role == .symbol ? [Point(-1, "after a noun")] : []
        }
        if clause.contains(where: { words.has($0, .verbs) }) || words.has(first, .ends) {
            return hasArticle ? [] : [Point(mark.role == .stop ? 1 : 2, "after a clause")]
        }
        let isPhrase =
            words.isArticle(first) || words.has(first, .prepositions)
            || words.has(first, .particles)
        return isPhrase && mark.role == .stop ? [Point(-3, "no verb before it")] : []
    }

    private func rightWord(_ said: Candidate) -> [Point] {
        guard said.end < said.tokens.count, said.tokens[said.end].isWord else { return [] }
        let (word, next) = (said.tokens[said.end], said.key(said.end + 1))
        let key = word.key.isEmpty ? Token.key(of: word.text) : word.key
        let before = "before “\(word.text)”"
        if said.changesNextWord { return nextWord(said, key, before) }
        let isBracket = said.mark?.isBracket == true && said.mark?.role != .emphasis
        if words.has(key, .compounds), !isBracket {
            return [Point(-4, before)]
        }
        guard said.command == nil else { return [] }
        if words.has(key, .afterNouns), !words.has(next, .afterThose) { return [Point(-4, before)] }
        if said.mark?.role == .lineBreak, words.isFigure(key) { return [Point(-1, before)] }
        let isStop = said.mark?.role == .stop
        if words.has(key, isStop || said.mark?.text == ":" ? .finiteVerbs : .auxiliaries),
            said.mark?.isClosing != true,
            !(isStop && words.has(next, .subjects)), !isSecond(said)
        {
            return [Point(-4, before)]
        }
        let isStart = said.left == .none && words.has(key, .starters)
        return isStart ? [Point(1, before)] : []
    }

    /// “and slash or”, “his slash her”
    private func isAlike(_ left: String, _ right: String) -> Bool {
        [WordClass.conjunctions, .subjects, .ends].contains {
            words.has(left, $0) && words.has(right, $0)
        } || words.isArticle(left) && words.isArticle(right)
    }

    /// The points for the word that a command for a capital or a missing space acts on: a name, not
    /// “it” or “the”.
    private func nextWord(_ said: Candidate, _ key: String, _ before: String) -> [Point] {
        if words.isName(key) { return [Point(2, before)] }
        let isFunction =
            words.isArticle(key) || words.has(key, .prepositions) || words.has(key, .subjects)
            || words.has(key, .particles) || words.has(key, .auxiliaries)
        return isFunction ? [Point(-6, before)] : []
    }

    /// Whether it is said for each of several words: “cap the cap end”.
    private func isRepeated(_ said: Candidate) -> Bool {
        guard said.changesNextWord, let command = said.command else { return false }
        return said.key(said.end + 1) == said.phrase
            || said.before.count > 1
                && said.before[said.before.count - 2].kind == .command(command)
    }

    /// Whether the same mark is before it in the sentence: a verb may follow the second of two
    /// commas.
    private func isSecond(_ said: Candidate) -> Bool {
        guard let mark = said.mark, mark.role == .divider || mark.isDash else { return false }
        return said.before[sentenceStart(said.before)...].contains {
            $0.isMark && $0.text == mark.text
        }
    }
}

extension SpokenCommand {
    /// Whether it deletes, sends, ends or moves: a mistake would cost more than a word.
    var isCostly: Bool {
        switch self {
        case .scratch, .undo, .select, .restoreRaw, .pressEnter, .pressTab, .pressEscape,
            .pageBreak, .stop, .pause, .sleep:
            true
        default: false
        }
    }
}

extension Token {
    /// Whether it is a dash between two parts of a sentence.
    var isDash: Bool { isMark && ["—", "–", "--"].contains(text) && role == .symbol }
}
