import Dictation
import Glibc
import LinuxRuntime
import TestSupport

/// How promptly another process does something, as it is told by this one, which has other tests
/// to run on the same thread and a machine that is as busy as it is.
@EventLoopActor
enum Promptness {
    /// How long something takes, without the time in which this process's own loop was held up.
    static func time(_ body: () async throws -> Void) async throws -> Duration {
        let loop = try LoopDelay()
        let start = MonotonicClock.nanoseconds
        try await body()
        return .nanoseconds(MonotonicClock.nanoseconds - start - loop.total)
    }

    /// How long a program takes to end when it is asked to.
    static func timeToEnd(_ program: ChildProcess) async throws -> Duration {
        try await time {
            program.send(signal: SIGTERM)
            try await waitUntil("the program ends") { program.status != nil }
        }
    }

    /// A second, and more on a machine that is busy: what it takes to start and end a program
    /// that does nothing, many times over.
    static func second() async throws -> Duration {
        let nothing = try await time { _ = try await ProgramRun(["true"]) }
        return .seconds(1) + nothing * 10
    }
}

/// For how long the event loop could not do anything since this was made.
@EventLoopActor
private final class LoopDelay {
    /// In nanoseconds.
    private(set) var total: Int64 = 0
    private var last = MonotonicClock.nanoseconds
    private var timer: EventSource?

    private static let period = Duration.milliseconds(10)
    /// What any timer may be late.
    private static let slack = Duration.milliseconds(30)

    init() throws {
        timer = try EventLoop.shared.timer(after: Self.period) { [unowned self] in look() }
    }

    private func look() {
        let now = MonotonicClock.nanoseconds
        let late = now - last - Self.period.nanoseconds
        if late > Self.slack.nanoseconds { total += late }
        last = now
        timer?.rearm(after: Self.period)
    }
}
