import CConfinement
import Glibc
import LinuxRuntime
import Problems
import SystemPackage
import WaylandClient

/// A connection to KWin that the program `utter-kwin` has made, with its permissions.
@EventLoopActor
final class KWinConnector {
    let connection: WaylandConnection
    private var child: ChildProcess?
    private var socket: OwnedDescriptor?

    /// How long the program may take to start and connect.
    private static let timeout = Duration.seconds(5)

    /// The path of `utter-kwin`; nil if it is missing or not executable.
    nonisolated static var program: String? { Executable.companion("utter-kwin") }

    /// - Parameters:
    ///   - command: the path of `utter-kwin`, or a command that runs it.
    ///   - path: the compositor's socket.
    static func connect(
        _ command: [String], to path: String
    ) async throws(Problem) -> KWinConnector {
        let program = command.last ?? ""
        let what = "cannot connect to KWin at \(path)"
        do {
            var ends: [Int32] = [-1, -1]
            try check(utter_message_sockets(&ends), "socketpair")
            let socket = OwnedDescriptor(adopting: ends[0])
            let child: ChildProcess
            do {
                // Closed here, so that the end of the program shows.
                let other = OwnedDescriptor(adopting: ends[1])
                // Its environment is empty: what it needs it is given.
                child = try ChildProcess(
                    command + [path], environment: [], descriptors: [other.descriptor]
                ) { _ in }
            }
            guard
                try await EventLoop.shared.ready(
                    socket.descriptor, within: Deadline.limit(timeout))
            else {
                throw Problem(what, why: "\(program) does not answer")
            }
            var (code, descriptor): (UInt8, Int32) = (0, -1)
            let length = utter_receive_message(socket.rawValue, &code, 1, &descriptor, 1)
            try check(Int32(length), "recvmsg")
            guard length == 1 else { throw Problem(what, why: "\(program) ended") }
            guard descriptor >= 0 else {
                throw Problem(
                    what, why: "\(Errno(rawValue: Int32(code)))",
                    remedy: "Check that WAYLAND_DISPLAY names the running session.")
            }
            let connection = try WaylandConnection(
                OwnedDescriptor(adopting: descriptor), path: path)
            return KWinConnector(connection, child, socket.release())
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(what, why: "\(error)")
        }
    }

    private init(
        _ connection: WaylandConnection, _ child: ChildProcess, _ socket: FileDescriptor
    ) {
        self.connection = connection
        self.child = child
        self.socket = OwnedDescriptor(adopting: socket.rawValue)
    }

    /// Lets the program end, once KWin has decided what this connection may do.
    func dismiss() {
        socket = nil
        child?.release()
        child = nil
    }
}
