import Dictation

/// A piece of text on its way from what was said to what is written.
struct Token: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case word
        case mark(Mark.Role)
        case command(SpokenCommand)
        /// Pressed between the words.
        case key(EditingKey)
        /// The end of an utterance.
        case pause
    }

    enum LetterCase: Hashable, Sendable {
        /// A sentence or the list of names decides.
        case free
        case capital, upper
        /// As it is.
        case fixed
    }

    var kind: Kind
    /// As it is written.
    var text: String
    /// As rules know it: in lower case, with straight apostrophes. Empty where no rule may take it.
    var key: String
    /// Follows what is before it without a space.
    var joinsLeft = false
    /// What follows it has no space before it.
    var joinsRight = false
    var letterCase = LetterCase.free
    /// Written by the recogniser, not spoken.
    var isEngines = false

    static let pause = Token(kind: .pause, text: "", key: "")

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
