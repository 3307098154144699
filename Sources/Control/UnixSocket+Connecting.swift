import CLinux
import Glibc
import LinuxRuntime
import Problems
import SystemPackage

extension UnixSocket {
    /// Connects to the daemon at a path and checks that it runs as the same user. While the
    /// daemon's queue of connections is full, retries until the deadline.
    static func connected(
        to path: String, by deadline: Deadline
    ) async throws -> OwnedDescriptor {
        // There is no event for a queue that has room again (unix(7)).
        var pause = Duration.milliseconds(2)
        while true {
            if let socket = try connected(to: path) { return socket }
            let left = deadline.remaining
            guard left > .zero else { throw ControlClientError.busy(path: path) }
            try await EventLoop.shared.sleep(for: min(pause, left))
            pause = min(pause * 2, .milliseconds(100))
        }
    }

    /// Nil if the daemon's queue of connections is full: it runs, but is busy.
    private static func connected(to path: String) throws(ControlClientError) -> OwnedDescriptor? {
        do {
            try check(path: path)
            let socket = try UnixSocketAddress.connect(to: path)
            try checkOwner(of: socket, path)
            return socket
        } catch let problem as Problem {
            throw .failed(problem)
        } catch let error as SystemError {
            if error.errno == .resourceTemporarilyUnavailable { return nil }
            throw failure(error.errno, path)
        } catch {
            throw .failed("\(error)")
        }
    }

    private static func failure(_ error: Errno, _ path: String) -> ControlClientError {
        switch error {
        case .noSuchFileOrDirectory, .connectionRefused, .notDirectory:
            .notRunning(path: path)
        default:
            .failed("connect \(path): \(error)")
        }
    }

    private static func checkOwner(
        of socket: borrowing OwnedDescriptor, _ path: String
    ) throws(Problem) {
        var (process, uid) = (pid_t(), uid_t())
        guard utter_peer(socket.rawValue, &process, &uid) == 0, uid != geteuid() else { return }
        throw Problem(
            "cannot use the control socket \(path)",
            why: "the daemon belongs to uid \(uid) and you are uid \(geteuid())",
            remedy: "Run utter as the user of the session")
    }
}
