/// The words of one or more utterances from the recogniser: untrusted text, neither processed nor
/// cleaned.
public struct Transcript: Hashable, Sendable {
    /// One string for each utterance (speech between two pauses), without white space at its ends
    /// and never empty.
    public private(set) var utterances: [String]

    public init(_ utterances: [String] = []) {
        self.utterances = []
        for utterance in utterances { append(utterance) }
    }

    public var isEmpty: Bool { utterances.isEmpty }

    /// Adds an utterance, unless it is blank.
    public mutating func append(_ utterance: String) {
        let words = utterance.split(whereSeparator: \.isWhitespace)
        if !words.isEmpty { utterances.append(words.joined(separator: " ")) }
    }

    /// All words, with a space between utterances.
    public var text: String { utterances.joined(separator: " ") }
}
