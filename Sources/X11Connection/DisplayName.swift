import CLinux
package import Dictation
import Glibc
import LinuxRuntime

/// The name of an X display: `[host]:display[.screen]` (X(7)).
package struct DisplayName {
    let name: String

    /// A given name, or the environment's DISPLAY.
    package init(_ given: String?) throws(Problem) {
        guard let name = given ?? Self.environment("DISPLAY"), !name.isEmpty else {
            let onWayland = Self.environment("WAYLAND_DISPLAY") != nil
            throw Problem(
                "there is no X display to type into", why: "DISPLAY is not set",
                remedy: onWayland
                    ? "This is a Wayland session: start Xwayland and set DISPLAY, or choose"
                        + " another sink."
                    : "Set DISPLAY to the display's name, for instance :0, or start utter in the"
                        + " graphical session.")
        }
        self.name = name
    }

    /// Whether the server of a display takes connections.
    package static func availability(_ given: String?) -> Availability {
        do throws(Problem) {
            return try DisplayName(given).unreachable().map { .unavailable($0) } ?? .available
        } catch {
            return .unavailable(error)
        }
    }

    /// Says why a display on this machine cannot be reached, without a conversation with its
    /// server; nil if its socket takes connections or the display is another machine's.
    package func unreachable() -> Problem? {
        guard let number = localNumber else { return nil }
        // Xlib tries the abstract socket first, then the file (xcb_util.c).
        let path = "/tmp/.X11-unix/X\(number)"
        var failure: SystemError?
        for prefix in ["\0", ""] {
            do throws(SystemError) {
                try Self.connect(prefix + path)
                return nil
            } catch { failure = error }
        }
        return Problem(
            "cannot reach the X display “\(name)”", why: "\(failure!)",
            remedy: "Is DISPLAY right, and its X server running?")
    }

    /// The display's number if it is on this machine.
    private var localNumber: Int? {
        guard let colon = name.lastIndex(of: ":") else { return nil }
        guard ["", "unix"].contains(name[..<colon]) else { return nil }
        return Int(name[name.index(after: colon)...].prefix { $0 != "." })
    }

    private static func connect(_ path: String) throws(SystemError) {
        let raw = try check(
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
                | Int32(SOCK_NONBLOCK.rawValue), 0), "socket")
        let descriptor = OwnedDescriptor(adopting: raw)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // An abstract name is as long as it is said to be; the NUL after a file's name counts.
        let length = MemoryLayout<sa_family_t>.size + bytes.count + (path.first == "\0" ? 0 : 1)
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor.rawValue, $0, socklen_t(length))
            }
        }
        try check(result, "connect \(path)")
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
