internal import CX11

/// A client of a display that asks its server for something, and sees whether it gets an answer.
public final class XWitness {
    private let display: OpaquePointer
    private let window: Window
    private var isAsking = false
    /// Must outlive the connection: Xlib ends a process whose server has gone.
    private let server: XServer

    public init(_ server: XServer) {
        self.server = server
        display = XOpenDisplay(server.display)!
        window = XCreateSimpleWindow(display, XDefaultRootWindow(display), -1, -1, 1, 1, 0, 0, 0)
        XSync(display, 0)
    }

    deinit { XCloseDisplay(display) }

    /// Whether the server has answered what is asked of it, now or by an earlier call.
    public var isAnswered: Bool {
        if !isAsking {
            isAsking = true
            // A message to an own window comes back when its turn has come.
            var event = XEvent()
            event.xclient.type = ClientMessage
            event.xclient.window = window
            event.xclient.format = 32
            XSendEvent(display, window, 0, 0, &event)
            XFlush(display)
        }
        // It reads what has come, and doesn't wait.
        while XPending(display) > 0 {
            var event = XEvent()
            XNextEvent(display, &event)
            if event.type == ClientMessage { isAsking = false }
        }
        return !isAsking
    }
}
