import CX11
import Dictation
import LinuxRuntime
import MonotonicTime
import Problems
import X11Connection

/// The focus of an X display, on the X thread.
@X11Actor
final class XFocusDesk {
    private let displayName: String?
    private var connection: XConnection?

    /// How long a window may take to get the focus.
    private static let timeout = Duration.seconds(2)

    nonisolated init(display: String?) {
        displayName = display
    }

    // Isolated, since Xlib's connections must be closed on their own thread.
    isolated deinit {}

    func focusedWindow() async throws(Problem) -> DesktopWindow? {
        Self.focusedWindow(try await connected())
    }

    private static func focusedWindow(_ connection: XConnection) -> DesktopWindow? {
        ClientWindow(focusedOn: connection).map { window in
            DesktopWindow(
                identifier: identifier(window.window), classes: window.classes,
                title: window.title, program: window.pid.flatMap(Executable.path),
                pid: window.pid)
        }
    }

    func focus(_ window: DesktopWindow) async throws(Problem) {
        let connection = try await connected()
        guard let number = Window(window.identifier.dropFirst(2), radix: 16) else { return }
        connection.activate(number)
        let deadline = MonotonicClock.nanoseconds + Self.timeout.nanoseconds
        while true {
            do throws(Interruption) {
                // Fails for a window that is gone.
                try await connection.roundTrip(
                    checked: "give \(window.name) the focus")
            } catch {
                throw error.ofConnecting
            }
            if Self.focusedWindow(connection)?.isSame(as: window) == true { return }
            guard MonotonicClock.nanoseconds < deadline else {
                throw Problem(
                    "cannot give \(window.name) the focus",
                    why: "it did not get it within \(Self.timeout.components.seconds) s")
            }
            do {
                try await connection.loop.sleep(for: .milliseconds(10))
            } catch {
                throw Problem("cannot give \(window.name) the focus", why: "it was stopped")
            }
        }
    }

    func isScreenHeld() async throws(Problem) -> Bool {
        let connection = try await connected()
        let isHeld = connection.isScreenHeld
        if connection.isLost { throw connection.lost }
        return isHeld
    }

    func close() {
        connection = nil
    }

    /// A connection whose server answers.
    private func connected() async throws(Problem) -> XConnection {
        connection?.refresh()
        if connection?.isLost != false {
            connection = nil
            connection = try await XConnection.open(DisplayName(displayName))
        }
        let connection = connection!
        connection.beginWork()
        do throws(Interruption) {
            try await connection.roundTrip(cancellable: true)
        } catch {
            throw error.ofConnecting
        }
        return connection
    }

    private static func identifier(_ window: Window) -> String {
        "0x" + String(window, radix: 16)
    }
}
