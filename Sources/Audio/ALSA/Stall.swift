import Dictation

/// A time without sound during a capture, by a clock in nanoseconds. A sound server that was held
/// up may deliver what it kept, all at once: how much is missing is known only when sound arrives
/// at its usual rate again.
struct Stall {
    /// A device that gives nothing for this long has stalled.
    static let threshold: Int64 = 1_000_000_000
    /// A device that gives nothing for this long counts as unplugged.
    static let end: Int64 = 10_000_000_000
    /// Delayed sound arrives within this time.
    private static let settling: Int64 = 500_000_000

    private let start: Int64
    private var resumption: Int64?
    private var samples = 0

    /// - Parameter start: when the last sample arrived.
    init(since start: Int64) {
        self.start = start
    }

    /// Takes new samples; returns how many are missing once that is known.
    mutating func hear(_ count: Int, at now: Int64) -> Int? {
        if resumption == nil, count > 0 { resumption = now }
        guard let resumption else { return nil }
        samples += count
        guard now - resumption >= Self.settling else { return nil }
        let expected = AudioFormat.samples(in: .nanoseconds(now - start))
        // A tenth of a second is the device's own buffering.
        let missing = expected - samples
        return missing > AudioFormat.rate / 10 ? missing : 0
    }
}
