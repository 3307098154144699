import Dictation

/// How many samples are taken from a device: as many as the elapsed time yields, a little more for
/// a fast clock, plus two seconds' worth; after a stall, all that the device kept. A device without
/// a clock (ALSA's `null`) has samples whenever it is asked; reading all of them would never end.
struct CapturePace {
    /// The largest allowance: two seconds of samples. A device keeps half of that.
    static let most = 2 * AudioFormat.rate
    /// The allowance needed before more is read: a tenth of a second.
    private static let least = AudioFormat.rate / 10

    /// The number of samples that may be taken now.
    private(set) var allowance = Self.most
    /// Until when time has been turned into samples.
    private var time: Int64

    init(at nanoseconds: Int64) {
        time = nanoseconds
    }

    /// Whether samples may be taken at a time.
    mutating func allowsMore(at nanoseconds: Int64) -> Bool {
        // Time that is less than a sample is kept for the next call.
        let microseconds = Int(nanoseconds - time) / 1_000
        let samples = microseconds * (AudioFormat.rate + AudioFormat.rate / 20) / 1_000_000
        if samples > 0 {
            allowance += samples
            time = nanoseconds
        }
        return allowance >= Self.least
    }

    /// The device has given samples.
    mutating func give(_ count: Int) {
        allowance = max(0, allowance - count)
    }
}
