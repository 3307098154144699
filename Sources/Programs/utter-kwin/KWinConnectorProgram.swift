import CConfinement
import Glibc

/// The program `utter-kwin`: connects to KWin and hands the connection to its caller.
///
/// KWin gives the protocols that press keys to clients whose executable a .desktop file permits. It
/// looks at the process that has connected, so the connection stays permitted when another process
/// uses it. This program does nothing else, which is why it may be the one that is permitted.
enum KWinConnectorProgram {
    /// Connects to the compositor's socket that the only argument names, sends the connection over
    /// descriptor 0, and stays until the caller closes the other end: KWin looks at this process
    /// when a client first asks.
    ///
    /// It sends one byte: 0 with the connection, otherwise the number of the error.
    ///
    /// - Returns: the exit status: 0 when the caller is gone, 64 after wrong usage, 1 on failure.
    static func run(_ arguments: [String]) -> Int32 {
        // A terminal or a file has no other end that could take the connection.
        guard arguments.count == 2, isSocket(STDIN_FILENO) else {
            say("utter-kwin is started by utter; it does nothing by itself.")
            return 64
        }
        let compositor: Int32
        switch connected(to: arguments[1]) {
        case .success(let socket): compositor = socket
        case .failure(let error):
            var code = UInt8(truncatingIfNeeded: error.number)
            _ = utter_send_message(STDIN_FILENO, &code, 1, nil, 0)
            return 1
        }
        var done: UInt8 = 0
        var descriptor = compositor
        if utter_send_message(STDIN_FILENO, &done, 1, &descriptor, 1) < 0 { return 1 }
        close(compositor)
        while read(STDIN_FILENO, &done, 1) < 0, errno == EINTR {}
        return 0
    }

    private struct Failure: Error {
        let number: Int32
    }

    /// unix(7). Without waiting: a compositor that hangs has no room for more clients.
    private static func connected(to path: String) -> Result<Int32, Failure> {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { room in
            // The rest stays zero, so that the path is terminated.
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard isShort else { return .failure(Failure(number: ENAMETOOLONG)) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        if descriptor < 0 { return .failure(Failure(number: errno)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result < 0 ? .failure(Failure(number: errno)) : .success(descriptor)
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    private static func say(_ words: String) {
        let line = Array((words + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
