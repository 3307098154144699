import Dictation

/// What processing knows of a language, as data. Phrases are written in lower case, their words
/// separated by one space.
public struct Language: Hashable, Sendable {
    /// BCP 47: `en`.
    public var tag: String
    /// What is said for a mark, a symbol or a line break.
    public var marks: [Mark] = []
    /// What is said to change or undo what is written.
    public var commands: [String: SpokenCommand] = [:]
    /// Phrases that mean their words although a mark or a command is among them: `trial period`.
    public var plain: [String] = []
    /// Words after which the name of a mark is a noun: `a comma`.
    public var articles: [String] = []
    /// Words that are no words: `um`.
    public var fillers: [String] = []
    /// Phrases that are fillers where they stand between pauses: `you know`.
    public var pauseFillers: [String] = []
    /// Words that are written once although they were said twice in a row: `the the`.
    public var stutters: [String] = []
    /// Words as they are always written: `Monday`, `I`.
    public var names: [String] = []
    /// Words whose full stop doesn't end a sentence, without that stop: `mr`.
    public var abbreviations: [String] = []
    /// What is said for a letter in a word that is spelt: `alpha` for `a`.
    public var letters: [String: String] = [:]
    public var numbers = NumberWords()

    public init(tag: String) { self.tag = tag }
}

/// A mark, a symbol or a line break.
public struct Mark: Hashable, Sendable {
    /// What it is joined to without a space.
    public enum Spacing: String, Hashable, Sendable, CaseIterable {
        case left, right, both, free
    }

    /// What it means for the text around it.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// Nothing.
        case symbol
        /// Divides a sentence.
        case divider
        /// Ends a sentence.
        case stop
        case opening, closing, openingQuote, closingQuote
        case lineBreak
    }

    /// What is said for it.
    public var phrases: [String]
    /// How it is written by typographers.
    public var text: String
    /// How it is written with the keys of any keyboard, if different.
    public var plainText: String?
    public var spacing: Spacing
    public var role: Role

    public init(
        _ phrases: [String], _ text: String, plain: String? = nil, _ spacing: Spacing,
        _ role: Role = .symbol
    ) {
        self.phrases = phrases
        self.text = text
        plainText = plain
        self.spacing = spacing
        self.role = role
    }
}

/// What is said to change or undo what is written.
public enum SpokenCommand: String, Hashable, Sendable, CaseIterable {
    /// The next phrase is meant as words.
    case literal
    /// The next word begins with a capital.
    case capital
    case capitalsOn, capitalsOff
    /// The next word is written in capitals.
    case upper
    case upperOn, upperOff
    /// The next word follows without a space.
    case noSpace
    case noSpaceOn, noSpaceOff
    /// The letters that follow are one word.
    case spell
    /// Removes the last utterance.
    case scratch
    /// Takes the last change of the text back.
    case undo
    /// Selects the last utterance.
    case select
    /// Puts the text back in place that a model has mended.
    case restoreRaw
    /// Press keys, if they may.
    case pressEnter, pressTab, pressEscape
    /// Ends the dictation.
    case stop
}

extension SpokenCommand {
    /// The key that it presses.
    var key: EditingKey? {
        switch self {
        case .pressEnter: .enter
        case .pressTab: .tab
        case .pressEscape: .escape
        default: nil
        }
    }
}
