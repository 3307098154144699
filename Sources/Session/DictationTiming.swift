public import MonotonicTime

/// How long the parts of a dictation took, from the times at which they began.
public struct DictationTiming {
    /// The command that started it, or the key, by the kernel's time.
    public internal(set) var started: Instant?
    /// The first sample was captured.
    public internal(set) var capturing: Instant?
    /// The first samples arrived.
    public internal(set) var hearing: Instant?
    /// The text before the cursor was known.
    public internal(set) var contextKnown: Instant?
    /// The command, key or deadline that ended recording.
    public internal(set) var stopped: Instant?
    /// Capture was closed, its last samples with the recogniser.
    public internal(set) var captureEnded: Instant?
    /// The final words were known.
    public internal(set) var recognized: Instant?
    /// The text was composed.
    public internal(set) var composed: Instant?
    /// The last character was typed and, where its window reports it, seen to arrive.
    public internal(set) var inserted: Instant?
    /// The backlog at the end of recording.
    public internal(set) var backlog: Duration?
    /// The number of characters typed.
    public internal(set) var characters: Int?

    /// Whether the window was seen to show the text; nil if that can't be known.
    public internal(set) var confirmed: Bool?

    public static func between(_ from: Instant?, _ to: Instant?) -> Duration? {
        guard let from, let to else { return nil }
        return from.duration(to: to)
    }
}
