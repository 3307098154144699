import Dictation

/// Whether a text that a model has rewritten can be proposed. What it says is for the user to
/// judge, who sees it first; this is about what can't be seen.
public enum RewriteCheck {
    /// Why an answer is refused.
    public enum Refusal: Error, Hashable, Sendable {
        case empty
        case tooLong
        /// Characters that control a terminal or deceive the reader.
        case unsafe
        /// Invisible characters that the text doesn't have.
        case invisible
        /// A word that mixes scripts with similar letters.
        case mixedScripts
        /// It is the same text.
        case unchanged

        /// A phrase for a message.
        public var why: String {
            switch self {
            case .empty: "the answer is empty"
            case .tooLong: "the answer is longer than \(RewriteCheck.mostCharacters) characters"
            case .unsafe: "the answer has control characters in it"
            case .invisible: "the answer has invisible characters that the text does not have"
            case .mixedScripts: "the answer has a word of letters of several scripts"
            case .unchanged: "the model leaves the text as it is"
            }
        }
    }

    /// The longest text that is sent or taken, in characters (grapheme clusters): several pages.
    public static let mostCharacters = 8000

    /// The text to propose for an answer, without white space at its ends.
    public static func accepted(_ answer: String, for text: String) throws(Refusal) -> String {
        let lines = answer.replacing("\r\n", with: "\n")
        let body = String(CleanupCheck.trimmed(lines[...]))
        if body.isEmpty { throw .empty }
        guard body.count <= mostCharacters else { throw .tooLong }
        guard TypableText(cleaning: body, lineBreaks: .keep, tabs: .keep).string == body else {
            throw .unsafe
        }
        if CleanupCheck.hides(body, comparedWith: text[...]) { throw .invisible }
        if CleanupCheck.mixesScripts(body, comparedWith: text[...]) { throw .mixedScripts }
        if body == CleanupCheck.trimmed(text[...]) { throw .unchanged }
        return body
    }
}
