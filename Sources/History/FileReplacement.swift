import LinuxRuntime
import Synchronization
import SystemPackage

/// A file that is being replaced by a thread. When this object goes, the thread has ended; nobody
/// is told then.
final class FileReplacement {
    private let done: EventSource
    private let thread: Thread

    /// - Parameter tell: called on the event loop, once, with what went wrong.
    init(
        of path: String, with bytes: [UInt8], _ tell: @escaping (Errno?) -> Void
    ) throws(SystemError) {
        let event = try OwnedDescriptor.event()
        let outcome = Outcome()
        done = try EventLoop.shared.watch(event.descriptor) { _ in tell(outcome.take()) }
        // The thread's own: the event must outlive its last use there.
        let signal = Signal(event: event)
        thread = try Thread(name: "history") {
            do throws(Errno) {
                try PrivateFile.write(bytes, to: FilePath(path))
            } catch {
                outcome.put(error)
            }
            signal.event.signalEvent()
        }
    }

    private final class Signal: Sendable {
        let event: OwnedDescriptor
        init(event: consuming OwnedDescriptor) { self.event = event }
    }

    private final class Outcome: Sendable {
        private let error = Mutex<Errno?>(nil)
        func put(_ error: Errno) { self.error.withLock { $0 = error } }
        func take() -> Errno? { error.withLock { $0 } }
    }
}
