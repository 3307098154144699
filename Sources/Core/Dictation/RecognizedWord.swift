/// One word of an utterance, where the engine tells more than the word.
public struct RecognizedWord: Hashable, Sendable {
    public let text: String
    /// From the first sample of the dictation.
    public let start: Duration
    public let end: Duration
    /// How sure the engine is, from 0 to 1.
    public let confidence: Double

    public init(_ text: String, start: Duration, end: Duration, confidence: Double) {
        (self.text, self.start, self.end) = (text, start, end)
        self.confidence = confidence
    }
}
