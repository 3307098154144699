package import Problems

/// Requests to sway over its socket (sway-ipc(7)), one at a time; or subscribed events.
package final class SwayConnection {
    package enum Request: UInt32 {
        case command = 0
        case subscribe = 2
        case tree = 4
        case version = 7
        case inputs = 100
    }

    private static let magic = Array("i3-ipc".utf8)
    private static let headerLength = 14

    private let socket: CompositorSocket

    /// - Parameters:
    ///   - path: $SWAYSOCK.
    ///   - timeout: how long a reply may take.
    package init(
        _ path: String, timeout: Duration = CompositorSocket.timeout
    ) throws(Problem) {
        socket = try CompositorSocket(path, of: "sway", variable: "SWAYSOCK", timeout: timeout)
    }

    /// Sends a request and suspends until its reply. After a failure the connection can't be used.
    package func request(
        _ request: Request, _ payload: String = ""
    ) async throws(Problem) -> JSONValue {
        var message = Self.magic
        withUnsafeBytes(of: UInt32(payload.utf8.count)) { message += $0 }
        withUnsafeBytes(of: request.rawValue) { message += $0 }
        return try await socket.exchange(message + payload.utf8) { () async throws(Problem) in
            try await receive()
        }
    }

    package var isGone: Bool { socket.isGone }

    /// The next event that has arrived; nil if none has.
    package func event() async throws(Problem) -> JSONValue? {
        guard socket.hasMore else { return nil }
        return try await socket.exchange([]) { () async throws(Problem) in try await receive() }
    }

    /// The next event, for which it waits without limit.
    package func nextEvent() async throws -> JSONValue {
        try await socket.arrival()
        return try await socket.exchange([]) { () async throws(Problem) in try await receive() }
    }

    private func receive() async throws(Problem) -> JSONValue {
        let header = try await socket.receive(Self.headerLength)
        let length = header[6..<10].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard header.starts(with: Self.magic), length < CompositorSocket.longest else {
            throw Problem("cannot ask sway", why: "its answer is garbage")
        }
        return try JSONValue(try await socket.receive(length))
    }
}

extension JSONValue {
    /// The node of the focused window in sway's tree.
    package var focusedWindow: JSONValue? {
        // A workspace can have the focus too; it has no process.
        focusedNode.flatMap { $0["pid"] == nil ? nil : $0 }
    }

    /// Whether a window or workspace has the focus.
    package var hasFocus: Bool { focusedNode != nil }

    private var focusedNode: JSONValue? {
        if self["focused"] == .bool(true) { return self }
        for name in ["nodes", "floating_nodes"] {
            for child in self[name]?.array ?? [] {
                if let found = child.focusedNode { return found }
            }
        }
        return nil
    }
}
