package import CX11
import Glibc
package import LinuxRuntime
import MonotonicTime
package import Problems
package import SystemPackage

/// A connection to an X server that survives the server's death. It belongs to the thread of its
/// loop, and waits there for events instead of blocking in Xlib.
package final class XConnection {
    /// Xlib's Display*. Getting it counts as waiting for the server (``XServerWatch``), since a
    /// request follows.
    package var display: OpaquePointer {
        attend()
        return openDisplay
    }
    private let openDisplay: OpaquePointer
    package let name: String
    package let root: Window
    /// An invisible window of this connection, for events to itself.
    package let window: Window
    /// The type of XKB's events on this connection.
    package let xkbEvents: Int32
    /// Called with each event, before any code that waits for it. It must not wait itself.
    package var observer: ((XEvent) -> Void)?
    package let loop: EventLoop
    private let fate: Fate
    private let descriptor: FileDescriptor
    private let echo: Atom
    private var serial = 0
    /// How much longer the current work may wait for the server, in total.
    private var credit = XServerLimit.timeout
    /// How long the server took for its last answer.
    package private(set) var lastAnswerTime = Duration.zero

    /// The shortest wait for the server that counts. Shorter ones are normal on a busy machine.
    private static let notable = Duration.milliseconds(100)

    /// Connects on the X thread, if the server answers in time.
    @X11Actor
    package static func open(_ name: DisplayName) async throws(Problem) -> XConnection {
        if let problem = name.unreachable() { throw problem }
        let answers: Bool
        do { answers = try await name.answers(within: XServerLimit.timeout) } catch {
            throw Problem("connecting to the X display “\(name.name)” was cancelled", why: "")
        }
        guard answers else {
            XServerWatch.giveUp(name.name)
            throw .silence(of: name.name)
        }
        return try XConnection(name, on: X11Actor.loop)
    }

    /// Connects. Blocks until the server has answered.
    package init(_ name: DisplayName, on loop: EventLoop) throws(Problem) {
        if let problem = name.unreachable() { throw problem }
        self.loop = loop
        if loop === X11Actor.loop { XServerWatch.attend(name.name) }
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
                why: lacksXkb
                    ? "its X server lacks the XKEYBOARD extension"
                    : "the server refused the connection",
                remedy: lacksXkb ? "" : "Check that XAUTHORITY belongs to the session.")
        }
        openDisplay = display
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
        attend()
        // unsafe: nothing else uses them any more.
        nonisolated(unsafe) let (display, fate) = (openDisplay, fate)
        let descriptor = descriptor
        // On its thread: the one that noticed the server's death keeps Xlib's lock of the display
        // (_XIOError), and any other would wait for it without end.
        loop.performNowOrSoon {
            if !fate.isLost { XFlush(display) }
            // XCloseDisplay would block on a server that hangs, but not on a closed socket.
            shutdown(descriptor.rawValue, Int32(SHUT_RDWR))
            XCloseDisplay(display)
            _ = XErrors.take(display)
        }
    }

    /// Whether the server died or hung: the connection can only be closed.
    package var isLost: Bool { fate.isLost }

    /// Checks whether the server has died since the last use; events that have arrived only reach
    /// the observer.
    package func refresh() {
        while nextEvent() != nil {}
    }

    /// Refreshes whenever the server sends something, until the source is destroyed. Not while
    /// other code waits for events: epoll accepts a descriptor only once.
    ///
    /// - Parameter onLoss: called once, when the server is gone.
    package func refreshing(onLoss: @escaping () -> Void) throws(SystemError) -> EventSource {
        // Xlib may already have read the data that would make the descriptor readable.
        refresh()
        return try loop.watch(descriptor) { [weak self] _ in
            self?.refresh()
            if self?.isLost == true { onLoss() }
        }
    }

    private func attend() {
        if loop === X11Actor.loop { XServerWatch.attend(name) }
    }

    /// Does something long without requests to the server.
    package func computing<Result>(_ body: () -> Result) -> Result {
        if loop === X11Actor.loop { XServerWatch.rest() }
        return body()
    }

    private func nextEvent() -> XEvent? {
        // XPending also flushes the output buffer.
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

    /// Nil if there is no such atom.
    package func name(of atom: Atom) -> String? {
        guard let name = XGetAtomName(display, atom) else { return nil }
        defer { XFree(name) }
        return String(cString: name)
    }

    // MARK: Waiting

    /// Suspends until an event matches (true) or the limit has passed (false). Events that don't
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

    /// Like ``event(within:cancellable:_:)``, for an event that another client must send. Also
    /// throws if the server itself doesn't answer any more.
    func eventOfClient(
        within limit: Duration, cancellable: Bool, _ matches: (XEvent) -> Bool
    ) async throws(Interruption) -> Bool {
        let deadline = MonotonicClock.nanoseconds + limit.nanoseconds
        while true {
            var hasCome = false
            try await roundTrip(cancellable: cancellable) { if matches($0) { hasCome = true } }
            if hasCome { return true }
            let left = Duration.nanoseconds(deadline - MonotonicClock.nanoseconds)
            if left <= .zero { return false }
            let slice = min(left, Self.look)
            if try await event(within: slice, cancellable: cancellable, matches) { return true }
        }
    }

    /// How often to check that the server is alive while waiting for another client.
    private static let look = Duration.seconds(2)

    private func readable(
        within limit: Duration, _ cancellable: Bool
    ) async throws(Interruption) {
        do {
            _ = try await loop.ready(descriptor, within: limit, cancellable: cancellable)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .problem(Problem("cannot wait for the X display “\(name)”", why: "\(error)"))
        }
    }

    /// Suspends until an event matches that the server must send at once; throws if it doesn't
    /// come.
    package func answer(
        cancellable: Bool, _ matches: (XEvent) -> Bool
    ) async throws(Interruption) {
        XServerWatch.expect(descriptor.rawValue, name)
        defer { XServerWatch.noteAnswer(descriptor.rawValue) }
        let start = MonotonicClock.nanoseconds
        let limit = min(XServerLimit.timeout, credit)
        let came = try await event(within: limit, cancellable: cancellable, matches)
        lastAnswerTime = .nanoseconds(MonotonicClock.nanoseconds - start)
        try spend(lastAnswerTime)
        if !came {
            hang()
            throw .problem(.silence(of: name))
        }
    }

    /// Gives up on a server that hangs. The connection stays open until the server has read what
    /// was sent: otherwise keys would be lost that count as typed.
    private func hang() {
        fate.isLost = true
        XServerWatch.giveUp(name)
        guard loop === X11Actor.loop else { return }
        // unsafe: the task runs on the same thread as this.
        nonisolated(unsafe) let connection = self
        X11Actor.task {
            await DisplayName.waitUntilAnswering(connection.name)
            XSync(connection.display, 1)
        }
    }

    /// Forgets the server's errors so far.
    package func forgetErrors() {
        _ = XErrors.take(display)
    }

    /// Begins work for which the server may make this side wait for some seconds in total, and a
    /// little longer for each of its parts.
    package func beginWork(ofParts count: Int = 0) {
        credit = XServerLimit.timeout + .milliseconds(200) * count
    }

    /// Counts a wait for the server.
    package func spend(_ time: Duration) throws(Interruption) {
        if time > Self.notable { credit -= time }
        guard credit > .zero else { throw .problem(.silence(of: name)) }
    }

    /// Suspends until the server has handled all requests. Throws the server's error only if
    /// `checked` names the action.
    ///
    /// - Parameter notice: gets the events that come before.
    package func roundTrip(
        cancellable: Bool = false, checked what: String? = nil,
        notice: (XEvent) -> Void = { _ in }
    ) async throws(Interruption) {
        // A message to a window of this client comes back after the answers to everything before
        // it.
        let (serial, echo) = (nextSerial(), echo)
        send(echo, [serial], to: window)
        try await answer(cancellable: cancellable) {
            notice($0)
            return $0.type == ClientMessage && $0.xclient.message_type == echo
                && $0.xclient.data.l.0 == serial
        }
        let complaint = XErrors.take(display)
        if let what, let complaint {
            throw .problem(Problem("cannot \(what)", why: "X \(complaint)"))
        }
    }

    /// The socket to the server. Shutting it down ends the connection.
    package var socket: FileDescriptor { descriptor }

    /// The name of the server's socket, if it is a unix socket and the kernel reports it.
    var serverSocket: String? {
        guard let inode = UnixSocketStatus.inode(of: descriptor.rawValue),
            let socket = UnixSocketStatus(inode: inode),
            let peer = UnixSocketStatus(inode: socket.peer), !peer.name.isEmpty
        else { return nil }
        return peer.name
    }

    /// The part of a window's number that identifies its client: the server assigns it on
    /// connection (X Window System Protocol, “Connection Setup”).
    package func client(of window: Window) -> XID {
        window & ~utter_resource_mask(display)
    }

    /// A number that identifies a message, of 32 bits on the wire.
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

    /// The problem that the server closed the connection.
    package var lost: Problem {
        Problem(
            "the X display “\(name)” is gone", why: "its server closed the connection",
            remedy: "The next dictation connects again if the server is back.")
    }
}
