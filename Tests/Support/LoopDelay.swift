public import LinuxRuntime
import MonotonicTime

/// For how long the event loop was blocked since this was made.
@EventLoopActor
public final class LoopDelay {
    /// In nanoseconds.
    public private(set) var total: Int64 = 0
    private var last = MonotonicClock.nanoseconds
    private var timer: EventSource?
    private let period: Duration
    private let onDelay: (Duration) -> Void

    /// How late any timer may be.
    private static let slack = Duration.milliseconds(30)

    /// - Parameters:
    ///   - period: how often to look.
    ///   - onDelay: called after each time that the loop was blocked.
    public init(
        period: Duration = .milliseconds(10), onDelay: @escaping (Duration) -> Void = { _ in }
    ) throws {
        (self.period, self.onDelay) = (period, onDelay)
        timer = EventLoop.shared.timer(after: period) { [unowned self] in look() }
    }

    private func look() {
        let now = MonotonicClock.nanoseconds
        let late = now - last - period.nanoseconds
        if late > Self.slack.nanoseconds {
            total += late
            onDelay(.nanoseconds(late))
        }
        last = now
        timer?.rearm(after: period)
    }
}
