public import Dictation

/// An utterance of a recording, with its place.
public struct SpokenUtterance: Hashable, Sendable {
    /// The engine's words, neither processed nor cleaned.
    public let text: String
    /// The time of its beginning, from the first sample of the recording.
    public let start: Duration
    /// The time of its end, from the first sample of the recording.
    public let end: Duration
    /// Its words, if the engine knows their times.
    public let words: [RecognizedWord]

    public init(_ text: String, start: Duration, end: Duration, words: [RecognizedWord] = []) {
        (self.text, self.start, self.end, self.words) = (text, start, end, words)
    }
}
