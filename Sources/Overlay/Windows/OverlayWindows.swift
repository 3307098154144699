import Glibc
import LinuxRuntime
public import OverlayDrawing
public import Problems

/// Opens the kind of window that suits the session.
public enum OverlayWindows {
    /// The layer shell on Wayland compositors that have it, otherwise X11, which GNOME's compositor
    /// serves through Xwayland. Throws why there is no display.
    ///
    /// - Parameter environment: the variables with the address of the session's bus, its desktop, and
    ///   sway's socket.
    @EventLoopActor
    public static func open(
        _ look: OverlayLook, _ placement: OverlayPlacement, environment: [String: String]
    ) async throws(Problem) -> any OverlayWindow {
        if isSet("WAYLAND_DISPLAY") {
            do throws(Problem) {
                let window = try await LayerOverlayWindow.connect(
                    look, placement, environment: environment)
                if let window { return window }
            } catch {
                if !isSet("DISPLAY") { throw error }
            }
            guard isSet("DISPLAY") else {
                throw Problem(
                    "cannot show the overlay",
                    why: "the compositor has no layer shell (wlr-layer-shell-unstable-v1), and"
                        + " there is no X display (DISPLAY is not set)",
                    remedy: "If Xwayland starts later, the overlay comes with the next dictation.")
            }
        }
        return try XOverlayWindow(look, placement, environment: environment)
    }

    private static func isSet(_ name: String) -> Bool {
        getenv(name).map { $0.pointee != 0 } ?? false
    }
}
