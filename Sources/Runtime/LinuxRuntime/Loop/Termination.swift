import CLinux
import Glibc
import SystemPackage

/// Ends the process after a signal. The event loop is notified, and from then on there is a limit:
/// after it the process ends even if the loop waits for a stopped peer, or a library for its lock.
///
/// Until the signal nothing runs: the limit is a timer of the kernel, which ends the process in a
/// signal handler.
public struct Termination: Sendable {
    /// Never closed, since the signal handler may write to it at any time.
    private let event: FileDescriptor

    /// Handles signals from now on, except ignored ones (nohup(1)). Call it once in a process.
    ///
    /// - Parameters:
    ///   - signals: SIGTERM, for example.
    ///   - limit: the time from the first signal to the end of the process.
    ///   - status: the exit status at the limit.
    public init(
        on signals: [Int32], within limit: Duration, status: Int32
    ) throws(SystemError) {
        event = try OwnedDescriptor.event().release()
        let milliseconds = Int32(limit.microseconds / 1000)
        // Never freed, for the same reason.
        let words = strdup(
            Log.line(
                .warning,
                "ended before all was put back: something that utter uses does not answer"))
        try check(
            utter_end_on_signals(
                signals, Int32(signals.count), event.rawValue, milliseconds, status, words),
            "sigaction")
    }

    /// Calls `handler` on the event loop when a signal arrives, or has arrived before.
    public func watch(_ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
        let event = event
        return try EventLoop.shared.watch(event) { _ in
            var count: eventfd_t = 0
            eventfd_read(event.rawValue, &count)
            handler()
        }
    }
}
