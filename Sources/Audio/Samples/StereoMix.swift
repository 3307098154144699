/// Decides how two channels become one. Their mean is right for nearly every recording. Where one
/// channel is the other's opposite, as of some microphones and cables, they would cancel each other,
/// so the louder one is taken alone.
///
/// Allocates nothing.
public struct StereoMix: Sendable {
    /// Of the louder channel's energy. A speaker who is heard in one channel only leaves the mean a
    /// quarter of it.
    private static let cancelled: Float = 0.05
    /// After so many seconds the energies of a sound count half.
    private static let memory: Float = 0.5

    private var left: Float = 0
    private var right: Float = 0
    private var mean: Float = 0
    /// Whether the channels cancel each other.
    public private(set) var cancels = false

    /// The channel that is to be taken alone: 0 or 1; nil for the mean of both.
    public var channel: Int? { cancels ? (left >= right ? 0 : 1) : nil }

    public init() {}

    /// Hears the next piece, of some milliseconds, before it is mixed.
    ///
    /// - Parameter frame: the samples of a frame, from −1 to 1.
    public mutating func hear(
        _ count: Int, rate: Int, _ frame: (Int) -> (left: Float, right: Float)
    ) {
        guard count > 0 else { return }
        // 2^(−seconds / memory) by its series' first terms: a piece is short.
        let age = min(1, Float(count) / Float(rate) / Self.memory)
        let kept = 1 - age + age * age / 2
        (left, right, mean) = (left * kept, right * kept, mean * kept)
        for index in 0..<count {
            let (l, r) = frame(index)
            guard l.isFinite, r.isFinite else { continue }
            left += l * l
            right += r * r
            mean += (l + r) * (l + r) / 4
        }
        let louder = max(left, right)
        // Silence says nothing new.
        if louder > 1e-9 { cancels = mean < louder * Self.cancelled }
    }
}
