import CLinux
import Glibc
import LinuxRuntime
package import Problems
import SystemPackage

/// The name of an X display: `[host]:display[.screen]` (X(7)).
package struct DisplayName {
    let name: String

    /// A given name, or the environment's DISPLAY.
    package init(_ given: String?) throws(Problem) {
        guard let name = given ?? Self.environment("DISPLAY"), !name.isEmpty else {
            let onWayland = Self.environment("WAYLAND_DISPLAY") != nil
            throw Problem(
                "there is no X display", why: "DISPLAY is not set",
                remedy: onWayland
                    ? "Start utter again once the desktop has started. Where the desktop has no"
                        + " Xwayland, choose another sink."
                    : "Start utter again once the desktop has started, or set DISPLAY to the"
                        + " display's name, for instance :0.")
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

    /// For a name that is known to be a display.
    init(known name: String) {
        self.name = name
    }

    /// Why a display on this machine can't be reached, without exchanging data with its server; nil
    /// if its socket accepts connections or the display is on another machine.
    package func unreachable() -> Problem? {
        guard let number = localNumber else { return nil }
        do throws(SystemError) {
            _ = try Self.connect(number)
            return nil
        } catch {
            return Problem(
                "cannot reach the X display “\(name)”", why: "\(error)",
                remedy: "Is DISPLAY right, and its X server running?")
        }
    }

    // MARK: Whether it answers

    /// Whether the server sends anything within a time limit. Xlib would wait for that without
    /// limit. For another machine this is unknown, and assumed to be true.
    ///
    /// - Throws: `CancellationError`.
    @X11Actor
    package func answers(within limit: Duration?) async throws -> Bool {
        guard let number = localNumber, let socket = try? Self.connect(number) else { return true }
        if limit != nil { XServerWatch.expect(socket.rawValue, name) }
        defer { XServerWatch.noteAnswer(socket.rawValue) }
        // Requests version 0 of the protocol: every server refuses it with an answer, and without
        // the log entry that an unauthorized client would cause (X Window System Protocol,
        // “Connection Setup”).
        let setup: [UInt8] = [UInt8(ascii: "l")] + [UInt8](repeating: 0, count: 11)
        guard write(socket.rawValue, setup, setup.count) == setup.count else { return true }
        return try await X11Actor.loop.ready(socket.descriptor, within: limit)
    }

    /// Returns when a display's server answers, or is gone.
    @X11Actor
    package static func waitUntilAnswering(_ display: String) async {
        _ = try? await DisplayName(known: display).answers(within: nil)
    }

    /// The display's number, if it is on this machine.
    private var localNumber: Int? {
        guard let colon = name.lastIndex(of: ":") else { return nil }
        guard ["", "unix"].contains(name[..<colon]) else { return nil }
        return Int(name[name.index(after: colon)...].prefix { $0 != "." })
    }

    private static func connect(_ number: Int) throws(SystemError) -> OwnedDescriptor {
        // Xlib tries the abstract socket first, then the file (xcb_util.c).
        let path = "/tmp/.X11-unix/X\(number)"
        do throws(SystemError) { return try UnixSocketAddress.connect(to: "\0" + path) } catch {
            return try UnixSocketAddress.connect(to: path)
        }
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
