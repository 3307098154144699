/// The words of one or more utterances from the recogniser: untrusted text, neither processed nor
/// cleaned.
public struct Transcript: Hashable, Sendable {
    /// One string for each utterance (speech between two pauses), without white space at its ends
    /// and never empty.
    public private(set) var utterances: [String]
    /// The indexes of the utterances after which the user paused for long: where sentences end.
    public private(set) var longPauses: Set<Int> = []

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

    /// Notes that a long pause followed the last utterance.
    public mutating func noteLongPause() {
        if !utterances.isEmpty { longPauses.insert(utterances.count - 1) }
    }

    /// All words, with a space between utterances.
    public var text: String { utterances.joined(separator: " ") }
}
