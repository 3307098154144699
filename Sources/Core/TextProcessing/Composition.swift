public import Dictation

/// What became of a transcript.
public struct Composition: Hashable, Sendable {
    public enum Piece: Hashable, Sendable {
        /// The text of one, with the space before it.
        case utterance(String)
        case key(EditingKey)
    }

    /// What was said about the text that was typed before.
    public enum Revision: Hashable, Sendable {
        /// Remove its last utterance.
        case scratch
        /// Take its last change back.
        case undo
        /// Select its last utterance: what is typed next takes its place.
        case select
        /// Put the text in place that the model has mended.
        case restoreRaw
    }

    /// What is to be typed and pressed, in order.
    public internal(set) var pieces: [Piece]
    /// What comes before that, in order. Who can do it composes again with the context that is
    /// left.
    public let revisions: [Revision]
    /// The last utterance is to be selected once it is typed.
    public let selectsLast: Bool
    /// The person said that the dictation is over.
    public let endsDictation: Bool

    public var utterances: [String] {
        pieces.compactMap { if case .utterance(let text) = $0 { text } else { nil } }
    }

    /// All text: Enter counts as a line break in it, Tab as a tab.
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
    /// With other text between the keys: `transform` gets the utterances of each such stretch, and
    /// answers with those that take their place. Empty ones go.
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
