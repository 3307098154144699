import CLinux
package import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// A connection to a compositor's own socket (unix(7)).
package final class CompositorSocket {
    private let compositor: String
    private let socket: OwnedDescriptor
    /// Whether the other end has closed it.
    package private(set) var isGone = false

    /// An answer of a compositor's is some kilobytes; more is none.
    package static let longest = 16 << 20

    /// - Parameters:
    ///   - compositor: for people: `sway`.
    ///   - variable: the environment's, which led to the path.
    package init(_ path: String, of compositor: String, variable: String) throws(Problem) {
        self.compositor = compositor
        do throws(SystemError) {
            socket = try Self.connect(path)
        } catch {
            throw Problem(
                "cannot connect to \(compositor) at \(path)", why: "\(error.errno)",
                remedy: "Check \(variable): it is that of the running session.")
        }
    }

    private static func connect(_ path: String) throws(SystemError) -> OwnedDescriptor {
        let call = "connect \(path)"
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < room else { throw SystemError(call, .fileNameTooLong) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        let socket = OwnedDescriptor(adopting: try check(Glibc.socket(AF_UNIX, type, 0), "socket"))
        // A unix socket connects at once or not at all.
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try check(result, call)
        return socket
    }

    /// Sends all bytes.
    package func send(_ bytes: [UInt8]) async throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { rest = rest.dropFirst(count) } else { try await wait(for: .writable) }
        }
    }

    /// As many bytes as asked for.
    package func receive(_ count: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = try await receiveSome(atMost: count - bytes.count)
            if part.isEmpty { throw end() }
            bytes += part
        }
        return bytes
    }

    /// All bytes up to the end, for compositors that close the connection after their answer.
    package func receiveAll() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < Self.longest {
            let part = try await receiveSome(atMost: 65_536)
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }

    /// Whether something can be read at once.
    package var hasMore: Bool {
        var poll = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) > 0
    }

    /// Some bytes; none at the end.
    private func receiveSome(atMost limit: Int) async throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        while true {
            let count = recv(socket.rawValue, &buffer, limit, 0)
            if count >= 0 { return Array(buffer[..<count]) }
            try await wait(for: .readable)
        }
    }

    /// After a call that failed: suspends if it had to wait.
    private func wait(for events: IOEvents) async throws {
        guard SystemError.last(compositor).errno == .resourceTemporarilyUnavailable else {
            throw end()
        }
        guard
            try await EventLoop.shared.ready(
                socket.descriptor, for: events, within: .seconds(10))
        else {
            throw Problem("typing stopped", why: "\(compositor) has not answered for 10 s")
        }
    }

    private func end() -> Problem {
        isGone = true
        return Problem("cannot type", why: "\(compositor) is gone")
    }
}
