/// How long a worker may take, and how long it is kept. While it computes, its processor time
/// counts: a busy machine doesn't make it hang.
public struct WorkerLimits: Hashable, Sendable {
    /// For loading a model: the largest have gigabytes, perhaps on a slow disk.
    public var loading: Duration
    /// For decoding the next block while sound waits. An engine that takes half a minute of sound
    /// at once may compute as long on a slow computer.
    public var progress: Duration
    /// How long it stays without a dictation; nil for always.
    public var idle: Duration?

    public init(
        loading: Duration = .seconds(120), progress: Duration = .seconds(60),
        idle: Duration? = .seconds(600)
    ) {
        (self.loading, self.progress, self.idle) = (loading, progress, idle)
    }
}
