import CLinux
public import Dictation
import Glibc
import JSONLines
public import LinuxRuntime
public import MonotonicTime
public import Problems

/// The daemon's end of the control socket. It never blocks the event loop, and wakes it only when a
/// client connects, writes, reads or leaves.
@EventLoopActor
public final class ControlServer {
    /// The socket's path: ``ControlSocketPath/standard()``.
    public let path: String
    /// The directory of the socket, with mode 0700 and owned by the user once the server has
    /// started.
    public var directory: String { Self.directory(of: path) }
    /// Called when the last client has left; subscribers don't count.
    public var onQuiet: () -> Void = {}
    private var lock: DaemonLock?
    private var listener: ListeningSocket?
    private var source: EventSource?
    private var retry: EventSource?
    private var connections: [ObjectIdentifier: ControlConnection] = [:]
    private var handle: ((ControlRequest, @escaping (ControlReply) -> Void) -> Void)?
    private var status: StatusReport?
    private var nextLevel = Instant(nanoseconds: .min)

    public init(path: String) {
        self.path = path
    }

    /// The directory of a socket.
    public nonisolated static func directory(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    }

    isolated deinit { close() }

    /// Takes the lock of the user's one daemon, makes the socket and begins to serve.
    ///
    /// Throws a `Problem` if another daemon runs, if the path is too long, or if its directory
    /// can't be made or isn't the user's own.
    ///
    /// - Parameter handle: called with each command but `subscribe`, which the server handles
    ///   itself. It must give exactly one reply, at once or later.
    public func start(
        _ handle: @escaping (ControlRequest, @escaping (ControlReply) -> Void) -> Void
    ) throws(Problem) {
        // First of all, so that a path that can't work leaves nothing behind.
        try UnixSocket.check(path: path)
        lock = try DaemonLock.take("\(path).lock", in: directory)
        do throws(Problem) {
            let listener = try ListeningSocket(path: path)
            try watch(listener)
            self.listener = consume listener
        } catch {
            close()
            throw error
        }
        self.handle = handle
    }

    /// Sends the status to the subscribers if it has changed. A change of `level` alone doesn't
    /// count: levels are sent separately.
    public func publish(_ status: StatusReport) {
        var status = status
        status.level = nil
        guard status != self.status else { return }
        self.status = status
        send(.status(status)) { $0 != .none }
    }

    /// Sends the level to the subscribers that want it, while the published status is `recording`;
    /// at most 30 times a second, so most levels are dropped.
    ///
    /// - Parameter time: now, on the monotonic clock.
    public func publish(_ level: AudioLevel, at time: Instant) {
        guard status?.state == .recording, time >= nextLevel else { return }
        nextLevel = time.advanced(by: ControlLimits.levelInterval)
        send(.level(StatusReport.shown(level))) { $0 == .statusAndLevels }
    }

    /// Closes all connections, removes the socket if it is still this server's, and its directory
    /// if that is empty, and releases the lock. What was sent before still reaches the clients.
    public func close() {
        source = nil
        retry = nil
        listener = nil
        for connection in connections.values { connection.close() }
        connections = [:]
        handle = nil
        // Last, so that the next daemon doesn't meet a half-removed directory.
        lock?.leave(directory)
        lock = nil
    }

    private func send(
        _ event: ControlEvent, to wanted: (ControlConnection.Subscription) -> Bool
    ) {
        let subscribers = connections.values.filter { wanted($0.subscription) }
        if subscribers.isEmpty { return }
        let line = JSONLine.encode(event)
        for subscriber in subscribers { subscriber.send(line) }
    }

    // MARK: Clients

    /// How many clients are connected.
    public var clientCount: Int { connections.count }

    private func watch(_ listener: borrowing ListeningSocket) throws(Problem) {
        do throws(SystemError) {
            source = try EventLoop.shared.watch(listener.descriptor) { [weak self] _ in
                self?.acceptClients()
            }
        } catch {
            throw Problem("cannot serve the control socket \(path)", why: "\(error)")
        }
    }

    private func acceptClients() {
        do throws(SystemError) {
            // Bounded, so that a flood of connections doesn't block the loop.
            for _ in 0..<ControlLimits.connections {
                guard let client = try listener?.accept() else { return }
                try serve(client)
            }
        } catch {
            // No descriptors or memory are left. The client still waits at the socket, and would
            // wake the loop again and again.
            source?.pause()
            retry = EventLoop.shared.timer(after: .seconds(1)) { [weak self] in
                self?.source?.resume()
            }
        }
    }

    private func serve(_ client: consuming OwnedDescriptor) throws(SystemError) {
        if let problem = try refusal(of: client) {
            var lines = JSONLine.encode(Greeting.ours)
            lines += JSONLine.encode(ControlReply.failure(problem))
            // The client may be gone already.
            _ = try? UnixSocket.send(lines[...], to: client)
            return
        }
        makeRoom()
        let connection = ControlConnection { [weak self] in self?.meet($1, of: $0) }
        connections[ObjectIdentifier(connection)] = connection
        do {
            try connection.open(client)
        } catch {
            connections[ObjectIdentifier(connection)] = nil
            throw error
        }
    }

    private func refusal(of client: borrowing OwnedDescriptor) throws(SystemError) -> Problem? {
        var (process, uid) = (pid_t(), uid_t())
        try check(utter_peer(client.rawValue, &process, &uid), "getsockopt SO_PEERCRED")
        if uid != geteuid() {
            return Problem(
                "cannot use the control socket",
                why: "the daemon belongs to uid \(geteuid()) and you are uid \(uid)",
                remedy: "Run utter as the user of the session")
        }
        return nil
    }

    /// At the limit, closes the connection that was silent for longest, so that a client with a
    /// command always gets in.
    private func makeRoom() {
        let quiet = connections.values.filter { $0.subscription == .none }
        guard quiet.count >= ControlLimits.connections else { return }
        let oldestFirst =
            quiet.filter { !$0.awaitsReply }.sorted { $0.lastHeard < $1.lastHeard }
            + quiet.filter(\.awaitsReply)
        for connection in oldestFirst {
            // A command that has arrived but isn't read counts: the client may have connected just
            // now.
            let isHeard = connection.hear()
            if connections[ObjectIdentifier(connection)] == nil { return }
            if !isHeard { return connection.dismiss() }
        }
        oldestFirst.first?.dismiss()
    }

    private var fullOfSubscribers: Problem? {
        let count = connections.values.count { $0.subscription != .none }
        guard count >= ControlLimits.subscribers else { return nil }
        return Problem(
            "cannot follow the status", why: "\(count) clients follow it already",
            remedy: "End some: utter status --follow, overlays and status bars")
    }

    private func meet(_ demand: ControlConnection.Demand, of connection: ControlConnection) {
        switch demand {
        case .run(let request, let answer): handle?(request, answer)
        case .subscribe(let levels, let answer):
            if connection.subscription == .none, let problem = fullOfSubscribers {
                return answer(.failure(problem))
            }
            connection.subscription = levels ? .statusAndLevels : .status
            answer(.ok())
            if let status { connection.send(JSONLine.encode(ControlEvent.status(status))) }
        case .forget:
            connections[ObjectIdentifier(connection)] = nil
            if connections.values.allSatisfy({ $0.subscription != .none }) { onQuiet() }
        }
    }
}
