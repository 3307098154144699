import CLinux
import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

extension UnixSocket {
    /// A socket that is connected to the daemon at a path, and to one of the same user.
    static func connected(to path: String) throws(ControlClientError) -> OwnedDescriptor {
        do {
            try check(path: path)
            let socket = try make()
            let raw = socket.rawValue
            let error = withAddress(path) {
                connect(raw, $0, $1) == 0 ? nil : Errno(rawValue: Glibc.errno)
            }
            if let error { throw failure(error, path) }
            try checkOwner(of: socket, path)
            return socket
        } catch let error as ControlClientError {
            throw error
        } catch let problem as Problem {
            throw .failed(problem)
        } catch {
            throw .failed("\(error)")
        }
    }

    private static func failure(_ error: Errno, _ path: String) -> ControlClientError {
        switch error {
        case .noSuchFileOrDirectory, .connectionRefused, .notDirectory:
            .notRunning(path: path)
        case .resourceTemporarilyUnavailable:
            // Its queue of unmet clients is full (unix(7)), so it has been stuck for a while.
            .failed("it does not answer at \(path)")
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
