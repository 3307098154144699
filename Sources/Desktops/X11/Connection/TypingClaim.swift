import CX11
import Problems

/// The exclusive right to change the XTEST keyboard, for one process at a time. It is the ownership
/// of a selection, which the server releases when its owner dies.
package final class TypingClaim {
    private let connection: XConnection
    /// The owner of the selection; nil once the claim is released.
    private var window: Window?

    /// How long to wait for another process: a long text into a slow window takes time.
    private static let timeout = Duration.seconds(30)

    private init(_ connection: XConnection, window: Window) {
        self.connection = connection
        self.window = window
    }

    deinit { release() }

    /// Releases the claim: the selection is released with its window.
    package func release() {
        guard let window, !connection.isLost else { return }
        self.window = nil
        XDestroyWindow(connection.display, window)
        XFlush(connection.display)
    }

    /// Waits until no other process types.
    ///
    /// - Parameter onGrab: called before the server is grabbed for a moment (true), and afterwards
    ///   (false).
    package static func acquire(
        _ connection: XConnection, onGrab: (Bool) -> Void = { _ in }
    ) async throws(Interruption) -> TypingClaim {
        let display = connection.display
        let selection = connection.atom("_UTTER_XTEST")
        while true {
            // Grabbed, since two processes could find the selection free at the same time.
            onGrab(true)
            XGrabServer(display)
            let owner = XGetSelectionOwner(display, selection)
            if owner == 0 {
                let window = XCreateSimpleWindow(
                    display, connection.root, -1, -1, 1, 1, 0, 0, 0)
                XSetSelectionOwner(display, selection, window, Time(CurrentTime))
                XUngrabServer(display)
                XFlush(display)
                onGrab(false)
                return TypingClaim(connection, window: window)
            }
            XSelectInput(display, owner, StructureNotifyMask)
            XUngrabServer(display)
            XFlush(display)
            onGrab(false)
            let isFree = try await connection.event(within: timeout, cancellable: true) {
                $0.type == DestroyNotify && $0.xdestroywindow.window == owner
            }
            guard isFree else {
                throw .problem(
                    Problem(
                        "cannot type into the X display “\(connection.name)”",
                        why: "another utter has been typing there for "
                            + "\(timeout.components.seconds) s",
                        remedy: "Wait for it to end, or stop it."))
            }
        }
    }
}
