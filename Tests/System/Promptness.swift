import Glibc
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

/// How fast another process does something, measured in this one, which runs other tests on the
/// same thread and on a machine of any load.
@EventLoopActor
enum Promptness {
    /// The duration of something, without the time in which this process's own loop was blocked.
    static func time(_ body: () async throws -> Void) async throws -> Duration {
        let loop = try LoopDelay()
        let start = MonotonicClock.nanoseconds
        try await body()
        return .nanoseconds(MonotonicClock.nanoseconds - start - loop.total)
    }

    /// How long a program takes to end on request.
    static func timeToEnd(_ program: ChildProcess) async throws -> Duration {
        try await time {
            program.send(signal: SIGTERM)
            try await waitUntil("the program ends") { program.status != nil }
        }
    }

    /// A daemon that was asked to end has done so properly.
    ///
    /// - Parameter mayBeLate: whether it may have reached the limit for its end, which it says, where
    ///   the machine is busy.
    static func expectEnd(
        of daemon: ChildProcess, _ session: UtterSession, _ place: String, mayBeLate: Bool
    ) {
        // Several daemons may have written the log.
        let isLate =
            daemon.status == .exited(1) && mayBeLate
            && session.log.text.contains("ended before all was put back")
        #expect(daemon.status == .exited(0) || isLate, "\(place): \(session.log.text)")
    }

    /// A second, and more on a busy machine: as many as programs have shared a processor in the
    /// last minute (proc(5)), and a multiple of the time to start and end one that does nothing.
    static func second() async throws -> Duration {
        let load = textOfFile("/proc/loadavg").split(separator: " ").first.flatMap { Double($0) }
        let share = max(1, (load ?? 0) / Double(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        let nothing = try await time { _ = try await ProgramRun(["true"]) }
        return .seconds(share) + nothing * 20
    }
}
