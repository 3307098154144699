/// Reads figures, days, names and the like: words of which one can take the place of another.
struct WordKinds: Sendable {
    enum Kind: Hashable, Sendable {
        case number, ordinal, weekday, month, unit, percent
        /// `o'clock`
        case hour
        /// `p.m.`
        case dayHalf
        case person
        /// A name of something else.
        case name
        /// A word of the group with this number.
        case alternative(Int)
    }

    /// Words of one kind.
    struct Item: Hashable, Sendable {
        let kind: Kind
        let start: Int
        /// The index after them.
        var next: Int
    }

    private let lexicon: NumberLexicon
    private let words: WordTable
    private let names: PhraseTable<Kind>
    private let alternatives: [String: Int]

    init(_ language: Language, _ lexicon: NumberLexicon, _ words: WordTable) {
        self.lexicon = lexicon
        self.words = words
        // “I” and “I'm” are no names.
        let things = language[.names].filter { name in
            name.count > 1 && !name.contains("'") && !words.has(Token.key(of: name), .subjects)
        }
        names = PhraseTable(
            things.map { ($0, .name) } + language[.people].map { ($0, .person) })
        var alternatives: [String: Int] = [:]
        for (number, group) in language[.alternatives].enumerated() {
            for word in group.split(separator: " ") { alternatives[String(word)] = number }
        }
        self.alternatives = alternatives
    }

    /// The items that stand one after the other from an index on, as many as there are. Two numbers
    /// are one: `ten thirty`.
    func items(_ tokens: [Token], from start: Int) -> [Item] {
        var items: [Item] = []
        var index = start
        while let item = item(tokens, index, after: items.last) {
            index = item.next
            if item.kind == .number, items.last?.kind == .number {
                items[items.count - 1].next = index
            } else {
                items.append(item)
            }
        }
        return items
    }

    private func item(_ tokens: [Token], _ start: Int, after last: Item?) -> Item? {
        guard start < tokens.count, tokens[start].isWord, !tokens[start].key.isEmpty else {
            return nil
        }
        if let (kind, count) = kind(tokens, start) {
            return Item(kind: kind, start: start, next: start + count)
        }
        // “the third of March”, “Monday the third”
        let key = tokens[start].key
        guard last != nil, lexicon.has(key, .of) || lexicon.has(key, .dateArticles),
            start + 1 < tokens.count, tokens[start + 1].isWord,
            let (kind, count) = kind(tokens, start + 1), [.month, .ordinal].contains(kind)
        else { return nil }
        return Item(kind: kind, start: start, next: start + 1 + count)
    }

    private func kind(_ tokens: [Token], _ index: Int) -> (Kind, count: Int)? {
        let key = tokens[index].key
        if lexicon.has(key, .weekdays) { return (.weekday, 1) }
        if lexicon.months[key] != nil { return (.month, 1) }
        if let (_, count) = lexicon.hour(tokens, at: index) { return (.hour, count) }
        if let (_, count) = lexicon.dayHalf(tokens, at: index) { return (.dayHalf, count) }
        if let (_, count) = lexicon.percent.match(tokens, at: index) { return (.percent, count) }
        if lexicon.has(key, .units) || lexicon.currencies[key] != nil { return (.unit, 1) }
        if let group = alternatives[key] { return (.alternative(group), 1) }
        if let kind = Self.figure(key) {
            // “3. März”
            let isDay =
                index + 2 < tokens.count && tokens[index + 1].isEngines
                && tokens[index + 1].text == "." && lexicon.months[tokens[index + 2].key] != nil
            return kind == .number && isDay ? (.ordinal, 2) : (kind, 1)
        }
        if let number = NumberReader(lexicon: lexicon, tokens: tokens).number(at: index) {
            let count = number.next - index
            if count == 1, words.isArticle(key) || words.isOne(key) && !isCount(tokens, index) {
                return nil
            }
            return (number.isOrdinal ? .ordinal : .number, count)
        }
        return names.match(tokens, at: index).map { ($0.value, $0.count) }
    }

    /// Whether “one” is a number, not “this one” and “one of them”.
    private func isCount(_ tokens: [Token], _ index: Int) -> Bool {
        let (before, after) = (
            index > 0 ? tokens[index - 1].key : "",
            index + 1 < tokens.count ? tokens[index + 1].key : ""
        )
        return !words.isArticle(before) && !words.has(before, .adjectives)
            && !words.has(before, .pronounArticles) && !words.has(after, .afterNouns)
    }

    /// The kind of a figure that an engine writes in digits: `10`, `3:30`, `$5`, `3rd`; nil for
    /// another word.
    private static func figure(_ key: String) -> Kind? {
        let digits = key.drop { "$€£".contains($0) }
        guard digits.first?.isNumber ?? false else { return nil }
        let rest = digits.drop { $0.isNumber || ".,:".contains($0) }
        switch rest {
        case "": return digits.count < key.count ? .unit : .number
        case "%": return .percent
        case "st", "nd", "rd", "th": return .ordinal
        case "am", "pm": return .dayHalf
        default: return nil
        }
    }
}
