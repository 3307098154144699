/// How fast a computer is with a model.
public struct MeasuredSpeed: Hashable, Sendable, Codable {
    /// How long a run takes, in seconds: of a model that computes a window of fixed length, whatever
    /// was said; of any other one for each second of sound.
    public var seconds: Double
    /// The threads with which it was fastest.
    public var threads: Int

    public init(seconds: Double, threads: Int) {
        (self.seconds, self.threads) = (seconds, threads)
    }
}
