package import DesktopParts
package import KeyStrokes

/// GNOME on Wayland, and the desktops that have its settings. On X11 the server reads the
/// keyboards, as for every desktop.
package final class GNOMEDesktop: Desktop {
    package let isWayland = true
    package let pace = TypingPace.steady
    private let environment: SessionEnvironment

    private static let names = ["gnome", "budgie", "pantheon", "unity"]

    /// Nil in another session.
    package init?(_ environment: SessionEnvironment) {
        guard environment["WAYLAND_DISPLAY"] != nil,
            environment.desktops.contains(where: Self.names.contains)
        else { return nil }
        self.environment = environment
    }

    package func keyboards(layout: LayoutNames?) throws -> any KeyboardReceiver {
        try SessionReceiver(
            compositorOf: environment, layout: layout,
            source: GNOMELayouts(environment: environment.variables))
    }
}
