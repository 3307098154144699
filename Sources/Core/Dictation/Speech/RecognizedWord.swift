/// A word of an utterance, for engines that report more than text.
public struct RecognizedWord: Hashable, Sendable {
    public let text: String
    /// The time of its beginning, from the first sample of the dictation.
    public let start: Duration
    /// The time of its end, from the first sample of the dictation.
    public let end: Duration
    /// The engine's confidence, from 0 to 1.
    public let confidence: Double

    public init(_ text: String, start: Duration, end: Duration, confidence: Double) {
        (self.text, self.start, self.end) = (text, start, end)
        self.confidence = confidence
    }

    /// The same word of a sound before which there was more.
    public func later(by time: Duration) -> RecognizedWord {
        RecognizedWord(text, start: start + time, end: end + time, confidence: confidence)
    }
}
