import CLinux
import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// Requests to sway over its socket (sway-ipc(7)), one at a time.
final class SwayConnection {
    enum Request: UInt32 {
        case version = 7
        case inputs = 100
    }

    private static let magic = Array("i3-ipc".utf8)
    private static let headerLength = 14
    /// A reply of sway's is some kilobytes; more is none of sway's.
    private static let longest = 16 << 20

    private let socket: OwnedDescriptor

    /// - Parameter path: $SWAYSOCK.
    init(_ path: String) throws(Problem) {
        do throws(SystemError) {
            socket = try Self.connect(path)
        } catch {
            throw Problem(
                "cannot connect to sway at \(path)", why: "\(error.errno)",
                remedy: "Check SWAYSOCK: it is that of the running session.")
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

    /// Sends a request without payload and suspends until its reply.
    func request(_ request: Request) async throws -> JSONValue {
        var message = Self.magic
        withUnsafeBytes(of: UInt32(0)) { message += $0 }
        withUnsafeBytes(of: request.rawValue) { message += $0 }
        try await transfer(&message, .writable) { descriptor, bytes in
            send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        var header = [UInt8](repeating: 0, count: Self.headerLength)
        try await receive(&header)
        let length = header[6..<10].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard header.starts(with: Self.magic), length < Self.longest else {
            throw Problem("cannot ask sway for its keyboards", why: "its answer is garbage")
        }
        var payload = [UInt8](repeating: 0, count: length)
        try await receive(&payload)
        return try JSONValue(payload)
    }

    private func receive(_ bytes: inout [UInt8]) async throws {
        try await transfer(&bytes, .readable) { recv($0, $1.baseAddress, $1.count, 0) }
    }

    /// Moves all bytes, suspending while the socket is not ready.
    private func transfer(
        _ bytes: inout [UInt8], _ events: IOEvents,
        _ move: (Int32, UnsafeMutableRawBufferPointer) -> Int
    ) async throws {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                move(socket.rawValue, UnsafeMutableRawBufferPointer(rebasing: $0[done...]))
            }
            if count > 0 {
                done += count
            } else if count < 0, SystemError.last("recv").errno == .resourceTemporarilyUnavailable {
                guard
                    try await EventLoop.shared.ready(
                        socket.descriptor, for: events, within: .seconds(10))
                else { throw Problem("typing stopped", why: "sway has not answered for 10 s") }
            } else {
                throw Problem("cannot type", why: "sway is gone")
            }
        }
    }
}
