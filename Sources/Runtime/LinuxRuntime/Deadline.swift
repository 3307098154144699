import Synchronization

/// The time in which a piece of work must get on: one for all that is awaited in it, so that the
/// limits of its parts don't add up. Whatever is achieved gives the whole time anew.
///
/// Tasks find theirs in ``current``.
public final class Deadline: Sendable {
    /// That of the work which the task is part of, if it has one.
    @TaskLocal public static var current: Deadline?

    private let patience: Duration
    private let state: Mutex<(end: Int64, isCut: Bool)>

    /// - Parameter patience: how long the work may get nowhere.
    public init(_ patience: Duration) {
        self.patience = patience
        state = Mutex((Self.time(after: patience), false))
    }

    /// Something was achieved.
    public func renew() {
        state.withLock { state in
            if !state.isCut { state.end = Self.time(after: patience) }
        }
    }

    /// The work is to stop: no more than this is left for what can't be broken off, whatever is
    /// achieved.
    public func cut(to rest: Duration) {
        state.withLock { state in
            state = (min(state.end, Self.time(after: rest)), true)
        }
    }

    /// What is left of the time; never negative.
    public var rest: Duration {
        let end = state.withLock { $0.end }
        return max(.zero, .nanoseconds(end - MonotonicClock.nanoseconds))
    }

    /// The limit of a wait within the work: its own, or what is left of the work's time.
    public static func limit(_ own: Duration) -> Duration {
        current.map { min(own, $0.rest) } ?? own
    }

    private static func time(after delay: Duration) -> Int64 {
        MonotonicClock.nanoseconds + delay.microseconds * 1000
    }
}
