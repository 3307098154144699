package import DesktopParts
package import DictationParts
package import KeyStrokes

/// An X server, whatever desktop runs on it.
package final class X11Desktop: Desktop {
    package let pace = TypingPace.answered
    private let display: String
    private let windows: XWindowFocus
    package let sessionStart: SessionStart?

    /// Nil in another session: the X server of a Wayland session knows some of its windows only.
    package init?(_ environment: SessionEnvironment) {
        guard environment["WAYLAND_DISPLAY"] == nil, let display = environment["DISPLAY"]
        else { return nil }
        self.display = display
        windows = XWindowFocus(display: display)
        sessionStart = Self.sessionStart(environment)
    }

    /// Nil where nothing is known of the desktop.
    private static func sessionStart(_ environment: SessionEnvironment) -> SessionStart? {
        let variables = ["DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP"]
        let folder = environment.configuration
        if environment["I3SOCK"] != nil || environment.desktops.contains("i3") {
            return SessionStart(
                "i3", firstOf: ["\(folder)/i3/config", "\(environment.home)/.i3/config"],
                or: "\(folder)/i3/config", templates: ["/etc/xdg/i3/config", "/etc/i3/config"],
                keyword: "exec --no-startup-id",
                variables: variables + ["I3SOCK"])
        }
        return environment["XDG_CURRENT_DESKTOP"].map { name in
            SessionStart(name, autostartIn: folder, variables: variables)
        }
    }

    package var focus: (any WindowFocus)? { windows }
    package func makeFocus() -> (any WindowFocus)? { XWindowFocus(display: display) }
    package var lock: (any ScreenLock)? { windows }

    /// It tells the layout of each keyboard.
    package func keyboards(layout: LayoutNames?) async throws -> any KeyboardReceiver {
        try await XServerReceiver.open(display: display)
    }
}
