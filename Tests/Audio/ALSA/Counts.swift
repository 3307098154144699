import Glibc
import LinuxRuntime

/// The descriptors and threads of this process.
struct Counts: Equatable {
    let descriptors: Int
    let threads: Int

    static var now: Counts {
        Counts(descriptors: entries("/proc/self/fd"), threads: entries("/proc/self/task"))
    }

    /// The counts once they are as expected, or the last ones seen. Without an expectation: once no
    /// capture thread is left.
    @EventLoopActor
    static func settled(at expected: Counts?) async throws -> Counts {
        let end = MonotonicClock.nanoseconds + 10_000_000_000
        while MonotonicClock.nanoseconds < end {
            if let expected { if now == expected { break } } else if now.threads == 1 { break }
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
        return now
    }

    private static func entries(_ path: String) -> Int {
        guard let directory = opendir(path) else { return -1 }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count - 3  // ".", ".." and, among the descriptors, this one
    }
}
