import Dictation

/// Requests to sway over its socket (sway-ipc(7)), one at a time; or the events that were
/// subscribed to.
final class SwayConnection {
    enum Request: UInt32 {
        case subscribe = 2
        case tree = 4
        case version = 7
        case inputs = 100
    }

    private static let magic = Array("i3-ipc".utf8)
    private static let headerLength = 14

    private let socket: CompositorSocket

    /// - Parameter path: $SWAYSOCK.
    init(_ path: String) throws(Problem) {
        socket = try CompositorSocket(path, of: "sway", variable: "SWAYSOCK")
    }

    /// Sends a request and suspends until its reply.
    func request(_ request: Request, _ payload: String = "") async throws -> JSONValue {
        var message = Self.magic
        withUnsafeBytes(of: UInt32(payload.utf8.count)) { message += $0 }
        withUnsafeBytes(of: request.rawValue) { message += $0 }
        try await socket.send(message + payload.utf8)
        return try await receive()
    }

    var isGone: Bool { socket.isGone }

    /// The next event that has come; nil if none has.
    func event() async throws -> JSONValue? {
        socket.hasMore ? try await receive() : nil
    }

    private func receive() async throws -> JSONValue {
        let header = try await socket.receive(Self.headerLength)
        let length = header[6..<10].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard header.starts(with: Self.magic), length < CompositorSocket.longest else {
            throw Problem("cannot ask sway for its keyboards", why: "its answer is garbage")
        }
        return try JSONValue(try await socket.receive(length))
    }
}
