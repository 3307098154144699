import Glibc
import LinuxRuntime
import TestSupport

/// The descriptors and threads of this process: the main thread, the event loop and captures.
struct Counts: Equatable {
    let descriptors: Int
    let threads: Int

    static var now: Counts {
        Counts(
            descriptors: Folder.names(in: "/proc/self/fd").count,
            threads: Folder.names(in: "/proc/self/task").filter { !isOfPool($0) }.count)
    }

    /// Whether a thread is one of Swift's pool, which come and go with the load.
    private static func isOfPool(_ thread: String) -> Bool {
        textOfFile("/proc/self/task/\(thread)/comm").hasSuffix("-qos\n")
    }

    /// The counts once they are as expected, or the last ones seen. Without an expectation: once no
    /// capture thread is left.
    @EventLoopActor
    static func settled(at expected: Counts?) async throws -> Counts {
        let end = MonotonicClock.nanoseconds + 10_000_000_000
        while MonotonicClock.nanoseconds < end {
            if let expected { if now == expected { break } } else if now.threads == 2 { break }
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
        return now
    }
}
