import CLinux
import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// Stream sockets with a path (unix(7)).
enum UnixSocket {
    /// Throws a `Problem` if a path is too long for a socket.
    static func check(path: String) throws(Problem) {
        let length = path.utf8.count
        let longest = UnixSocketAddress.longestPath
        if length <= longest { return }
        throw Problem(
            "cannot use the control socket \(path)",
            why: "the path has \(length) bytes and a socket's path at most \(longest)",
            remedy: "Set XDG_RUNTIME_DIR to a shorter path")
    }

    /// Sends what fits now; returns the number of bytes, 0 if none fit.
    static func send(
        _ bytes: ArraySlice<UInt8>, to socket: borrowing OwnedDescriptor
    ) throws(SystemError) -> Int {
        while true {
            // MSG_NOSIGNAL: a peer that is gone is an error here, not a SIGPIPE.
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { return count }
            let error = SystemError.last("send")
            if error.errno == .resourceTemporarilyUnavailable { return 0 }
            if error.errno != .interrupted { throw error }
        }
    }

    enum Received {
        case bytes, nothingYet, end
    }

    /// Reads once, at most 64 KiB, into a line buffer.
    static func receive(
        from socket: borrowing OwnedDescriptor, into buffer: inout LineBuffer
    ) throws(SystemError) -> Received {
        let raw = socket.rawValue
        while true {
            let count = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) { space in
                let count = recv(raw, space.baseAddress, space.count, 0)
                if count > 0 { buffer.append(UnsafeRawBufferPointer(rebasing: space[..<count])) }
                return count
            }
            if count > 0 { return .bytes }
            if count == 0 { return .end }
            let error = SystemError.last("recv")
            if error.errno == .resourceTemporarilyUnavailable { return .nothingYet }
            if error.errno != .interrupted { throw error }
        }
    }

    /// Shuts down both directions; the peer reads what was sent, then the end.
    static func shutDown(_ socket: borrowing OwnedDescriptor) {
        shutdown(socket.rawValue, Int32(SHUT_RDWR))
    }
}
