/// The number words of a language, and how numbers are written in it.
public struct NumberWords: Hashable, Sendable {
    /// How words form a number.
    public enum Grammar: String, Hashable, Sendable, CaseIterable {
        /// Numbers are left in words.
        case none
        /// Tens before units in separate words, years in pairs: twenty-six, nineteen eighty.
        case english
        /// Units before tens in one word: sechsundzwanzig.
        case german
    }

    /// The words after an amount of money, and its symbol.
    public struct Currency: Hashable, Sendable {
        public var words: [String]
        public var symbol: String
        /// Words for a hundredth.
        public var parts: [String]
        /// Words beside which the amount isn't money but a weight: `weighs`, `of`.
        public var weightWords: [String]

        public init(
            _ words: [String], _ symbol: String, parts: [String], weightWords: [String] = []
        ) {
            self.words = words
            self.symbol = symbol
            self.parts = parts
            self.weightWords = weightWords
        }
    }

    /// A list of words, by its name in a file.
    public enum List: String, Hashable, Sendable, CaseIterable {
        /// Words that mean 1 before a scale, per cent or money, and are articles elsewhere.
        case articles
        /// Words between hundreds and the rest, or units and tens.
        case and
        /// Words for zero among digits: `oh`.
        case zeros
        case decimal
        case negative
        case percent
        /// Words before which even small numbers are written in digits: `kilometers`.
        case units
        /// Words and marks after which even small numbers are written in digits: `page`.
        case numbered
        /// Words that do the same where another such word and its number come before: `satz` in
        /// “§ 12 Absatz 2 Satz 1”.
        case numberedInTurn = "numbered_in_turn"
        /// Phrases for 0.5 after a whole number, before per cent, a scale or a unit's sign.
        case halves
        /// Words between the two numbers of a result: `zu` in “3:2”.
        case scoreWords = "score_words"
        /// Words after which two such numbers are no result: `um`.
        case notBeforeScores = "not_before_scores"
        /// Words after which a four-digit number is a year: `in`.
        case yearPrefixes = "year_prefixes"
        /// Words after which three digits with a zero in the middle are a time: `at`.
        case timePrefixes = "time_prefixes"
        /// The months in their spelling.
        case months
        /// Words between day and month: `of`.
        case of
        /// Phrases in which a number word isn't a number: `no one`.
        case plain
        /// Phrases for the sign of an equation, without which there is none.
        case equals
        /// Words for the sign before a telephone number.
        case plus
        /// Words between two numbers that are written in the same style: `to`, `or`.
        case ranges
        /// Parts of an hour: `half`.
        case clockParts = "clock_parts"
        /// Words between minutes and hour, `past`; the time is written in words.
        case clockWords = "clock_words"
        /// Words after `two thousand eight` that it doesn't count.
        case uncounted
        /// Words before the day in a date of two ordinals: `am dritten dritten`.
        case datePrefixes = "date_prefixes"
        /// The days of the week: a date after one has a comma before it.
        case weekdays
        /// Words between weekday and date: `den` in “Dienstag, den 9. Juni”.
        case dateArticles = "date_articles"
        /// Words between the first day and the last one: `to` in “June 9 to 12”.
        case dateRanges = "date_ranges"
        /// Words that end the name of a street: `street` in “42 Baker Street”; with German grammar its
        /// last letters: `straße` in “Goethestraße 3”.
        case streets
        /// Words that are no part of such a name: `way` in “two way street”, `durchweg`.
        case notStreets = "not_streets"
        /// Words with which such a name begins although they are no names elsewhere: `old`.
        case streetBeginnings = "street_beginnings"
        /// Nouns that last some seconds: `clip` in “a 20-second clip”.
        case timed
        /// Nouns that are numbered rather: `floor` in “a twenty second floor flat”.
        case ordered
        /// Words after which a full stop between two numbers is part of them: `version`.
        case versions
        /// Titles of rulers, with which any name may have a number; words between name and number:
        /// “Henry the eighth”.
        case rulerTitles = "ruler_titles"
        case rulerArticles = "ruler_articles"
        /// Words for a part after one, and after more; phrases before which the two have a hyphen:
        /// “two-thirds of the people”.
        case fractions
        case pluralFractions = "plural_fractions"
        case afterFractions = "after_fractions"
        /// Words for the hours of a day after four digits, “1800 hours”, and words before those.
        case dayHours = "day_hours"
        case dayHourPrefixes = "day_hour_prefixes"
        /// Phrases after which a number is written in digits, and in Roman numerals.
        case numerals
        case romanNumerals = "roman_numerals"
    }

    public var grammar = Grammar.none
    /// 0 to 19, and the tens up to 90.
    public var cardinals: [String: Int] = [:]
    /// 1st to 19th, and the tens up to 90th; above that the ordinals of the scales: `hundredth`.
    public var ordinals: [String: Int] = [:]
    /// 100, 1000, and so on.
    public var scales: [String: Int] = [:]
    /// Words that repeat a digit: `double`.
    public var repeats: [String: Int] = [:]
    public var currencies: [Currency] = []
    /// The mark between the two numbers of a result.
    public var scoreMark = ""
    /// `o'clock` and `Uhr` as spoken, and as written.
    public var hour: [String: String] = [:]
    /// `am` as spoken, and as written.
    public var dayHalves: [String: String] = [:]
    /// Numbers that are written in a special way: `twenty four seven` as `24/7`.
    public var fixed: [String: String] = [:]
    /// Words for ten years after the hundreds of a year: 80 for `eighties`, 100 for `hundreds`.
    public var decades: [String: Int] = [:]
    /// Units that are written as symbols: `°C`.
    public var unitSymbols: [String: String] = [:]
    /// Phrases between the numbers of an equation, and their signs.
    public var operators: [String: String] = [:]
    /// Words that are `ranges` after another word: `and` after `between`.
    public var rangesAfter: [String: String] = [:]
    /// `clockWords` that may also be words of a range, `to`: they need a word before the minutes.
    public var clockWordsAfter: [String: [String]] = [:]
    /// Rulers of one or two names, and the highest number that one had.
    public var rulers: [String: Int] = [:]
    /// The mark between whole and fraction.
    public var decimalMark = "."
    /// The mark between thousands.
    public var groupMark = ","
    /// From this number of digits on, thousands are grouped.
    public var groupFrom = 4
    /// Whether a currency's symbol is written before the amount.
    public var symbolFirst = true
    /// The sign for per cent.
    public var percentMark = "%"

    private var lists: [List: [String]] = [:]

    public init() {}

    public subscript(list: List) -> [String] {
        get { lists[list] ?? [] }
        set { lists[list] = newValue.isEmpty ? nil : newValue }
    }
}
