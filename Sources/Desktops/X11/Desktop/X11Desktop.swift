package import DesktopParts
package import DictationParts
package import KeyStrokes

/// An X server, whatever desktop runs on it.
package final class X11Desktop: Desktop {
    package let pace = TypingPace.answered
    private let display: String
    private let windows: XWindowFocus

    /// Nil in another session: the X server of a Wayland session knows some of its windows only.
    package init?(_ environment: SessionEnvironment) {
        guard environment["WAYLAND_DISPLAY"] == nil, let display = environment["DISPLAY"]
        else { return nil }
        self.display = display
        windows = XWindowFocus(display: display)
    }

    package var focus: (any WindowFocus)? { windows }
    package var lock: (any ScreenLock)? { windows }

    /// It tells the layout of each keyboard.
    package func keyboards(layout: LayoutNames?) async throws -> any KeyboardReceiver {
        try await XServerReceiver.open(display: display)
    }
}
