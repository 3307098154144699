import CompositorConnection
package import DesktopParts
package import DictationParts
package import KeyStrokes

/// sway.
package final class SwayDesktop: Desktop {
    package let isWayland = true
    package let pace = TypingPace.answered
    private let socket: String
    private let windows: SwayWindowFocus

    /// Nil in another session.
    package init?(_ environment: SessionEnvironment) {
        guard environment["WAYLAND_DISPLAY"] != nil,
            let socket = environment["SWAYSOCK"]
        else { return nil }
        self.socket = socket
        windows = SwayWindowFocus(socket: socket)
    }

    package var focus: (any WindowFocus)? { windows }
    package var lock: (any ScreenLock)? { windows }

    /// It tells the layout of each keyboard.
    package func keyboards(layout: LayoutNames?) throws -> any KeyboardReceiver {
        try CompositorReceiver(SwayKeyboards(socket: socket))
    }
}
