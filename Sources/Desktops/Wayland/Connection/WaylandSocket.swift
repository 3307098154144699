import CLinux
import Glibc
import LinuxRuntime
public import Problems
import SystemPackage

/// The compositor's socket (wl_display_connect(3)).
public enum WaylandSocket {
    /// Its path: `display` or $WAYLAND_DISPLAY, in $XDG_RUNTIME_DIR unless absolute.
    public static func path(display: String?) throws(Problem) -> String {
        let remedy = "Run utter within a Wayland session, or use another sink."
        guard let name = display ?? environment("WAYLAND_DISPLAY") else {
            throw Problem(
                "no Wayland display", why: "WAYLAND_DISPLAY is not set", remedy: remedy)
        }
        if name.hasPrefix("/") { return name }
        guard let directory = environment("XDG_RUNTIME_DIR") else {
            throw Problem(
                "cannot find the Wayland display “\(name)”", why: "XDG_RUNTIME_DIR is not set",
                remedy: remedy)
        }
        return "\(directory)/\(name)"
    }

    /// Like ``path(display:)``, but throws if there is no socket; only a hint, since its owner may
    /// be dead.
    public static func reachablePath(display: String?) throws(Problem) -> String {
        let path = try path(display: display)
        guard access(path, R_OK | W_OK) == 0 else {
            throw Problem(
                "cannot reach the Wayland compositor at \(path)",
                why: "there is no socket that this user may use",
                remedy: "Check that WAYLAND_DISPLAY names the running session.")
        }
        return path
    }

    /// Connects without waiting. wl_display_connect(3) would block in connect(2) while a hung
    /// compositor leaves its queue of connections full.
    static func connect(to path: String) throws(Problem) -> OwnedDescriptor {
        do throws(SystemError) {
            return try UnixSocketAddress.connect(to: path)
        } catch {
            let what = "cannot reach the Wayland compositor at \(path)"
            if error.errno == .resourceTemporarilyUnavailable {
                throw Problem(
                    what, why: "it hangs: its queue of connections is full")
            }
            throw Problem(
                what, why: "\(error.errno)",
                remedy: "Check that WAYLAND_DISPLAY names the running session.")
        }
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The compositor's name for messages: $XDG_CURRENT_DESKTOP.
    public static var compositorName: String? { environment("XDG_CURRENT_DESKTOP") }
}
