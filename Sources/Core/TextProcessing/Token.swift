import Dictation

/// A piece of text between transcript and result.
struct Token: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case word
        case mark(Mark.Role)
        case command(SpokenCommand)
        /// A key to press between the words.
        case key(EditingKey)
        /// The end of an utterance.
        case pause
    }

    enum LetterCase: Hashable, Sendable {
        /// Decided by the sentence or the list of names.
        case free
        case capital, upper, lower
        /// Unchanged.
        case fixed
    }

    var kind: Kind
    /// The text as it is written.
    var text: String
    /// The form that rules compare: in lower case, with straight apostrophes. Empty if no rule may
    /// apply.
    var key: String
    /// Whether it has no space before it.
    var joinsLeft = false
    /// Whether the next token has no space before it.
    var joinsRight = false
    var letterCase = LetterCase.free
    /// Whether it was written by the recogniser, not spoken.
    var isEngines = false
    /// Whether the user paused before it, within an utterance.
    var isAfterPause = false
    /// Whether the engine joined it to the word before it by a hyphen.
    var isAfterHyphen = false

    static let pause = Token(kind: .pause, text: "", key: "")
    /// The end of an utterance after which nothing was said for long.
    static let longPause = Token(kind: .pause, text: "long", key: "")

    static func word(_ text: String) -> Token {
        Token(kind: .word, text: text, key: Token.key(of: text))
    }

    /// A word that no rule changes.
    static func fixed(_ text: String) -> Token {
        Token(kind: .word, text: text, key: "", letterCase: .fixed)
    }

    static func mark(_ text: String, _ spacing: Mark.Spacing, _ role: Mark.Role) -> Token {
        Token(
            kind: .mark(role), text: text, key: "",
            joinsLeft: spacing == .left || spacing == .both,
            joinsRight: spacing == .right || spacing == .both)
    }

    var isLongPause: Bool { kind == .pause && !text.isEmpty }

    var isWord: Bool { kind == .word }

    var isMark: Bool { role != nil }

    var role: Mark.Role? {
        if case .mark(let role) = kind { role } else { nil }
    }

    static func key(of text: some StringProtocol) -> String {
        let lower = text.lowercased()
        guard lower.utf8.contains(0xE2) else { return lower }
        return String(lower.map { $0 == "’" ? "'" : $0 })
    }
}

/// The quotations that are open at a place in the tokens: many rules hold in none.
struct OpenQuotations {
    private var depth = 0

    var areNone: Bool { depth == 0 }

    /// Notes the token at the place.
    mutating func pass(_ token: Token) {
        switch token.role {
        case .openingQuote: depth += 1
        case .closingQuote: depth = max(0, depth - 1)
        default: break
        }
    }
}
