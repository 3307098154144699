import Glibc
import LinuxRuntime
package import Problems
import SystemPackage

/// The file that remembers the user's engine while ours is in force, so that it can be put back
/// after a crash: then IBus has none in force. Its lock makes one process at a time put its
/// engine in force.
///
/// It stays where it is, empty, in the directory of the session ($XDG_RUNTIME_DIR): a file that is
/// removed could be locked twice.
package final class EngineRecord {
    private let file: OwnedDescriptor
    private let path: String

    private init(_ file: consuming OwnedDescriptor, _ path: String) {
        self.file = file
        self.path = path
    }

    deinit {
        // A program that is just being started has the descriptor, too, and with it the lock, until
        // it begins (posix_spawn(3), flock(2)).
        flock(file.rawValue, LOCK_UN)
    }

    /// The file of a session; nil if the session has no directory for such things.
    ///
    /// - Parameter environment: the variables of the session.
    package static func path(_ environment: [String: String]) -> String? {
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else {
            return nil
        }
        return "\(directory)/utter-ibus-engine"
    }

    /// Whether a file remembers an engine to put back.
    package static func hasEngine(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    /// Takes the lock; it is released with this object, or by the kernel at the end of the process.
    ///
    /// - Throws: a problem if another process has it, or the file can't be used.
    package static func claim(_ path: String) throws(Problem) -> EngineRecord {
        let record = try open(path)
        guard try record.takeLock() else {
            throw Problem("cannot type through IBus", why: "another utter is typing")
        }
        return record
    }

    /// The same, for putting an engine back: waits while another process does that.
    static func claimSoon(_ path: String) async throws -> EngineRecord {
        let deadline = Deadline(timeout)
        let record = try open(path)
        while deadline.remaining > .zero {
            if try record.takeLock() { return record }
            // Nothing tells of a lock that is released.
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
        return try claim(path)
    }

    /// A turn of another process lasts no longer, as a rule, and no attempt to put an engine back.
    private static let timeout = Duration.seconds(1)

    /// The file of another process, which may have the lock: for reading.
    static func open(_ path: String) throws(Problem) -> EngineRecord {
        do {
            return EngineRecord(
                OwnedDescriptor(
                    adopting: try FileDescriptor.open(
                        path, .readWrite, options: [.create, .closeOnExec, .noFollow],
                        permissions: .ownerReadWrite
                    ).rawValue), path)
        } catch {
            throw problem(path, "\(error)")
        }
    }

    /// Returns whether no other process has it.
    private func takeLock() throws(Problem) -> Bool {
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
        let error = Errno.current
        if error == .wouldBlock { return false }
        throw Self.problem(path, "\(error)")
    }

    /// The remembered engine; nil if there is none to put back.
    package var engine: String? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = pread(file.rawValue, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Remembers an engine, or that there is none to put back.
    package func remember(_ engine: String?) throws(Problem) {
        let bytes = Array((engine ?? "").utf8)
        guard ftruncate(file.rawValue, 0) == 0,
            pwrite(file.rawValue, bytes, bytes.count, 0) == bytes.count
        else { throw Self.problem(path, "\(Errno.current)") }
    }

    private static func problem(_ path: String, _ why: String) -> Problem {
        Problem("cannot write \(path), which remembers your input source", why: why)
    }
}
