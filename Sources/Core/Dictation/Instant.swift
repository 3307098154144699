/// A point on the system's monotonic clock (`CLOCK_MONOTONIC`, clock_gettime(2)): it never goes
/// back and stands still while the machine is suspended. The pure core is told the time; it
/// never asks.
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
    /// The whole duration in nanoseconds, rounded towards zero. Reaches ±292 years.
    public var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }

    /// The whole duration in milliseconds, rounded towards zero.
    public var milliseconds: Int64 {
        nanoseconds / 1_000_000
    }
}
