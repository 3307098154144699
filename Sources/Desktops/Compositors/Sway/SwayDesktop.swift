package import DesktopParts
package import DictationParts
package import KeyStrokes

/// sway.
package final class SwayDesktop: Desktop {
    package let isWayland = true
    package let pace = TypingPace.answered
    private let socket: String
    private let windows: SwayWindowFocus
    package let sessionStart: SessionStart?

    /// Nil in another session.
    package init?(_ environment: SessionEnvironment) {
        guard environment["WAYLAND_DISPLAY"] != nil,
            let socket = environment["SWAYSOCK"]
        else { return nil }
        self.socket = socket
        windows = SwayWindowFocus(socket: socket)
        let (folder, home) = (environment.configuration, environment.home)
        // sway(1): i3's files, too.
        sessionStart = SessionStart(
            "sway",
            firstOf: [
                "\(home)/.sway/config", "\(folder)/sway/config", "\(home)/.i3/config",
                "\(folder)/i3/config",
            ],
            or: "\(folder)/sway/config", templates: ["/etc/sway/config", "/etc/i3/config"],
            keyword: "exec",
            variables: ["WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "XDG_CURRENT_DESKTOP"])
    }

    package var focus: (any WindowFocus)? { windows }
    package var lock: (any ScreenLock)? { windows }

    /// It tells the layout of each keyboard.
    package func keyboards(layout: LayoutNames?) throws -> any KeyboardReceiver {
        try CompositorReceiver(SwayKeyboards(socket: socket))
    }
}
