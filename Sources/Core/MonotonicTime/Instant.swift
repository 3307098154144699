/// A time on the system's monotonic clock (`CLOCK_MONOTONIC`, clock_gettime(2)), which never goes
/// back and stops while the machine is suspended. The pure core is given the time, and never reads
/// a clock.
public struct Instant: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since an arbitrary start, usually the machine's boot.
    public let nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    public func advanced(by duration: Duration) -> Instant {
        Instant(nanoseconds: nanoseconds + duration.nanoseconds)
    }

    public func duration(to other: Instant) -> Duration {
        .nanoseconds(other.nanoseconds - nanoseconds)
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded towards zero. The range is ±292 years.
    public var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }

    /// The duration in milliseconds, rounded towards zero.
    public var milliseconds: Int64 {
        nanoseconds / 1_000_000
    }
}
