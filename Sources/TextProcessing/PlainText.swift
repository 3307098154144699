public import Dictation

/// The least that makes words readable: one space between utterances and before a continuation,
/// a capital at the start of a sentence, "I" written large.
public enum PlainText {
    /// Makes text of a transcript. Every word is kept.
    public static func compose(_ transcript: Transcript, after context: TextContext) -> String {
        let words = transcript.text.split(separator: " ").map(writeI)
        guard !words.isEmpty else { return "" }
        let text = words.joined(separator: " ")
        let before = context.lastLine
        let sentence = startsSentence(before) ? capitalized(text) : text
        return (needsSpace(before) ? " " : "") + sentence
    }

    /// The engine's own words, untouched but for the space between utterances.
    public static func raw(_ transcript: Transcript) -> String {
        transcript.text
    }

    private static func startsSentence(_ before: String) -> Bool {
        guard let last = before.last(where: { !$0.isWhitespace }) else { return true }
        return ".!?…".contains(last)
    }

    private static func needsSpace(_ before: String) -> Bool {
        guard let last = before.last else { return false }
        return !last.isWhitespace && !"([{“‘„«-/".contains(last)
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// English "i" and its contractions ("i'm", "i'll") as the pronoun is written.
    private static func writeI(_ word: Substring) -> String {
        word == "i" || word.hasPrefix("i'") ? "I" + word.dropFirst() : String(word)
    }
}

extension TextContext {
    /// The line that the cursor is in.
    fileprivate var lastLine: String {
        switch self {
        case .unknown: ""
        case .before(let text): String(text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline).last ?? "")
        }
    }
}
