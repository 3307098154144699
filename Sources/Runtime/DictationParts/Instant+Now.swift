import LinuxRuntime
public import MonotonicTime

extension Instant {
    /// The time of the monotonic clock.
    public static var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds) }
}
