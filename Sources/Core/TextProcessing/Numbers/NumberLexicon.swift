/// The number words of a language, prepared for look-ups.
struct NumberLexicon: Sendable {
    let words: NumberWords
    /// The lists of words; the units with parts of a currency.
    private let lists: [NumberWords.List: Set<String>]
    /// Words after which the name of a command is a noun.
    let determiners: Set<String>
    /// Units that aren't money.
    let quantities: Set<String>
    let halves: PhraseTable<Void>
    let percent: PhraseTable<Void>
    private let hours: PhraseTable<String>
    private let dayHalves: PhraseTable<String>
    let plain: PhraseTable<Void>
    let fixed: PhraseTable<String>
    let unitSymbols: PhraseTable<String>
    let operators: PhraseTable<String>
    let equals: PhraseTable<Void>
    let clockWordsAfter: [String: Set<String>]
    private let notNames: Set<String>
    private let names: Set<String>
    private let beforeNames: Set<String>
    let afterFractions: PhraseTable<Void>
    /// Whether the number after the phrase is written in Roman numerals.
    let numerals: PhraseTable<Bool>
    /// Words with which something that is written as a number may begin, apart from compounds.
    private let beginnings: Set<String>
    /// The spelling of months, by key.
    let months: [String: String]
    let ambiguousMonths: Set<String>
    let currencies: [String: NumberWords.Currency]
    private let weightWords: [String: Set<String>]
    /// The spelling of scales: `Millionen`.
    private let scaleNames: [String: String]
    private let compounds: NumberCompounds?

    init(_ language: Language) {
        let (words, names) = (language.numbers, language[.names])
        determiners = Set(language[.articles])
        self.words = words
        var lists: [NumberWords.List: Set<String>] = [:]
        for list in NumberWords.List.allCases { lists[list] = Set(words[list]) }
        lists[.units]?.formUnion(words.currencies.flatMap(\.parts))
        lists[.ranges]?.formUnion(words.rangesAfter.keys)
        lists[.weekdays] = Set(words[.weekdays].map { Token.key(of: $0) })
        self.lists = lists
        quantities = Set(words[.units]).subtracting(words.currencies.flatMap(\.words))
        halves = PhraseTable(words[.halves].map { ($0, ()) })
        percent = PhraseTable(words[.percent].map { ($0, ()) })
        hours = PhraseTable(words.hour.map { ($0.key, $0.value) })
        dayHalves = PhraseTable(words.dayHalves.map { ($0.key, $0.value) })
        plain = PhraseTable(words[.plain].map { ($0, ()) })
        months = Dictionary(
            words[.months].map { (Token.key(of: $0), $0) }, uniquingKeysWith: { $1 })
        // A month that isn't among the words with a fixed spelling is also another word (`may`),
        // and needs an ordinal or a year beside it.
        ambiguousMonths = Set(months.keys)
            .subtracting(names.map { Token.key(of: $0) })
        currencies = Dictionary(
            words.currencies.flatMap { currency in currency.words.map { ($0, currency) } },
            uniquingKeysWith: { $1 })
        scaleNames = Dictionary(
            names.map { (Token.key(of: $0), $0) }.filter { words.scales[$0.0] != nil },
            uniquingKeysWith: { $1 })
        compounds = words.grammar == .german ? NumberCompounds(words) : nil
        fixed = PhraseTable(words.fixed.map { ($0.key, $0.value) })
        unitSymbols = PhraseTable(words.unitSymbols.map { ($0.key, $0.value) })
        operators = PhraseTable(words.operators.map { ($0.key, $0.value) })
        equals = PhraseTable(words[.equals].map { ($0, ()) })
        clockWordsAfter = words.clockWordsAfter.mapValues { Set($0) }
        self.names = Set(names.map { Token.key(of: $0) })
        beforeNames = Set(words[.uncounted]).union(words[.of]).subtracting(language[.titleArticles])
        notNames = Set(language[.notNames]).union(words[.units]).union(language[.titleArticles])
            .subtracting(words[.streetBeginnings])
        afterFractions = PhraseTable(words[.afterFractions].map { ($0, ()) })
        numerals = PhraseTable(
            words[.numerals].map { ($0, false) } + words[.romanNumerals].map { ($0, true) })
        weightWords = Dictionary(
            words.currencies.filter { !$0.weightWords.isEmpty }
                .map { ($0.symbol, Set($0.weightWords)) }, uniquingKeysWith: { $1 })
        let firstWords = (words[.numerals] + words[.romanNumerals] + Array(words.fixed.keys))
            .compactMap { $0.split(separator: " ").first.map { Token.key(of: $0) } }
        let kinds: [NumberWords.List] = [.zeros, .articles, .decimal, .negative, .weekdays, .plus]
        beginnings = kinds.reduce(into: Set(words.cardinals.keys)) { $0.formUnion(lists[$1] ?? []) }
            .union(words.ordinals.keys).union(words.repeats.keys).union(months.keys)
            .union(words.scales.keys).union(firstWords)
    }

    /// Whether a list has the key.
    func has(_ key: String, _ list: NumberWords.List) -> Bool {
        lists[list]?.contains(key) ?? false
    }

    /// Whether amounts in a currency may be weights, and the key is a word that says so.
    func isWeight(_ key: String, _ currency: NumberWords.Currency) -> Bool {
        weightWords[currency.symbol]?.contains(key) ?? false
    }

    /// Whether the key is a word that ends the name of a street, or in German is that name.
    func isStreet(_ key: String) -> Bool {
        guard words.grammar == .german else { return has(key, .streets) }
        return words[.streets].contains { key.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
            && !has(key, .notStreets)
    }

    /// Whether the key may be a word of a street's name, or its last word.
    func isStreetName(_ key: String, isLast: Bool) -> Bool {
        !key.isEmpty && !notNames.contains(key) && !has(key, .notStreets) && !isNumberWord(key)
            && !(isLast && has(key, .streetBeginnings))
    }

    /// Whether the key is a word with a fixed spelling.
    func isName(_ key: String) -> Bool { names.contains(key) }

    /// Whether the key is a word before which an article would stand if no name followed.
    func isBeforeName(_ key: String) -> Bool { beforeNames.contains(key) }

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
        if has(key, .zeros) { return 0 }
        guard let value = words.cardinals[key], value < 10 else { return nil }
        return value
    }

    func isNumberWord(_ key: String) -> Bool {
        cardinal(key) != nil || ordinal(key) != nil || words.scales[key] != nil
            || has(key, .and)
    }

    /// Whether anything written as a number may begin with this word.
    func begins(_ key: String) -> Bool {
        beginnings.contains(key)
            || compounds.map { $0.cardinal(key) != nil || $0.ordinal(key) != nil } ?? false
    }
}
