import CLinux
import Glibc
import SystemPackage

/// The end of the process that a signal asks for. The event loop is told of it, and from then on
/// there is a limit: when it is over the process ends, though the loop may wait for a peer that was
/// stopped, or a library for its lock.
///
/// Nothing runs until then: the limit is the kernel's timer, and ends the process in a signal's
/// handler.
public struct Termination: Sendable {
    /// Never closed, for the handler may write to it at any time.
    private let event: FileDescriptor

    /// Handles signals from now on, but those that are ignored (nohup(1)). Once in a process.
    ///
    /// - Parameters:
    ///   - signals: SIGTERM, for instance.
    ///   - limit: what the process has from the first of them on.
    ///   - status: the exit status when the limit is over.
    public init(
        on signals: [Int32], within limit: Duration, status: Int32
    ) throws(SystemError) {
        event = try OwnedDescriptor.event().release()
        let milliseconds = Int32(limit.microseconds / 1000)
        try check(
            utter_end_on_signals(
                signals, Int32(signals.count), event.rawValue, milliseconds, status),
            "sigaction")
    }

    /// Calls `handler` on the event loop when the end is asked for, or was before.
    public func watch(_ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
        let event = event
        return try EventLoop.shared.watch(event) { _ in
            var count: eventfd_t = 0
            eventfd_read(event.rawValue, &count)
            handler()
        }
    }
}
