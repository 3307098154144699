/// How long a worker may take, and how long it is kept. While it computes, its processor time
/// counts: a busy machine doesn't make it hang.
public struct WorkerLimits: Hashable, Sendable {
    /// For loading a model; a large one may compute for longer.
    public var loading: Duration
    /// For decoding the next block while sound waits. An engine that takes half a minute of sound
    /// at once may compute as long on a slow computer.
    public var progress: Duration
    /// How long it stays without a dictation; nil for always.
    public var idle: Duration?

    public init(
        loading: Duration = .seconds(100), progress: Duration = .seconds(60),
        idle: Duration? = .seconds(600)
    ) {
        (self.loading, self.progress, self.idle) = (loading, progress, idle)
    }

    /// How much a worker may compute to load a model of so many bytes: with a damaged one a library may
    /// have no end. Loading takes 1 s for 100 MB, and measuring the speed, on a slow computer, 40 s for
    /// the smallest and 20 s for each 100 MB.
    public func loading(ofSize size: Int) -> Duration {
        loading * (1 + Double(size) / 250_000_000)
    }
}
