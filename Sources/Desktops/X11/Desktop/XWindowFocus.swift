package import Dictation
import DictationParts
import LinuxRuntime
package import Problems
import X11Connection

/// The focus of an X display, and whether a locker holds it.
package final class XWindowFocus: WindowFocus, ScreenLock {
    package let name = "X11"
    private let desk: XServerLine<XFocusDesk>

    /// - Parameter display: the display's name (X(7)), for example `:0`; nil for $DISPLAY.
    package init(display: String? = nil) {
        desk = XServerLine(display) { XFocusDesk(display: display) }
    }

    package func focusedWindow() async throws(Problem) -> DesktopWindow? {
        try await desk.asking { (desk) throws(Problem) in try await desk.focusedWindow() }
    }

    package func focus(_ window: DesktopWindow) async throws(Problem) {
        try await desk.asking { (desk) throws(Problem) in try await desk.focus(window) }
    }

    package func lock() async throws(Problem) -> String? {
        let isHeld = try await desk.asking { (desk) throws(Problem) in
            try await desk.isScreenHeld()
        }
        return isHeld ? "the screen is locked" : nil
    }

    package func close() {
        desk.post { $0.close() }
    }
}
