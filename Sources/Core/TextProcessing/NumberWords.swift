/// The words for numbers in a language, and how it writes them.
public struct NumberWords: Hashable, Sendable {
    /// How words make a number.
    public enum Grammar: String, Hashable, Sendable, CaseIterable {
        /// Numbers are left as they are said.
        case none
        /// Tens before units in words of their own, years in pairs: twenty-six, nineteen eighty.
        case english
        /// Units before tens in one word: sechsundzwanzig.
        case german
    }

    /// What is said after an amount of money, and how it is written.
    public struct Currency: Hashable, Sendable {
        public var words: [String]
        public var symbol: String
        /// Words for the hundredth part.
        public var parts: [String]

        public init(_ words: [String], _ symbol: String, parts: [String]) {
            self.words = words
            self.symbol = symbol
            self.parts = parts
        }
    }

    public var grammar = Grammar.none
    /// 0 to 19, and the tens up to 90.
    public var cardinals: [String: Int] = [:]
    /// 1st to 19th, and the tens up to 90th; beyond, what the scales have: `hundredth`.
    public var ordinals: [String: Int] = [:]
    /// 100, 1000, and on.
    public var scales: [String: Int] = [:]
    /// Words that are 1 before a scale, per cent or money, and an article elsewhere.
    public var articles: [String] = []
    /// What stands between hundreds and the rest, or units and tens.
    public var and: [String] = []
    /// Zero among digits: `oh`.
    public var zeros: [String] = []
    /// Words that repeat a digit: `double`.
    public var repeats: [String: Int] = [:]
    public var decimal: [String] = []
    public var negative: [String] = []
    public var percent: [String] = []
    public var currencies: [Currency] = []
    /// Words before which even small numbers are written in digits: `kilometers`.
    public var units: [String] = []
    /// Words after which even small numbers are written in digits: `page`.
    public var numbered: [String] = []
    /// Words after which a four-digit number is a year: `in`.
    public var yearPrefixes: [String] = []
    /// The months as they are written.
    public var months: [String] = []
    /// Between day and month: `of`.
    public var of: [String] = []
    /// Words after which three digits with a zero between are a time: `at`.
    public var timePrefixes: [String] = []
    /// `o'clock` and `Uhr` as said, and as they are written.
    public var hour: [String: String] = [:]
    /// `am` as said, and as it is written.
    public var dayHalves: [String: String] = [:]
    /// Phrases in which a number word is none: `no one`.
    public var plain: [String] = []
    /// Between whole and fraction.
    public var decimalMark = "."
    /// Between thousands.
    public var groupMark = ","
    /// From how many digits on thousands are grouped.
    public var groupFrom = 4
    /// Whether a currency's symbol stands before the amount.
    public var symbolFirst = true
    /// What is written for per cent.
    public var percentMark = "%"

    public init() {}
}
