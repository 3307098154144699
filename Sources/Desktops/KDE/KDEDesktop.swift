package import DesktopParts
package import DictationParts
package import KeyStrokes
import LinuxRuntime

/// KDE Plasma on Wayland. On X11 the server reads the keyboards, as for every desktop.
package final class KDEDesktop: Desktop {
    package let isWayland = true
    package let hasFakeInput = true
    package let pace = TypingPace.steady
    private let environment: SessionEnvironment
    private let windows: KWinWindowFocus

    package nonisolated static func isSession(_ environment: SessionEnvironment) -> Bool {
        environment["WAYLAND_DISPLAY"] != nil && environment.desktops.contains("kde")
    }

    /// Nil in another session.
    package init?(_ environment: SessionEnvironment) {
        guard Self.isSession(environment) else { return nil }
        self.environment = environment
        windows = KWinWindowFocus(environment: environment.variables)
    }

    package var focus: (any WindowFocus)? { windows }

    /// KWin, or without the session's bus a compositor that can't be asked.
    package func keyboards(layout: LayoutNames?) async throws -> any KeyboardReceiver {
        guard let bus = try? MessageBus(.user, environment: environment.variables) else {
            return try SessionReceiver(compositorOf: environment, layout: layout)
        }
        let kwin = KWinLayouts(bus, environment: environment.variables)
        return try KWinReceiver(
            bus, LayoutSearch(environment, configured: layout, kwin),
            folder: environment["XDG_RUNTIME_DIR"])
    }
}
