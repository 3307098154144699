package import DesktopParts
package import KeyStrokes

/// A Wayland compositor that tells nothing of its keyboards and windows.
package final class WaylandDesktop: Desktop {
    package let isWayland = true
    package let pace = TypingPace.measured
    private let environment: SessionEnvironment

    /// Known of labwc only (labwc(1), “autostart”): it runs the user's script, else the machine's.
    package var sessionStart: SessionStart? {
        guard environment.desktops.contains("labwc") else { return nil }
        return SessionStart(
            "labwc", script: "\(environment.configuration)/labwc/autostart",
            templates: ["/etc/xdg/labwc/autostart"],
            variables: ["WAYLAND_DISPLAY", "DISPLAY", "XDG_CURRENT_DESKTOP"])
    }

    /// Nil in another session.
    package init?(_ environment: SessionEnvironment) {
        if environment["WAYLAND_DISPLAY"] == nil { return nil }
        self.environment = environment
    }

    package func keyboards(layout: LayoutNames?) throws -> any KeyboardReceiver {
        try SessionReceiver(compositorOf: environment, layout: layout)
    }
}
