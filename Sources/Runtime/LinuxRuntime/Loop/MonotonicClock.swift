import Glibc

/// `CLOCK_MONOTONIC`, the clock of all deadlines.
public enum MonotonicClock {
    /// Nanoseconds since an arbitrary start (clock_gettime(2)).
    public static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
