public import Glibc
import SystemPackage

/// The address of a unix socket (unix(7)): a path, or an abstract name, which begins with a zero.
public struct UnixSocketAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// The length of the longest path in bytes: `sun_path` without its terminating zero.
    public static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// - Throws: `fileNameTooLong`.
    public init(_ path: String) throws(SystemError) {
        let bytes = Array(path.utf8)
        guard bytes.count <= Self.longestPath else {
            throw SystemError("connect \(path)", .fileNameTooLong)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // The length of an abstract name is explicit; for a path the terminating zero counts.
        let end = bytes.first == 0 ? 0 : 1
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + end)
    }

    /// Calls `body` with the address, in the form of bind(2) and connect(2).
    public func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafeBytes(of: address) { bytes in
            // unsafe: sockaddr_un begins with the members of sockaddr.
            body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, length)
        }
    }

    /// A new stream socket: non-blocking, close-on-exec.
    public static func makeSocket() throws(SystemError) -> OwnedDescriptor {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        return OwnedDescriptor(adopting: try check(socket(AF_UNIX, Int32(kind), 0), "socket"))
    }

    /// A stream socket that is connected to a path, without waiting: if the listener's queue is
    /// full, as when its program hangs, throws `resourceTemporarilyUnavailable`.
    public static func connect(to path: String) throws(SystemError) -> OwnedDescriptor {
        let address = try UnixSocketAddress(path)
        let socket = try makeSocket()
        let raw = socket.rawValue
        try check(address.withPointer { Glibc.connect(raw, $0, $1) }, "connect \(path)")
        return socket
    }
}
