/// Decides whether a worker that died or hung is started again: the same sound, or the same model,
/// must not kill more than two.
struct WorkerDeaths {
    /// The most deaths without a settled utterance in between, wherever they come.
    private static let most = 4

    private var whileLoading = 0
    private var sinceSettled = 0
    /// The furthest position at which one died.
    private var furthest: Int?

    mutating func settled() {
        sinceSettled = 0
        furthest = nil
    }

    mutating func loaded() { whileLoading = 0 }

    /// Whether it may be started again after a death while it was loading.
    mutating func mayReload() -> Bool {
        whileLoading += 1
        return whileLoading < 2
    }

    /// Whether it may be started again after a death with so many samples decoded. One that came
    /// further than the last was not killed by the same sound.
    mutating func mayRestart(at position: Int) -> Bool {
        sinceSettled += 1
        defer { furthest = max(furthest ?? 0, position) }
        guard let furthest else { return true }
        return position > furthest && sinceSettled < Self.most
    }
}
