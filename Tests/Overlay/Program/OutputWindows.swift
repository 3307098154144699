import CX11
import LinuxRuntime
import TestSupport
import Testing

/// The windows on an X display that are a compositor's outputs (`WLR_BACKENDS=x11`): closing one
/// removes its output, like unplugging a monitor.
final class OutputWindows {
    private let server: XServer
    private let display: OpaquePointer
    private let protocols: Atom
    private let deletion: Atom

    /// To be created before the compositor starts: wlroots uses existing atoms and creates none.
    init(on server: XServer) throws {
        self.server = server
        display = try #require(XOpenDisplay(server.display))
        protocols = XInternAtom(display, "WM_PROTOCOLS", 0)
        deletion = XInternAtom(display, "WM_DELETE_WINDOW", 0)
        for name in ["_NET_WM_NAME", "UTF8_STRING", "_VARIABLE_REFRESH"] {
            _ = XInternAtom(display, name, 0)
        }
        XSync(display, 0)
    }

    deinit { XCloseDisplay(display) }

    /// Closes an output's window as a window manager would (ICCCM, 4.2.8.1) and waits until it
    /// is gone.
    @EventLoopActor func close(_ output: String) async throws {
        let title = "wlroots - \(output)"
        let line = try await windows().first { $0.contains("\"\(title)\"") }
        let number = try #require(line?.split(separator: " ").first?.dropFirst("0x".count))
        let window = try #require(Window(number, radix: 16))
        var event = XEvent()
        event.xclient = XClientMessageEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = window
        event.xclient.message_type = protocols
        event.xclient.format = 32
        event.xclient.data.l.0 = Int(deletion)
        XSendEvent(display, window, 0, 0, &event)
        XSync(display, 0)
        while try await windows().contains(where: { $0.contains("\"\(title)\"") }) {
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
    }

    /// Asks again if one of them disappeared while they were listed.
    @EventLoopActor private func windows() async throws -> [Substring] {
        while true {
            let run = try await ProgramRun(
                ["xwininfo", "-display", server.display, "-root", "-tree"])
            if run.status == .exited(0) { return run.output.split(separator: "\n") }
            let isGone = ["BadWindow", "Bad Window"].contains { run.errors.contains($0) }
            try #require(isGone, "\(run.errors)")
        }
    }
}
