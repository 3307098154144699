package import CX11
package import Dictation
import Glibc
package import LinuxRuntime
package import SystemPackage

/// A connection to an X server that outlives the server's death. It lives on the event loop's
/// thread, and waits there for events instead of blocking in Xlib.
package final class XConnection {
    package let display: OpaquePointer
    package let name: String
    package let root: Window
    /// A window of this connection that never appears, for events to itself.
    package let window: Window
    /// The type of XKB's events on this connection.
    package let xkbEvents: Int32
    /// Called with each event, before anybody who waits for it. It must not wait itself.
    package var observer: ((XEvent) -> Void)?
    private let fate: Fate
    private let descriptor: FileDescriptor
    private let echo: Atom
    private var serial = 0

    /// How long a healthy server may take for an answer.
    package static let patience = Duration.seconds(5)

    /// Connects. Blocks for as long as the server takes to greet.
    package init(_ name: DisplayName) throws(Problem) {
        if let problem = name.unreachable() { throw problem }
        XErrors.install
        var (event, error, major, minor) = (Int32(0), Int32(0), Int32(1), Int32(0))
        var reason: Int32 = 0
        guard
            let display = XkbOpenDisplay(
                name.name, &event, &error, &major, &minor, &reason)
        else {
            let lacksXkb = Int(reason) != Int(XkbOD_ConnectionRefused)
            throw Problem(
                "cannot open the X display “\(name.name)”",
                why: lacksXkb ? "its X server lacks the XKEYBOARD extension"
                    : "the server refused the connection",
                remedy: lacksXkb ? "" : "Is XAUTHORITY that of the session?")
        }
        self.display = display
        self.name = name.name
        xkbEvents = event
        fate = Fate()
        descriptor = FileDescriptor(rawValue: XConnectionNumber(display))
        root = XDefaultRootWindow(display)
        window = XCreateSimpleWindow(display, root, -1, -1, 1, 1, 0, 0, 0)
        echo = XInternAtom(display, "_UTTER_ECHO", 0)
        // Unretained: the handler runs only within Xlib's calls on this display, and `fate`
        // lives until after the last of them, XCloseDisplay.
        XSetIOErrorExitHandler(
            display,
            { _, fate in Unmanaged<Fate>.fromOpaque(fate!).takeUnretainedValue().isLost = true },
            Unmanaged.passUnretained(fate).toOpaque())
    }

    deinit {
        // A server that hangs would hold XCloseDisplay; a closed socket doesn't.
        if isLost { shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }
        XCloseDisplay(display)
        _ = XErrors.take(display)
    }

    /// Whether the server died or hung: nothing can be done with the connection but drop it.
    package var isLost: Bool { fate.isLost }

    /// Looks whether the server has died since the last use; only the observer learns of the
    /// events that came.
    package func refresh() {
        while let _ = nextEvent() {}
    }

    /// Refreshes whenever the server sends something, until the source goes. Not while somebody
    /// waits for events: epoll takes a descriptor once.
    ///
    /// - Parameter onLoss: called once, when the server is gone.
    package func refreshing(onLoss: @escaping () -> Void) throws(SystemError) -> EventSource {
        // Xlib may have read already what is waited for here.
        refresh()
        return try EventLoop.shared.watch(descriptor) { [weak self] _ in
            self?.refresh()
            if self?.isLost == true { onLoss() }
        }
    }

    /// Refreshes, and blocks the thread, until `isDone` or the time is over; false if it isn't
    /// done. Only for the program's end, when the event loop has nothing else to do.
    package func blockingRefresh(within limit: Duration, until isDone: () -> Bool) -> Bool {
        let deadline = MonotonicClock.nanoseconds + limit.nanoseconds
        while true {
            refresh()
            if isDone() { return true }
            let remaining = (deadline - MonotonicClock.nanoseconds) / 1_000_000
            if isLost || remaining <= 0 { return false }
            var poll = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            Glibc.poll(&poll, 1, Int32(remaining))
        }
    }

    private func nextEvent() -> XEvent? {
        // XPending also writes what is waiting to be sent.
        guard XPending(display) > 0 else { return nil }
        var event = XEvent()
        XNextEvent(display, &event)
        observer?(event)
        return event
    }

    private final class Fate {
        var isLost = false
    }

    package func atom(_ name: String) -> Atom {
        XInternAtom(display, name, 0)
    }

    // MARK: Waiting

    /// Suspends until an event matches (true) or the time is over (false). Events that don't
    /// match are dropped.
    ///
    /// - Parameter cancellable: whether the task's cancellation ends it.
    package func event(
        within limit: Duration, cancellable: Bool, _ matches: (XEvent) -> Bool
    ) async throws(Interruption) -> Bool {
        let deadline = MonotonicClock.nanoseconds + limit.nanoseconds
        while true {
            while let event = nextEvent() {
                if matches(event) { return true }
            }
            if isLost { throw .problem(lost) }
            if cancellable, Task.isCancelled { throw .cancelled }
            let remaining = deadline - MonotonicClock.nanoseconds
            if remaining <= 0 { return false }
            try await readable(within: .nanoseconds(remaining), cancellable)
        }
    }

    private func readable(
        within limit: Duration, _ cancellable: Bool
    ) async throws(Interruption) {
        let descriptor = self.descriptor
        do {
            if cancellable {
                _ = try await EventLoop.shared.ready(descriptor, within: limit)
            } else {
                // A task of its own isn't cancelled with this one.
                _ = try await EventLoop.throwingTask {
                    try await EventLoop.shared.ready(descriptor, within: limit)
                }.value
            }
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .problem(Problem("cannot wait for the X display “\(name)”", why: "\(error)"))
        }
    }

    /// Suspends until the server has done all that was asked of it. It throws what the server
    /// complained about only where `checked` says what was done.
    package func roundTrip(
        cancellable: Bool = false, checked what: String? = nil
    ) async throws(Interruption) {
        // A message to an own window comes back behind the answers to everything before it.
        let (serial, echo) = (nextSerial(), echo)
        send(echo, [serial], to: window)
        let returned = try await event(within: Self.patience, cancellable: cancellable) {
            $0.type == ClientMessage && $0.xclient.message_type == echo
                && $0.xclient.data.l.0 == serial
        }
        guard returned else {
            fate.isLost = true
            throw .problem(
                Problem(
                    "the X display “\(name)” does not answer",
                    why: "no reply within \(Self.patience.components.seconds) s"))
        }
        let complaint = XErrors.take(display)
        if let what, let complaint {
            throw .problem(Problem("cannot \(what)", why: "X \(complaint)"))
        }
    }

    /// The socket to the server. Who shuts it down ends the connection.
    package var socket: FileDescriptor { descriptor }

    /// The name of the server's socket, where it is a unix socket and the kernel tells.
    var serverSocket: String? {
        guard let inode = UnixSocketStatus.inode(of: descriptor.rawValue),
            let socket = UnixSocketStatus(inode: inode),
            let peer = UnixSocketStatus(inode: socket.peer), !peer.name.isEmpty
        else { return nil }
        return peer.name
    }

    /// What tells the windows of one client from those of another: the part of their numbers that
    /// the server gave out at connection (X Window System Protocol, “Connection Setup”).
    package func client(of window: Window) -> XID {
        window & ~utter_resource_mask(display)
    }

    /// A number to tell one message from another, of 32 bits on the wire.
    package func nextSerial() -> Int {
        serial = serial % 0x7FFF_FFFF + 1
        return serial
    }

    /// Sends a ClientMessage of 32-bit data to the client that made a window.
    func send(_ type: Atom, _ data: [Int], to window: Window) {
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window
        event.xclient.message_type = type
        event.xclient.format = 32
        withUnsafeMutableBytes(of: &event.xclient.data.l) { bytes in
            data.withUnsafeBytes { bytes.copyMemory(from: $0) }
        }
        XSendEvent(display, window, 0, 0, &event)
    }

    /// What became of a connection that the server closed.
    package var lost: Problem {
        Problem(
            "the X display “\(name)” is gone", why: "its server closed the connection",
            remedy: "The next dictation connects anew if the server is back.")
    }
}
