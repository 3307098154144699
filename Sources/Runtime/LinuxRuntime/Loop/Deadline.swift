import Synchronization

/// A deadline for a piece of work: one for everything awaited in it, so that the limits of its
/// parts don't add up. Each progress renews it.
///
/// Tasks find theirs in ``current``:
///
///     let deadline = Deadline(.seconds(10))
///     Deadline.$current.withValue(deadline) {
///         EventLoop.task {
///             // Waits at most 2 s, and no longer than the work may take.
///             await waiters.until({ isReady }, within: Deadline.limit(.seconds(2)))
///             deadline.renew()
///         }
///     }
public final class Deadline: Sendable {
    /// The deadline of the work that this task is part of, if there is one.
    @TaskLocal public static var current: Deadline?

    private let timeout: Duration
    private let state: Mutex<(end: Int64, isCut: Bool)>

    /// - Parameter timeout: the longest time without progress.
    public init(_ timeout: Duration) {
        self.timeout = timeout
        state = Mutex((Self.time(after: timeout), false))
    }

    /// Reports progress: the whole time is given again.
    public func renew() {
        state.withLock { state in
            if !state.isCut { state.end = Self.time(after: timeout) }
        }
    }

    /// Stops the work: only this much time is left, for what can't be aborted; progress doesn't
    /// extend it.
    public func cut(to remaining: Duration) {
        state.withLock { state in
            state = (min(state.end, Self.time(after: remaining)), true)
        }
    }

    /// The remaining time; never negative.
    public var remaining: Duration {
        let end = state.withLock { $0.end }
        return max(.zero, .nanoseconds(end - MonotonicClock.nanoseconds))
    }

    /// The limit of a wait within the work: its own, or the work's remaining time if that is
    /// shorter.
    public static func limit(_ own: Duration) -> Duration {
        current.map { min(own, $0.remaining) } ?? own
    }

    private static func time(after delay: Duration) -> Int64 {
        MonotonicClock.nanoseconds + delay.microseconds * 1000
    }
}
