public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems
import X11Connection

/// The focus of an X display, and whether a locker holds it.
public final class XWindowFocus: WindowFocus, ScreenLock {
    public let name = "X11"
    private let desk: XServerLine<XFocusDesk>

    /// - Parameter display: the display's name (X(7)), for example `:0`; nil for $DISPLAY.
    public init(display: String? = nil) {
        desk = XServerLine(display) { XFocusDesk(display: display) }
    }

    public func focusedWindow() async throws(Problem) -> DesktopWindow? {
        try await desk.asking { (desk) throws(Problem) in try await desk.focusedWindow() }
    }

    public func focus(_ window: DesktopWindow) async throws(Problem) {
        try await desk.asking { (desk) throws(Problem) in try await desk.focus(window) }
    }

    public func lock() async throws(Problem) -> String? {
        let isHeld = try await desk.asking { (desk) throws(Problem) in
            try await desk.isScreenHeld()
        }
        return isHeld ? "the screen is locked" : nil
    }

    public func close() {
        desk.tell { $0.close() }
    }
}
