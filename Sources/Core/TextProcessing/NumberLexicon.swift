/// The number words of a language, prepared for look-ups.
struct NumberLexicon: Sendable {
    let words: NumberWords
    let articles: Set<String>
    let and: Set<String>
    let zeros: Set<String>
    let decimal: Set<String>
    let negative: Set<String>
    let units: Set<String>
    let numbered: Set<String>
    let yearPrefixes: Set<String>
    let of: Set<String>
    let percent: PhraseTable<Void>
    let timePrefixes: Set<String>
    private let hours: PhraseTable<String>
    private let dayHalves: PhraseTable<String>
    let plain: PhraseTable<Void>
    /// The spelling of months, by key.
    let months: [String: String]
    let ambiguousMonths: Set<String>
    let currencies: [String: NumberWords.Currency]
    /// The spelling of scales: `Millionen`.
    private let scaleNames: [String: String]
    private let compounds: NumberCompounds?

    /// - Parameter names: words with a fixed spelling. A month that isn't among them is also
    ///   another word (`may`), and needs an ordinal or a year beside it.
    init(_ words: NumberWords, names: [String]) {
        self.words = words
        articles = Set(words.articles)
        and = Set(words.and)
        zeros = Set(words.zeros)
        decimal = Set(words.decimal)
        negative = Set(words.negative)
        units = Set(words.units)
            .union(words.currencies.flatMap(\.parts))
        numbered = Set(words.numbered)
        yearPrefixes = Set(words.yearPrefixes)
        of = Set(words.of)
        percent = PhraseTable(words.percent.map { ($0, ()) })
        timePrefixes = Set(words.timePrefixes)
        hours = PhraseTable(words.hour.map { ($0.key, $0.value) })
        dayHalves = PhraseTable(words.dayHalves.map { ($0.key, $0.value) })
        plain = PhraseTable(words.plain.map { ($0, ()) })
        months = Dictionary(
            words.months.map { (Token.key(of: $0), $0) }, uniquingKeysWith: { $1 })
        ambiguousMonths = Set(months.keys)
            .subtracting(names.map { Token.key(of: $0) })
        currencies = Dictionary(
            words.currencies.flatMap { currency in currency.words.map { ($0, currency) } },
            uniquingKeysWith: { $1 })
        scaleNames = Dictionary(
            names.map { (Token.key(of: $0), $0) }.filter { words.scales[$0.0] != nil },
            uniquingKeysWith: { $1 })
        compounds = words.grammar == .german ? NumberCompounds(words) : nil
    }

    /// The value of a word from 0 to 99, or of a whole compound.
    func cardinal(_ key: String) -> Int? {
        if let compounds { compounds.cardinal(key) } else { words.cardinals[key] }
    }

    func ordinal(_ key: String) -> Int? {
        if let compounds { compounds.ordinal(key) } else { words.ordinals[key] }
    }

    func scaleName(_ token: Token) -> String { scaleNames[token.key] ?? token.text }

    /// The word that makes a number an hour, in its spelling.
    func hour(_ tokens: [Token], at index: Int) -> (value: String, count: Int)? {
        index < tokens.count && tokens[index].isWord ? hours.match(tokens, at: index) : nil
    }

    /// The word for the half of the day, in its spelling.
    func dayHalf(_ tokens: [Token], at index: Int) -> (value: String, count: Int)? {
        index < tokens.count && tokens[index].isWord ? dayHalves.match(tokens, at: index) : nil
    }

    func digit(_ key: String) -> Int? {
        if zeros.contains(key) { return 0 }
        guard let value = words.cardinals[key], value < 10 else { return nil }
        return value
    }

    func isNumberWord(_ key: String) -> Bool {
        cardinal(key) != nil || ordinal(key) != nil || words.scales[key] != nil
            || and.contains(key)
    }

    /// Whether anything written as a number may begin with this word.
    func begins(_ key: String) -> Bool {
        cardinal(key) != nil || ordinal(key) != nil || zeros.contains(key)
            || articles.contains(key) || decimal.contains(key) || negative.contains(key)
            || words.repeats[key] != nil || months[key] != nil || words.scales[key] != nil
    }
}
