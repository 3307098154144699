public import Dictation

/// The result of processing a transcript.
public struct Composition: Hashable, Sendable {
    public enum Piece: Hashable, Sendable {
        /// The text of an utterance, with the space before it.
        case utterance(String)
        case key(EditingKey)
    }

    /// A spoken command about text that was typed before.
    public enum Revision: Hashable, Sendable {
        /// Remove its last utterance.
        case scratch
        /// Undo its last change.
        case undo
        /// Select its last utterance, so that the next text replaces it.
        case select
        /// Replace the model's text by the text from before it.
        case restoreRaw
    }

    /// The text to type and the keys to press, in order.
    public internal(set) var pieces: [Piece]
    /// The revisions to make before that, in order. A caller that can carry them out composes again
    /// with the context that is left.
    public let revisions: [Revision]
    /// Whether to select the last utterance after typing it.
    public let selectsLast: Bool
    /// Whether the user said the command that ends the dictation.
    public let endsDictation: Bool
    /// Whether the last mark is the end of a sentence that was not spoken.
    public let endsWithOwnStop: Bool
    /// Whether it begins with a spoken mark that takes the place of such an end before it.
    public let replacesStop: Bool
    /// The last key that was to be pressed and may not be: its words are in the text.
    public let refusedKey: EditingKey?
    /// The text that was removed again, if nothing else is left; nil if none was.
    public let withdrawn: String?
    /// The words that corrections in mid-sentence took back: “at three”.
    public let takenBack: [String]
    /// The names of marks and commands that were said, and what became of them, in order.
    public let phrases: [SpokenPhrase]

    public var utterances: [String] {
        pieces.compactMap { if case .utterance(let text) = $0 { text } else { nil } }
    }

    /// All text, with Enter as a line break and Tab as a tab.
    public var text: String {
        pieces.map { piece in
            switch piece {
            case .utterance(let text): text
            case .key(.enter): "\n"
            case .key(.tab): "\t"
            case .key: ""
            }
        }.joined()
    }
}

extension [Composition.Piece] {
    /// Replaces the text between the keys: `transform` gets the utterances of each such section,
    /// and returns those that replace them. Empty ones are dropped.
    public func mappingText(_ transform: ([String]) -> [String]) -> [Composition.Piece] {
        var result: [Composition.Piece] = []
        var texts: [String] = []
        func endStretch() {
            result += transform(texts).filter { !$0.isEmpty }.map { .utterance($0) }
            texts = []
        }
        for piece in self {
            switch piece {
            case .utterance(let text): texts.append(text)
            case .key:
                endStretch()
                result.append(piece)
            }
        }
        endStretch()
        return result
    }
}

/// A phrase for a mark or a command, and what became of it.
public struct SpokenPhrase: Hashable, Sendable {
    public let words: String
    /// Whether it was obeyed; false if it is words of the text.
    public let isObeyed: Bool
    /// Why, in a few words: `after “new”`.
    public let reason: String
    /// One line for a user: `tab is a word: after “new”`.
    public var explanation: String {
        "“\(words)” \(isObeyed ? "was obeyed" : "is text"): \(reason)"
    }
    /// Whether it deletes, sends, ends or moves.
    public let isCostly: Bool
}
