import CX11
import CXScreen
import OverlayDrawing
import X11Connection

/// The monitors of an X display, and the one that the user looks at.
struct XMonitors {
    private let connection: XConnection
    /// The number of RandR's first event; nil if the server has no RandR 1.5.
    private let firstEvent: Int32?
    /// Whether the server is Xwayland (version 23.1 or newer).
    let isXwayland: Bool

    init(_ connection: XConnection) {
        self.connection = connection
        var (event, error, major, minor) = (Int32(0), Int32(0), Int32(1), Int32(5))
        let isThere =
            XRRQueryExtension(connection.display, &event, &error) != 0
            && XRRQueryVersion(connection.display, &major, &minor) != 0
            && (major, minor) >= (1, 5)
        firstEvent = isThere ? event : nil
        var (code, first, last) = (Int32(0), Int32(0), Int32(0))
        isXwayland = XQueryExtension(connection.display, "XWAYLAND", &code, &first, &last) != 0
        if isThere {
            XRRSelectInput(
                connection.display, connection.root,
                Int32(RRScreenChangeNotifyMask | RROutputChangeNotifyMask))
        }
    }

    /// Whether an event reports a change of monitors. Passes it on to Xlib, too.
    func notes(_ event: inout XEvent) -> Bool {
        guard let firstEvent else { return false }
        if event.type == firstEvent + Int32(RRScreenChangeNotify) {
            XRRUpdateConfiguration(&event)
            return true
        }
        return event.type == firstEvent + Int32(RRNotify)
            || event.type == ConfigureNotify && event.xconfigure.window == connection.root
    }

    /// The monitor of the focused window, or else the one with the pointer, or else the primary one.
    ///
    /// - Parameter told: what GNOME Shell says of the focused window.
    func current(_ told: ShellFocus.Place? = nil) -> PixelArea {
        let (monitors, whole) = (all, whole)
        if let told, told.width > 0, told.height > 0 {
            // The shell's pixels may be larger than X's, and are in the same order.
            let x = told.x * whole.width / told.width
            let y = told.y * whole.height / told.height
            if let monitor = monitors.first(where: { $0.contains(x: x, y: y) }) { return monitor }
        }
        return OverlayPlacement.monitor(of: focusedWindow, pointer: pointer, among: monitors)
            ?? whole
    }

    private var all: [PixelArea] {
        guard firstEvent != nil else { return [whole] }
        var count: Int32 = 0
        guard let list = XRRGetMonitors(connection.display, connection.root, 1, &count) else {
            return [whole]
        }
        defer { XRRFreeMonitors(list) }
        return UnsafeBufferPointer(start: list, count: Int(count))
            .sorted { $0.primary > $1.primary }
            .map {
                PixelArea(
                    x: Int($0.x), y: Int($0.y), width: Int($0.width), height: Int($0.height))
            }
            .filter { !$0.isEmpty }
    }

    private var whole: PixelArea {
        area(of: connection.root) ?? PixelArea(x: 0, y: 0, width: 640, height: 480)
    }

    /// The area of the focused window in root coordinates; nil if there is none. The window
    /// manager's word comes first: it may give it before the window has the focus.
    var focusedWindow: PixelArea? {
        let active = connection.windows(Self.active, of: connection.root).first
        return active.flatMap { $0 == 0 ? nil : area(of: $0) }
            ?? Receiver.focused(connection).flatMap { area(of: $0) }
    }

    /// The root window's property (EWMH).
    private static let active = "_NET_ACTIVE_WINDOW"

    /// Whether an event reports that the window manager has another window as the active one.
    func notesFocus(_ event: XEvent) -> Bool {
        event.type == PropertyNotify && event.xproperty.window == connection.root
            && event.xproperty.atom == connection.atom(Self.active)
    }

    /// The area of a window in root coordinates; nil if the window is gone.
    private func area(of window: Window) -> PixelArea? {
        var (root, child) = (Window(0), Window(0))
        var (x, y, left, top) = (Int32(0), Int32(0), Int32(0), Int32(0))
        var (width, height, border, depth) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
        guard
            XGetGeometry(
                connection.display, window, &root, &x, &y, &width, &height, &border, &depth) != 0,
            XTranslateCoordinates(
                connection.display, window, connection.root, 0, 0, &left, &top, &child) != 0
        else { return nil }
        return PixelArea(x: Int(left), y: Int(top), width: Int(width), height: Int(height))
    }

    /// Nil if unknown: Xwayland is told of the pointer only over windows of X11.
    private var pointer: (x: Int, y: Int)? {
        if isXwayland { return nil }
        var (root, child, mask) = (Window(0), Window(0), UInt32(0))
        var (x, y, localX, localY) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let isHere = XQueryPointer(
            connection.display, connection.root, &root, &child, &x, &y, &localX, &localY, &mask)
        return isHere == 0 ? nil : (Int(x), Int(y))
    }
}
