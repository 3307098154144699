public import Dictation

/// How text is to be made of words.
public struct TextOptions: Sendable {
    public var language = Language.english
    public var numbers = NumberStyle.smart
    /// Whether spoken punctuation and commands are obeyed.
    public var obeysSpokenMarks = true
    /// Whether "um" is left out.
    public var leavesOutFillers = true
    /// Whether "the the" is written once.
    public var leavesOutRepetitions = true
    /// Whether sentences begin with a capital and names are written large. Neither is wanted
    /// in a terminal or in code.
    public var capitalizes = true
    /// Whether marks are written with the keys that every keyboard has: `"` and `--`.
    public var plainMarks = false
    /// The keys that may be pressed by voice.
    public var keys: Set<EditingKey> = []
    /// The person's own rules, of which the later counts where two name the same phrase.
    public var replacements: [TextReplacement] = []

    public init() {}
}

/// A rule of the person's own dictionary.
public struct TextReplacement: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// Words as they are said, whatever their case.
        case phrase(String)
        /// What a pattern matches in the finished text.
        case pattern(TextPattern)
    }

    public let subject: Subject
    /// What is written instead. For a pattern, `$1` is what its first group matched.
    public let text: String
    /// Whether the text keeps its first letter at the start of a sentence.
    public let isExact: Bool

    /// - Parameter isExact: nil means: if the text has a capital, as `iPhone`.
    public init(_ subject: Subject, text: String, isExact: Bool? = nil) {
        self.subject = subject
        self.text = text
        self.isExact = isExact ?? text.contains(where: \.isUppercase)
    }
}
