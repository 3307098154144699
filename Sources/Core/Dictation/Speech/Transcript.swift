/// The words of one or more utterances from the recogniser: untrusted text, neither processed nor
/// cleaned.
public struct Transcript: Hashable, Sendable {
    /// One string for each utterance (speech between two pauses), without white space at its ends
    /// and never empty.
    public private(set) var utterances: [String]
    /// The indexes of the utterances after which the user paused for long: where sentences end.
    public private(set) var longPauses: Set<Int> = []

    /// Where the user paused within an utterance: by its index, the indexes of the words after the
    /// pauses. An utterance of which that isn't known has no entry.
    public private(set) var pauses: [Int: Set<Int>] = [:]

    public init(_ utterances: [String] = []) {
        self.utterances = []
        for utterance in utterances { append(utterance) }
    }

    public var isEmpty: Bool { utterances.isEmpty }

    /// Adds an utterance, unless it is blank.
    ///
    /// - Parameter pauses: the indexes of the words before which the user paused; nil if unknown.
    public mutating func append(_ utterance: String, pauses: Set<Int>? = nil) {
        let words = utterance.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return }
        utterances.append(words.joined(separator: " "))
        if let pauses { self.pauses[utterances.count - 1] = pauses }
    }

    /// Adds an utterance in which `|` stands between two words for a pause.
    public mutating func append(marked utterance: String) {
        let parts = utterance.split(whereSeparator: \.isWhitespace)
        let bars = parts.indices.filter { parts[$0] == "|" }
        append(
            parts.filter { $0 != "|" }.joined(separator: " "),
            pauses: bars.isEmpty ? nil : Set(bars.enumerated().map { $1 - $0 }))
    }

    /// Adds an utterance with the times of its words, which say where the user paused. Times that
    /// don't match its words are ignored.
    public mutating func append(_ utterance: String, times: [RecognizedWord]) {
        let words = utterance.split(whereSeparator: \.isWhitespace)
        guard words.count == times.count, words.count > 1 else { return append(utterance) }
        let pauses = times.indices.dropFirst().filter {
            times[$0].start - times[$0 - 1].end >= Self.shortPause
        }
        append(utterance, pauses: Set(pauses))
    }

    /// The shortest silence between two words that sets them off. In 59 recordings of read sentences
    /// 3 of 819 words have one on both sides.
    public static let shortPause = Duration.milliseconds(200)

    /// Notes that a long pause followed the last utterance.
    public mutating func noteLongPause() {
        if !utterances.isEmpty { longPauses.insert(utterances.count - 1) }
    }

    /// All words, with a space between utterances.
    public var text: String { utterances.joined(separator: " ") }
}
