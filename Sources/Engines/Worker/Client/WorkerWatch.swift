import Glibc
import LinuxRuntime

/// The answer that is awaited of a worker, with its time limit. One timer serves all limits, since
/// only one of them runs at a time; if nothing is awaited, it isn't armed.
@EventLoopActor
final class WorkerWatch {
    enum Awaited { case loading, progress, use }

    private(set) var awaited: Awaited?
    private var timer: EventSource?
    private var work: Work?

    /// The processor time of a worker that computes.
    private struct Work {
        let clock: clockid_t
        /// How much of it the worker may have.
        let most: Duration
        /// When the limit began, and when it last passed.
        var (begin, last): (Duration, Duration)
    }

    /// Why a limit has passed.
    enum Expiry {
        /// The process has had all of its processor time.
        case spent
        /// It has had hardly any; or there is none.
        case idle
    }

    /// Starts a limit from now, in place of the one that runs.
    ///
    /// - Parameter process: the one that computes. On a busy machine it may take long: the limit
    ///   passes once it has had that much of the processors' time, or hardly any of it since the
    ///   limit last passed. Nil: the limit is of the clock.
    /// - Parameter most: how much processor time it may have, if not that much.
    func expect(
        _ awaited: Awaited, within limit: Duration, of process: Int32? = nil, most: Duration? = nil,
        _ expired: @escaping (Expiry) -> Void
    ) {
        self.awaited = awaited
        work = process.flatMap { Self.work(of: $0, most ?? limit) }
        timer = EventLoop.shared.timer(after: limit, accuracy: .milliseconds(50)) {
            [weak self] in
            guard let expiry = self?.expiry(of: limit) else { return }
            self?.stop()
            expired(expiry)
        }
    }

    /// Starts the limit again.
    func renew(within limit: Duration) {
        timer?.rearm(after: limit)
        if let now = work.flatMap({ Self.time(of: $0.clock) }) {
            work?.begin = now
            work?.last = now
        }
    }

    func stop() {
        awaited = nil
        timer = nil
        work = nil
    }

    /// Why the limit has passed; nil if the process is computing and needs more time: then the limit
    /// starts again.
    private func expiry(of limit: Duration) -> Expiry? {
        guard let work, let now = Self.time(of: work.clock) else { return .idle }
        if now - work.begin >= work.most { return .spent }
        if now - work.last < limit / 100 { return .idle }
        self.work?.last = now
        timer?.rearm(after: limit)
        return nil
    }

    private static func work(of process: Int32, _ most: Duration) -> Work? {
        var clock = clockid_t()
        guard clock_getcpuclockid(process, &clock) == 0, let now = time(of: clock) else {
            return nil
        }
        return Work(clock: clock, most: most, begin: now, last: now)
    }

    private static func time(of clock: clockid_t) -> Duration? {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
