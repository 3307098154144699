package import DesktopParts
package import KeyStrokes
import LinuxRuntime

/// KDE Plasma on Wayland. On X11 the server reads the keyboards, as for every desktop.
package final class KDEDesktop: Desktop {
    package let isWayland = true
    package let pace = TypingPace.steady
    private let environment: SessionEnvironment

    /// Nil in another session.
    package init?(_ environment: SessionEnvironment) {
        guard environment["WAYLAND_DISPLAY"] != nil, environment.desktops.contains("kde")
        else { return nil }
        self.environment = environment
    }

    /// KWin, or without the session's bus a compositor that can't be asked.
    package func keyboards(layout: LayoutNames?) async throws -> any KeyboardReceiver {
        guard let bus = try? MessageBus(.user, environment: environment.variables) else {
            return try SessionReceiver(compositorOf: environment, layout: layout)
        }
        let kwin = KWinLayouts(bus, environment: environment.variables)
        return try KWinReceiver(
            bus, LayoutSearch(environment, configured: layout, kwin))
    }
}
