import CLinux
import CWayland
import Glibc
public import LinuxRuntime
public import Problems
import SystemPackage

/// A client's connection to a compositor, read on the event loop. It never blocks.
public final class WaylandConnection {
    /// wl_display*.
    private let display: OpaquePointer
    /// The compositor's socket.
    public let path: String
    /// The compositor's pid, if the kernel reports it.
    public let compositor: Int32?
    private var source: EventSource?
    private var fences: [Fence] = []
    /// The backlog's events while the socket is full: when there is room, and when the limit has
    /// passed.
    private var backlog: (room: EventSource, limit: EventSource)?
    private let timeout: Duration
    /// Why the connection is dead; nil while it is alive.
    public private(set) var failure: Problem?
    /// Whether it is dead because the compositor didn't answer in time. Requests that it had not
    /// read then are never read.
    public private(set) var isHung = false
    /// Called once, when the connection dies.
    public var onFailure: (Problem) -> Void = { _ in }

    /// How long an answer is still awaited after the task was cancelled: it shows how much was
    /// typed.
    public static let timeoutOnceCancelled = Duration.milliseconds(500)

    /// Connects to the compositor at a socket's path.
    ///
    /// - Parameter timeout: the limit for an answer, and for how long the socket may be full.
    public convenience init(
        path: String, timeout: Duration = .seconds(5)
    ) throws(Problem) {
        try self.init(WaylandSocket.connect(to: path), path: path, timeout: timeout)
    }

    /// Speaks on a socket that is connected to a compositor.
    ///
    /// - Parameters:
    ///   - path: the compositor's socket.
    ///   - timeout: as above.
    public init(
        _ socket: consuming OwnedDescriptor, path: String, timeout: Duration = .seconds(5)
    ) throws(Problem) {
        self.path = path
        self.timeout = timeout
        let descriptor = socket.release()
        var (process, user) = (pid_t(), uid_t())
        let isKnown = utter_peer(descriptor.rawValue, &process, &user) == 0
        compositor = isKnown ? process : nil
        // The display owns the descriptor from here on, even on failure.
        guard let display = wl_display_connect_to_fd(descriptor.rawValue) else {
            throw Problem("cannot speak with the Wayland compositor at \(path)", why: "no memory")
        }
        self.display = display
        do throws(SystemError) {
            source = try EventLoop.shared.watch(descriptor) { [unowned self] _ in self.read() }
        } catch {
            throw Problem(
                "cannot watch the connection to the Wayland compositor", why: "\(error)")
        }
    }

    deinit {
        for fence in fences { fence.end(.failure(closed)) }
        source = nil
        backlog = nil
        wl_display_disconnect(display)
    }

    /// wl_display.get_registry. The caller destroys it before the connection.
    public func registry() -> OpaquePointer {
        wl_display_get_registry(display)
    }

    // MARK: Writing

    /// Sends the pending requests or, while the socket is full, sends them when there is room.
    public func flush() {
        guard failure == nil, backlog == nil, wl_display_flush(display) < 0 else { return }
        let code = errno
        guard code == EAGAIN else { return fail() }
        do throws(SystemError) {
            let socket = FileDescriptor(rawValue: wl_display_get_fd(display))
            let room = try EventLoop.shared.watch(socket, for: .writable) { [unowned self] _ in
                backlog = nil
                flush()
            }
            let limit = EventLoop.shared.timer(after: timeout) { [unowned self] in
                timedOut(after: timeout)
            }
            backlog = (room, limit)
        } catch {
            fail(Problem("cannot write to the Wayland compositor", why: "\(error)"))
        }
    }

    /// Returns when the compositor has handled all requests so far (wl_display.sync). Cancellation
    /// does not end it at once, since the caller must still learn what was typed; but a compositor
    /// that then doesn't answer soon counts as hung.
    ///
    /// - Parameter answered: called when the answer arrives, in order with other events. When the
    ///   function returns, later events may have been handled too.
    public func roundtrip(_ answered: @escaping () -> Void = {}) async throws(Problem) {
        if let failure { throw failure }
        let deadline = Deadline.current
        // unsafe: used on the loop's thread only; a cancellation goes there first.
        nonisolated(unsafe) let (connection, fence) = (self, Fence(of: self, answered))
        let limit = Deadline.limit(timeout)
        let result: Result<Void, Problem> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = Task.isCancelled
                EventLoop.shared.performNowOrSoon {
                    connection.begin(fence, within: limit, continuation)
                    if isCancelled { fence.hurry(deadline) }
                }
            }
        } onCancel: {
            EventLoop.task { fence.hurry(deadline) }
        }
        try result.get()
        // Progress: the compositor doesn't hang.
        deadline?.renew()
    }

    private func begin(
        _ fence: Fence, within limit: Duration,
        _ continuation: CheckedContinuation<Result<Void, Problem>, Never>
    ) {
        // The way here may have led through the loop.
        if let failure { return continuation.resume(returning: .failure(failure)) }
        fences.append(fence)
        fence.begin(wl_display_sync(display), within: limit, continuation)
        flush()
    }

    fileprivate func end(_ fence: Fence, _ result: Result<Void, Problem>) {
        fences.removeAll { $0 === fence }
        fence.end(result)
    }

    /// Shuts the connection down. The compositor discards unread requests of a client that is gone
    /// (wayland-server checks that before it reads), so nothing is typed later.
    fileprivate func timedOut(after limit: Duration) {
        isHung = true
        shutdown(wl_display_get_fd(display), Int32(SHUT_RDWR))
        fail(
            Problem(
                "the Wayland compositor at \(path) hangs", why: "\(NoAnswer(limit: limit))"))
    }

    // MARK: Reading

    /// The order required by wl_display_prepare_read_queue(3): queued events are dispatched first,
    /// then the descriptor, which is readable, is read once without waiting.
    private func read() {
        while wl_display_prepare_read(display) != 0 {
            if wl_display_dispatch_pending(display) < 0 { return fail() }
        }
        if wl_display_read_events(display) < 0 { return fail() }
        if wl_display_dispatch_pending(display) < 0 { return fail() }
        flush()
    }

    private func fail() {
        fail(reason)
    }

    private func fail(_ problem: Problem) {
        if failure != nil { return }
        failure = problem
        source = nil
        backlog = nil
        // A fence's end may make the owner release this connection.
        let ended = fences
        fences = []
        for fence in ended { fence.end(.failure(problem)) }
        onFailure(problem)
    }

    private var reason: Problem {
        let error = wl_display_get_error(display)
        guard error == EPROTO else {
            let code = Errno(rawValue: error == 0 ? errno : error)
            return Problem("the Wayland compositor at \(path) is gone", why: "\(code)")
        }
        var interface: UnsafePointer<wl_interface>?
        var object: UInt32 = 0
        let code = wl_display_get_protocol_error(display, &interface, &object)
        let name = interface.map { String(cString: $0.pointee.name) } ?? "an object"
        return Problem(
            "the Wayland compositor at \(path) ended the connection",
            why: "protocol error \(code) of \(name)")
    }

    private var closed: Problem {
        Problem("the connection to the Wayland compositor at \(path) is closed", why: "")
    }
}

/// A pending wl_callback, and the task that waits for it.
private final class Fence {
    // unowned: the connection owns its fences and ends them before it is destroyed.
    private unowned let connection: WaylandConnection
    private let answered: () -> Void
    private var continuation: CheckedContinuation<Result<Void, Problem>, Never>?
    /// wl_callback*.
    private var callback: OpaquePointer?
    private var timer: EventSource?
    private var limit = Duration.zero

    init(of connection: WaylandConnection, _ answered: @escaping () -> Void) {
        self.connection = connection
        self.answered = answered
    }

    func begin(
        _ callback: OpaquePointer?, within limit: Duration,
        _ continuation: CheckedContinuation<Result<Void, Problem>, Never>
    ) {
        self.callback = callback
        self.limit = limit
        self.continuation = continuation
        wl_callback_add_listener(callback, listener, Unmanaged.passUnretained(self).toOpaque())
        timer = EventLoop.shared.timer(after: limit) { [unowned self] in
            connection.timedOut(after: self.limit)
        }
    }

    /// Called when the task was cancelled.
    ///
    /// - Parameter deadline: the deadline of the work that the task is part of.
    func hurry(_ deadline: Deadline?) {
        guard continuation != nil else { return }
        let rest = WaylandConnection.timeoutOnceCancelled
        limit = min(rest, deadline?.remaining ?? rest)
        timer?.rearm(after: limit)
    }

    func end(_ result: Result<Void, Problem>) {
        timer = nil
        if let callback { wl_callback_destroy(callback) }
        callback = nil
        continuation?.resume(returning: result)
        continuation = nil
    }

    fileprivate func done() {
        answered()
        connection.end(self, .success(()))
    }
}

// nonisolated(unsafe): written once, by its initialiser, then only read, by libwayland.
nonisolated(unsafe) private let listener: UnsafePointer<wl_callback_listener> = {
    let listener = UnsafeMutablePointer<wl_callback_listener>.allocate(capacity: 1)
    listener.initialize(
        to: wl_callback_listener(done: { fence, _, _ in
            Unmanaged<Fence>.fromOpaque(fence!).takeUnretainedValue().done()
        }))
    return UnsafePointer(listener)
}()
