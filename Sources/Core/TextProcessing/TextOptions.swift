public import Dictation

/// How words are turned into text.
public struct TextOptions: Equatable, Sendable {
    public var language = Language.english
    public var numbers = NumberStyle.smart
    /// How sentences are ended. Should be `.spoken` in a terminal. The settings have `.auto`.
    public var punctuation = PunctuationStyle.spoken
    /// Whether spoken punctuation and commands are carried out.
    public var obeysSpokenMarks = true
    /// Whether “go to sleep” ends the dictation: where a phrase begins the next one.
    public var obeysSleep = false
    /// Whether commands that delete, send or end are obeyed. Should be false for recordings.
    public var revises = true
    /// Whether "um" is left out.
    public var leavesOutFillers = true
    /// Whether “at three, no wait, at four” is “at four”.
    public var obeysCorrections = true
    /// Whether "the the" is written once.
    public var leavesOutRepetitions = true
    /// Whether sentences and names are capitalized. Should be off in a terminal or in code.
    public var capitalizes = true
    /// Whether marks are written with the keys of every keyboard: `"` and `--`.
    public var plainMarks = false
    /// Whether command lines are written as such, and a sentence alone without capital and stop: in a
    /// terminal.
    public var writesCommandLines = false
    /// Whether “camel case foo bar” is a name in mid-sentence, too: where code is written.
    public var writesCode = false
    /// The words that make an editing command of what follows them; nil if a pause before and after
    /// it is enough.
    public var commandPrefix: String?
    /// A model's instructions for the user's own phrases: `make that a haiku`.
    public var rewritings: [String: String] = [:]
    /// The keys that may be pressed by voice.
    public var keys: Set<EditingKey> = []
    /// The words of the language; nil if no list of them is installed.
    public var words: (any WordList)? {
        get { list?.words }
        set { list = newValue.map(ComparableWords.init) }
    }
    private var list: ComparableWords?
    /// The user's own rules; of two for the same phrase the later one applies.
    public var replacements: [TextReplacement] = []

    public init() {}

    private struct ComparableWords: Equatable, Sendable {
        let words: any WordList

        static func == (left: Self, right: Self) -> Bool {
            AnyHashable(left.words) == AnyHashable(right.words)
        }
    }
}

/// Which sentences end that have no mark, where the options say that sentences end by themselves.
public enum SentenceEnding: Hashable, Sendable {
    case all
    /// Those before long pauses, not the last: more words follow it, or other text.
    case beforePauses
    /// None, as in a field of one word.
    case none
}

/// A rule of the user's dictionary.
public struct TextReplacement: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// Words as they are spoken, in any case.
        case phrase(String)
        /// The matches of a pattern in the finished text.
        case pattern(TextPattern)
    }

    public let subject: Subject
    /// The replacement. For a pattern, `$1` stands for the match of its first group.
    public let text: String
    /// Whether the text keeps its first letter at the start of a sentence.
    public let isExact: Bool

    /// - Parameter isExact: nil for: if the text has a capital, as in `iPhone`.
    public init(_ subject: Subject, text: String, isExact: Bool? = nil) {
        self.subject = subject
        self.text = text
        self.isExact = isExact ?? text.contains(where: \.isUppercase)
    }
}

/// The words of a language, as they are written.
public protocol WordList: Hashable, Sendable {
    /// Whether it has this word in this casing.
    func contains(_ word: String) -> Bool
}

extension WordList {
    /// A word with its capital if it has no other casing, as most German nouns; nil if it may be
    /// small, or is unknown.
    func noun(_ word: String) -> String? {
        guard let first = word.first, first.isLowercase else { return nil }
        let large = first.uppercased() + word.dropFirst()
        return contains(large) && !contains(word) ? large : nil
    }
}
