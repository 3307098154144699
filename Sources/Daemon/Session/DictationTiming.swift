import MonotonicTime

/// How long the parts of a dictation took, from the times at which they began.
struct DictationTiming {
    /// The command that started it, or the key, by the kernel's time.
    var started: Instant?
    /// The first sample was captured.
    var capturing: Instant?
    /// The first samples arrived.
    var hearing: Instant?
    /// The command, key or deadline that ended recording.
    var stopped: Instant?
    /// Capture was closed, its last samples with the recogniser.
    var captureEnded: Instant?
    /// The final words were known.
    var recognized: Instant?
    /// The text was composed.
    var composed: Instant?
    /// The last character was typed.
    var inserted: Instant?
    /// The backlog at the end of recording.
    var backlog: Duration?
    /// The number of characters typed.
    var characters: Int?

    static func between(_ from: Instant?, _ to: Instant?) -> Duration? {
        guard let from, let to else { return nil }
        return from.duration(to: to)
    }
}
