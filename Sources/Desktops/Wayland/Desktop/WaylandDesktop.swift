package import DesktopParts
package import KeyStrokes

/// A Wayland compositor that tells nothing of its keyboards and windows.
package final class WaylandDesktop: Desktop {
    package let isWayland = true
    package let pace = TypingPace.measured
    private let environment: SessionEnvironment

    /// Nil in another session.
    package init?(_ environment: SessionEnvironment) {
        if environment["WAYLAND_DISPLAY"] == nil { return nil }
        self.environment = environment
    }

    package func keyboards(layout: LayoutNames?) throws -> any KeyboardReceiver {
        try SessionReceiver(compositorOf: environment, layout: layout)
    }
}
