import Glibc
import LinuxRuntime
import Synchronization
import SystemPackage

/// The next version of a file, which a thread writes. When this object is destroyed, the thread has
/// ended, and a version that was not put in place is removed; `tell` isn't called then.
final class FileReplacement {
    private let done: EventSource
    private let thread: Thread
    private let path: FilePath

    /// - Parameter tell: called on the event loop, once, with the error, if any.
    init(
        of path: String, with bytes: [UInt8], _ tell: @escaping (Errno?) -> Void
    ) throws(SystemError) {
        let path = FilePath(path)
        self.path = path
        let event = try OwnedDescriptor.event()
        let outcome = Outcome()
        done = try EventLoop.shared.watch(event.descriptor) { _ in tell(outcome.take()) }
        // Owned by the thread: the event must outlive its last use there.
        let signal = Signal(event: event)
        thread = try Thread(name: "history") {
            do throws(Errno) {
                try PrivateFile.writeSuccessor(bytes, of: path)
            } catch {
                outcome.put(error)
            }
            signal.event.signalEvent()
        }
    }

    deinit {
        thread.join()
        unlink(PrivateFile.successor(of: path).string)
    }

    /// Puts the new version in place, with more bytes at its end. To be called when the thread is
    /// done.
    func finish(adding bytes: [UInt8]) throws(Errno) {
        if !bytes.isEmpty {
            try PrivateFile.append(bytes, to: PrivateFile.successor(of: path))
        }
        try PrivateFile.replace(path)
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
