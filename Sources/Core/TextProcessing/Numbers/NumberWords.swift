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

    public var grammar = Grammar.none
    /// 0 to 19, and the tens up to 90.
    public var cardinals: [String: Int] = [:]
    /// 1st to 19th, and the tens up to 90th; above that the ordinals of the scales: `hundredth`.
    public var ordinals: [String: Int] = [:]
    /// 100, 1000, and so on.
    public var scales: [String: Int] = [:]
    /// Words that mean 1 before a scale, per cent or money, and are articles elsewhere.
    public var articles: [String] = []
    /// Words between hundreds and the rest, or units and tens.
    public var and: [String] = []
    /// Words for zero among digits: `oh`.
    public var zeros: [String] = []
    /// Words that repeat a digit: `double`.
    public var repeats: [String: Int] = [:]
    public var decimal: [String] = []
    public var negative: [String] = []
    public var percent: [String] = []
    public var currencies: [Currency] = []
    /// Words before which even small numbers are written in digits: `kilometers`.
    public var units: [String] = []
    /// Words and marks after which even small numbers are written in digits: `page`.
    public var numbered: [String] = []
    /// Words that do the same where another such word and its number come before: `satz` in
    /// “§ 12 Absatz 2 Satz 1”.
    public var numberedInTurn: [String] = []
    /// Phrases for 0.5 after a whole number, before per cent, a scale or a unit's sign.
    public var halves: [String] = []
    /// Words between the two numbers of a result: `zu` in “3:2”; and the mark that is written.
    public var scoreWords: [String] = []
    public var scoreMark = ""
    /// Words after which two such numbers are no result: `um`.
    public var notBeforeScores: [String] = []
    /// Words after which a four-digit number is a year: `in`.
    public var yearPrefixes: [String] = []
    /// The months in their spelling.
    public var months: [String] = []
    /// Words between day and month: `of`.
    public var of: [String] = []
    /// Words after which three digits with a zero in the middle are a time: `at`.
    public var timePrefixes: [String] = []
    /// `o'clock` and `Uhr` as spoken, and as written.
    public var hour: [String: String] = [:]
    /// `am` as spoken, and as written.
    public var dayHalves: [String: String] = [:]
    /// Phrases in which a number word isn't a number: `no one`.
    public var plain: [String] = []
    /// Numbers that are written in a special way: `twenty four seven` as `24/7`.
    public var fixed: [String: String] = [:]
    /// Words for ten years after the hundreds of a year: 80 for `eighties`, 100 for `hundreds`.
    public var decades: [String: Int] = [:]
    /// Units that are written as symbols: `°C`.
    public var unitSymbols: [String: String] = [:]
    /// Phrases between the numbers of an equation, and their signs.
    public var operators: [String: String] = [:]
    /// Phrases for the sign of an equation, without which there is none.
    public var equals: [String] = []
    /// Words for the sign before a telephone number.
    public var plus: [String] = []
    /// Words between two numbers that are written in the same style: `to`, `or`.
    public var ranges: [String] = []
    /// Words that do the same after another word: `and` after `between`.
    public var rangesAfter: [String: String] = [:]
    /// Parts of an hour: `half`.
    public var clockParts: [String] = []
    /// Words between minutes and hour, `past`; the time is written in words.
    public var clockWords: [String] = []
    /// The same where they may also be words of a range, `to`: they need a word before the minutes.
    public var clockWordsAfter: [String: [String]] = [:]
    /// Words after `two thousand eight` that it doesn't count.
    public var uncounted: [String] = []
    /// Words before the day in a date of two ordinals: `am dritten dritten`.
    public var datePrefixes: [String] = []
    /// The days of the week: a date after one has a comma before it.
    public var weekdays: [String] = []
    /// Words between weekday and date: `den` in “Dienstag, den 9. Juni”.
    public var dateArticles: [String] = []
    /// Words between the first day and the last one: `to` in “June 9 to 12”.
    public var dateRanges: [String] = []
    /// Words that end the name of a street: `street` in “42 Baker Street”; with German grammar its
    /// last letters: `straße` in “Goethestraße 3”.
    public var streets: [String] = []
    /// Words that are no part of such a name: `way` in “two way street”, `durchweg`.
    public var notStreets: [String] = []
    /// Words with which such a name begins although they are no names elsewhere: `old`.
    public var streetBeginnings: [String] = []
    /// Nouns that last some seconds: `clip` in “a 20-second clip”.
    public var timed: [String] = []
    /// Nouns that are numbered rather: `floor` in “a twenty second floor flat”.
    public var ordered: [String] = []
    /// Words after which a full stop between two numbers is part of them: `version`.
    public var versions: [String] = []
    /// Phrases after which a number is written in digits, and in Roman numerals.
    public var numerals: [String] = []
    public var romanNumerals: [String] = []
    /// Rulers of one or two names, and the highest number that one had; their titles, with which any
    /// name may have a number; words between name and number: “Henry the eighth”.
    public var rulers: [String: Int] = [:]
    public var rulerTitles: [String] = []
    public var rulerArticles: [String] = []
    /// Words for a part after one, and after more; phrases before which the two have a hyphen:
    /// “two-thirds of the people”.
    public var fractions: [String] = []
    public var pluralFractions: [String] = []
    public var afterFractions: [String] = []
    /// Words for the hours of a day after four digits, “1800 hours”, and words before those.
    public var dayHours: [String] = []
    public var dayHourPrefixes: [String] = []
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

    public init() {}
}
