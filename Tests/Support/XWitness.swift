internal import CX11

/// A client of a display that sends requests to its server, and checks whether they are answered.
public final class XWitness {
    private let display: OpaquePointer
    private let window: Window
    private var isAsking = false
    /// Must outlive the connection: Xlib ends a process whose server is gone.
    private let server: XServer

    public init(_ server: XServer) {
        self.server = server
        display = XOpenDisplay(server.display)!
        window = XCreateSimpleWindow(display, XDefaultRootWindow(display), -1, -1, 1, 1, 0, 0, 0)
        XSync(display, 0)
    }

    deinit { XCloseDisplay(display) }

    /// Whether the server has answered the request of this or an earlier call.
    public var isAnswered: Bool {
        if !isAsking {
            isAsking = true
            // A message to a window of this client comes back after the server has handled it.
            var event = XEvent()
            event.xclient.type = ClientMessage
            event.xclient.window = window
            event.xclient.format = 32
            XSendEvent(display, window, 0, 0, &event)
            XFlush(display)
        }
        // Reads what has arrived, without waiting.
        while XPending(display) > 0 {
            var event = XEvent()
            XNextEvent(display, &event)
            if event.type == ClientMessage { isAsking = false }
        }
        return !isAsking
    }
}
