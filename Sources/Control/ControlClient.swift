import JSONLines
import LinuxRuntime

/// A connection to the daemon. Its calls suspend, so the event loop must run. Only one call may be
/// under way at a time. They throw ``ControlClientError``, or `CancellationError` when their task
/// is cancelled.
public final class ControlClient {
    private let lines: LineStream
    /// Events that arrived before an awaited reply.
    private var waitingEvents: [ControlEvent] = []

    private init(_ lines: LineStream) {
        self.lines = lines
    }

    /// Connects and exchanges greetings. Throws `notRunning` if no daemon serves the socket.
    ///
    /// - Parameter limit: the time for connecting and for the daemon's greeting.
    public static func connect(
        path: String, within limit: Duration = .seconds(5)
    ) async throws -> ControlClient {
        let deadline = Deadline(after: limit)
        let client = ControlClient(
            LineStream(try await UnixSocket.connected(to: path, by: deadline)))
        try await client.lines.write(JSONLine.encode(Greeting.ours), by: deadline)
        try check(greeting: try await client.lines.line(by: deadline))
        return client
    }

    /// Connects, sends one command and returns its reply. The command is sent with the greeting,
    /// without waiting for the daemon's: a daemon of another version refuses both.
    ///
    /// - Parameter limit: how long the daemon may take to greet and to reply.
    public static func ask(
        _ request: ControlRequest, path: String, within limit: Duration = .seconds(10)
    ) async throws -> ControlReply {
        let deadline = Deadline(after: limit)
        let client = ControlClient(
            LineStream(try await UnixSocket.connected(to: path, by: deadline)))
        try await client.lines.write(
            JSONLine.encode(Greeting.ours) + JSONLine.encode(request), by: deadline)
        try check(greeting: try await client.lines.line(by: deadline))
        return try await client.reply(by: deadline)
    }

    /// The reply to a command that the front program has sent over a connection, on which the daemon
    /// has greeted already or not.
    ///
    /// - Parameters:
    ///   - socket: the connection's number; it is closed afterwards.
    ///   - limit: how long the daemon may take to greet and to reply.
    public static func awaitReply(
        on socket: Int32, isGreeted: Bool, within limit: Duration
    ) async throws -> ControlReply {
        let deadline = Deadline(after: limit)
        let client = ControlClient(LineStream(OwnedDescriptor(adopting: socket)))
        if !isGreeted { try check(greeting: try await client.lines.line(by: deadline)) }
        return try await client.reply(by: deadline)
    }

    private static func check(greeting line: [UInt8]) throws(ControlClientError) {
        let greeting: Greeting
        do throws(JSONLine.Failure) {
            greeting = try JSONLine.decode(Greeting.self, from: line, what: "")
        } catch {
            throw .failed("what serves the socket is not an utter daemon")
        }
        if let problem = greeting.mismatch(with: "the daemon") { throw .failed(problem) }
    }

    /// Sends a command and returns its reply. For events use ``subscribe(levels:)``.
    ///
    /// - Parameter limit: how long the daemon may take to reply.
    public func send(
        _ request: ControlRequest, within limit: Duration = .seconds(10)
    ) async throws -> ControlReply {
        let deadline = Deadline(after: limit)
        try await lines.write(JSONLine.encode(request), by: deadline)
        return try await reply(by: deadline)
    }

    private func reply(by deadline: Deadline) async throws -> ControlReply {
        while true {
            switch try await message(by: deadline) {
            case .reply(let reply): return reply
            case .event(let event): waitingEvents.append(event)
            case .unknown: continue
            }
        }
    }

    /// Subscribes to the status, now and on each change, and to levels if wanted. The sequence ends
    /// when the daemon ends, or drops this reader for being too slow.
    ///
    /// - Parameter limit: how long the daemon may take to accept.
    public func subscribe(
        levels: Bool, within limit: Duration = .seconds(10)
    ) async throws -> ControlEvents {
        if case .failure(let problem) = try await send(
            .subscribe(levels: levels), within: limit)
        {
            throw ControlClientError.failed(problem)
        }
        return ControlEvents(client: self)
    }

    /// The next event, or nil at the connection's end.
    func nextEvent(by deadline: Deadline = .never) async throws -> ControlEvent? {
        if !waitingEvents.isEmpty { return waitingEvents.removeFirst() }
        while true {
            do {
                switch try await message(by: deadline) {
                case .event(let event): return event
                case .reply(.failure(let problem)): throw ControlClientError.failed(problem)
                case .reply, .unknown: continue
                }
            } catch let error as ControlClientError where error == .closed {
                return nil
            }
        }
    }

    private func message(by deadline: Deadline) async throws -> DaemonMessage {
        let line = try await lines.line(by: deadline)
        do throws(JSONLine.Failure) {
            return try JSONLine.decode(DaemonMessage.self, from: line, what: "cannot read a line")
        } catch {
            throw ControlClientError.failed("a line of it is not understood: \(error.why)")
        }
    }
}

/// The events of a subscription, in order. Ends when the daemon closes the connection; throws
/// what ``ControlClient`` throws.
public struct ControlEvents: AsyncSequence {
    let client: ControlClient

    public struct Iterator: AsyncIteratorProtocol {
        let client: ControlClient

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws -> ControlEvent? {
            try await client.nextEvent()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client)
    }
}

/// A line from the daemon after its greeting.
private enum DaemonMessage: Decodable {
    case reply(ControlReply)
    case event(ControlEvent)
    /// Something that a later version of the daemon sends.
    case unknown

    private enum Key: String, CodingKey { case reply, event }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        if fields.contains(.reply) {
            self = .reply(try ControlReply(from: decoder))
        } else if fields.contains(.event) {
            self = .event(try ControlEvent(from: decoder))
        } else {
            self = .unknown
        }
    }
}
