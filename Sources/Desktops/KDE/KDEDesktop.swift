package import DesktopParts
package import DictationParts
package import KeyStrokes
import LinuxRuntime

/// KDE Plasma on Wayland. On X11 the server reads the keyboards, as for every desktop.
package final class KDEDesktop: Desktop {
    package let isWayland = true
    package let hasFakeInput = true
    /// XTEST would make Xwayland ask the user each time.
    package let sinks = ["kwin", "uinput", "clipboard"]
    package let pace = TypingPace.steady
    private let environment: SessionEnvironment
    private let windows: KWinWindowFocus

    private nonisolated static func isSession(_ environment: SessionEnvironment) -> Bool {
        environment["WAYLAND_DISPLAY"] != nil && isDesktop(environment)
    }

    private nonisolated static func isDesktop(_ environment: SessionEnvironment) -> Bool {
        environment.desktops.contains("kde")
    }

    /// The names of its hotkey sources, to be tried first: they ask nothing, while the portal
    /// of KDE 6.3 opens the settings. It has them whatever display is named.
    package nonisolated static func hotkeySources(_ environment: SessionEnvironment) -> [String] {
        isDesktop(environment) ? ["kde"] : []
    }

    /// Whether programs of Qt, which are its own, report their text: they do while accessibility is
    /// on.
    package nonisolated static func needsAccessibility(_ environment: SessionEnvironment) -> Bool {
        isDesktop(environment)
    }

    /// Whether one of these sinks, empty for the automatic ones, would press keys by the permission
    /// that KWin gives to utter and not to every program.
    package nonisolated static func usesPermission(
        _ environment: SessionEnvironment, sinks names: [String]
    ) -> Bool {
        isSession(environment)
            && (names.isEmpty || names.contains("kwin") || names.contains("clipboard"))
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
