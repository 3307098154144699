import LinuxRuntime
import MonotonicTime
import Synchronization

/// Captures whose owner was destroyed while their device was being closed. Some devices can be
/// opened only once, so the next opening waits for them.
enum EndingLines {
    private static let lines = Mutex<[CaptureLine]>([])

    static func add(_ line: CaptureLine) {
        lines.withLock { lines in
            lines.removeAll { $0.phase == .closed }
            lines.append(line)
        }
    }

    /// Blocks until all are closed, at most as long as `limit`: for the capture thread.
    static func wait(atMost limit: Duration) {
        let ending = lines.withLock { lines in
            lines.removeAll { $0.phase == .closed }
            return lines
        }
        let deadline = MonotonicClock.nanoseconds + limit.nanoseconds
        for line in ending {
            line.wait(
                for: .closed, atMost: .nanoseconds(max(0, deadline - MonotonicClock.nanoseconds)))
        }
    }
}
