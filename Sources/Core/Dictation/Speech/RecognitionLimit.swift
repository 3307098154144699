/// The time limit of an engine at the end of a dictation, which depends on its length.
public struct RecognitionLimit: Hashable, Sendable {
    /// The time for each started 30 s of speech.
    public let perHalfMinute: Duration

    public init(perHalfMinute: Duration) {
        self.perHalfMinute = perHalfMinute
    }

    public func limit(samples: Int) -> Duration {
        let halfMinute = 30 * AudioFormat.rate
        return perHalfMinute * max(1, (samples + halfMinute - 1) / halfMinute)
    }
}
