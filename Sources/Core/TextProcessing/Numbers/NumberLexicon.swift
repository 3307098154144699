/// The number words of a language, prepared for look-ups.
struct NumberLexicon: Sendable {
    let words: NumberWords
    let articles: Set<String>
    /// Words after which the name of a command is a noun.
    let determiners: Set<String>
    let and: Set<String>
    let zeros: Set<String>
    let decimal: Set<String>
    let negative: Set<String>
    /// Units, and parts of a currency.
    let units: Set<String>
    /// Units that aren't money.
    let quantities: Set<String>
    let numbered: Set<String>
    let numberedInTurn: Set<String>
    let halves: PhraseTable<Void>
    let scoreWords: Set<String>
    let notBeforeScores: Set<String>
    let yearPrefixes: Set<String>
    let of: Set<String>
    let percent: PhraseTable<Void>
    let timePrefixes: Set<String>
    private let hours: PhraseTable<String>
    private let dayHalves: PhraseTable<String>
    let plain: PhraseTable<Void>
    let fixed: PhraseTable<String>
    let unitSymbols: PhraseTable<String>
    let operators: PhraseTable<String>
    let equals: PhraseTable<Void>
    let plus: Set<String>
    let ranges: Set<String>
    let clockParts: Set<String>
    let clockWords: Set<String>
    let clockWordsAfter: [String: Set<String>]
    let uncounted: Set<String>
    let datePrefixes: Set<String>
    let weekdays: Set<String>
    let dateArticles: Set<String>
    let dateRanges: Set<String>
    private let streets: Set<String>
    private let notStreets: Set<String>
    private let streetBeginnings: Set<String>
    private let notNames: Set<String>
    private let names: Set<String>
    private let beforeNames: Set<String>
    let versions: Set<String>
    let timed: Set<String>
    let ordered: Set<String>
    let rulerTitles: Set<String>
    let rulerArticles: Set<String>
    let fractions: Set<String>
    let pluralFractions: Set<String>
    let afterFractions: PhraseTable<Void>
    let dayHours: Set<String>
    let dayHourPrefixes: Set<String>
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
        let (words, names) = (language.numbers, language.names)
        determiners = Set(language.articles)
        self.words = words
        articles = Set(words.articles)
        and = Set(words.and)
        zeros = Set(words.zeros)
        decimal = Set(words.decimal)
        negative = Set(words.negative)
        units = Set(words.units)
            .union(words.currencies.flatMap(\.parts))
        quantities = Set(words.units).subtracting(words.currencies.flatMap(\.words))
        numbered = Set(words.numbered)
        numberedInTurn = Set(words.numberedInTurn)
        halves = PhraseTable(words.halves.map { ($0, ()) })
        scoreWords = Set(words.scoreWords)
        notBeforeScores = Set(words.notBeforeScores)
        yearPrefixes = Set(words.yearPrefixes)
        of = Set(words.of)
        percent = PhraseTable(words.percent.map { ($0, ()) })
        timePrefixes = Set(words.timePrefixes)
        hours = PhraseTable(words.hour.map { ($0.key, $0.value) })
        dayHalves = PhraseTable(words.dayHalves.map { ($0.key, $0.value) })
        plain = PhraseTable(words.plain.map { ($0, ()) })
        months = Dictionary(
            words.months.map { (Token.key(of: $0), $0) }, uniquingKeysWith: { $1 })
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
        equals = PhraseTable(words.equals.map { ($0, ()) })
        plus = Set(words.plus)
        ranges = Set(words.ranges).union(words.rangesAfter.keys)
        clockParts = Set(words.clockParts)
        clockWords = Set(words.clockWords)
        clockWordsAfter = words.clockWordsAfter.mapValues { Set($0) }
        uncounted = Set(words.uncounted)
        datePrefixes = Set(words.datePrefixes)
        weekdays = Set(words.weekdays.map { Token.key(of: $0) })
        dateArticles = Set(words.dateArticles)
        dateRanges = Set(words.dateRanges)
        streets = Set(words.streets)
        notStreets = Set(words.notStreets)
        streetBeginnings = Set(words.streetBeginnings)
        self.names = Set(names.map { Token.key(of: $0) })
        beforeNames = Set(words.uncounted).union(words.of).subtracting(language.titleArticles)
        notNames = Set(language.notNames).union(words.units).union(language.titleArticles)
            .subtracting(words.streetBeginnings)
        versions = Set(words.versions)
        timed = Set(words.timed)
        ordered = Set(words.ordered)
        rulerTitles = Set(words.rulerTitles)
        rulerArticles = Set(words.rulerArticles)
        fractions = Set(words.fractions)
        pluralFractions = Set(words.pluralFractions)
        afterFractions = PhraseTable(words.afterFractions.map { ($0, ()) })
        dayHours = Set(words.dayHours)
        dayHourPrefixes = Set(words.dayHourPrefixes)
        numerals = PhraseTable(
            words.numerals.map { ($0, false) } + words.romanNumerals.map { ($0, true) })
        weightWords = Dictionary(
            words.currencies.filter { !$0.weightWords.isEmpty }
                .map { ($0.symbol, Set($0.weightWords)) }, uniquingKeysWith: { $1 })
        let firstWords = (words.numerals + words.romanNumerals + Array(words.fixed.keys))
            .compactMap { $0.split(separator: " ").first.map { Token.key(of: $0) } }
        beginnings = Set(words.cardinals.keys).union(words.ordinals.keys).union(zeros)
            .union(articles).union(decimal).union(negative).union(words.repeats.keys)
            .union(months.keys).union(weekdays).union(words.scales.keys)
            .union(plus).union(firstWords)
    }

    /// Whether amounts in a currency may be weights, and the key is a word that says so.
    func isWeight(_ key: String, _ currency: NumberWords.Currency) -> Bool {
        weightWords[currency.symbol]?.contains(key) ?? false
    }

    /// Whether the key is a word that ends the name of a street, or in German is that name.
    func isStreet(_ key: String) -> Bool {
        guard words.grammar == .german else { return streets.contains(key) }
        return words.streets.contains { key.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
            && !notStreets.contains(key)
    }

    /// Whether the key may be a word of a street's name, or its last word.
    func isStreetName(_ key: String, isLast: Bool) -> Bool {
        !key.isEmpty && !notNames.contains(key) && !notStreets.contains(key) && !isNumberWord(key)
            && !(isLast && streetBeginnings.contains(key))
    }

    /// Whether the key is a word with which the name of a street may begin: `old`.
    func beginsStreet(_ key: String) -> Bool { streetBeginnings.contains(key) }

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
        beginnings.contains(key)
            || compounds.map { $0.cardinal(key) != nil || $0.ordinal(key) != nil } ?? false
    }
}
