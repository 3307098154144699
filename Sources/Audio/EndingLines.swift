import Dictation
import LinuxRuntime
import Synchronization

/// Captures whose owner has gone while their device was being closed. A device may be open once
/// only, so whoever opens one waits for them.
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
