import CX11
import CXScreen
import Glibc
import LinuxRuntime
public import OverlayDrawing
public import Problems
import X11Connection

/// The overlay on X11: a window that the window manager leaves alone (override-redirect), with
/// an input region of its buttons only, so that other clicks go to what is below. With a compositor it is
/// transparent; without one it is opaque and cut to the card's shape.
public final class XOverlayWindow: OverlayWindow {
    public private(set) var format: OverlayPicture.Format?
    public let isReady = true
    public var onFormat: () -> Void = {}
    public var onReady: () -> Void = {}
    public var onClick: (Int) -> Void = { _ in }
    public var onLoss: (Problem) -> Void = { _ in }

    public var writing = WritingPlace() {
        didSet { if writing != oldValue, format != nil { moved() } }
    }

    private let connection: XConnection
    private let monitors: XMonitors
    /// In Xwayland.
    private let shell: ShellFocus?
    private let pixels: XPixels
    private let placement: OverlayPlacement
    private var look: OverlayLook
    public var form: OverlayLook.Form {
        get { look.form }
        set { look.form = newValue }
    }
    private let compositor: Atom
    private let firstFixesEvent: Int32
    private var source: EventSource?
    /// The picture on the screen, kept since the server forgets what is covered.
    private var picture: OverlayPicture?
    private var isMapped = false
    /// The one that it is on.
    private var monitor: PixelArea?
    private var shape: PixelArea?
    /// Where clicks are taken.
    private var buttons: [PixelArea] = []
    /// How often the window may still raise itself, so that two windows which both want to be on
    /// top don't fight: as often again after a second without.
    private var raises = 0
    private static let raises = 20
    private var lastRaise = Int64(0)

    /// Connects to an X display.
    ///
    /// - Parameters:
    ///   - display: nil for $DISPLAY.
    ///   - environment: the variables with the address of the session's bus.
    public init(
        display: String? = nil, _ look: OverlayLook, _ placement: OverlayPlacement,
        environment: [String: String] = [:]
    ) throws(Problem) {
        (self.look, self.placement) = (look, placement)
        connection = try XConnection(try DisplayName(display), on: .shared)
        monitors = XMonitors(connection)
        shell = monitors.isXwayland ? ShellFocus(environment: environment) : nil
        var (event, error, major, minor) = (Int32(0), Int32(0), Int32(2), Int32(0))
        let hasFixes =
            XFixesQueryExtension(connection.display, &event, &error) != 0
            && XFixesQueryVersion(connection.display, &major, &minor) != 0 && major >= 2
        guard hasFixes else {
            throw Problem(
                "cannot show the overlay on the X display “\(connection.name)”",
                why: "its X server lacks the XFIXES extension, so clicks would not pass through")
        }
        firstFixesEvent = event
        pixels = try XPixels(connection)
        // Inter-Client Communication Conventions, “Compositing Managers” (EWMH).
        compositor = connection.atom("_NET_WM_CM_S\(XDefaultScreen(connection.display))")
        XFixesSelectSelectionInput(
            connection.display, connection.root, compositor,
            UInt(
                XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
                    | XFixesSelectionClientCloseNotifyMask))
        let region = XFixesCreateRegion(connection.display, nil, 0)
        XFixesSetWindowShapeRegion(
            connection.display, pixels.window, Int32(ShapeInput), 0, 0, region)
        XFixesDestroyRegion(connection.display, region)
        connection.observer = { [unowned self] in note($0) }
        do throws(SystemError) {
            source = try connection.refreshing { [unowned self] in onLoss(connection.lost) }
        } catch {
            throw Problem(
                "cannot watch the X display “\(connection.name)”", why: "\(error)")
        }
    }

    // MARK: OverlayWindow

    public func appear() {
        // A button stays where it is expected.
        guard let shell, format == nil, look.form != .button else { return settle() }
        shell.begin { [unowned self] in
            if format == nil { return settle() }
            follow()
            connection.refresh()
        }
    }

    private func settle() {
        place()
        connection.refresh()
        onFormat()
    }

    public func present(_ picture: OverlayPicture, _ area: PixelArea) {
        guard picture.format == format else { return }
        self.picture = picture
        cut(picture)
        takeClicks(in: picture.buttonAreas)
        if !isMapped {
            isMapped = true
            raises = Self.raises
            XMapRaised(connection.display, pixels.window)
            // While it is shown, watches for windows that come in front of it, for monitors that
            // the user defines (xrandr --setmonitor), which change only the root window, and for
            // the focus.
            XSelectInput(
                connection.display, connection.root,
                Int(SubstructureNotifyMask | StructureNotifyMask)
                    | (look.form == .button ? 0 : Int(PropertyChangeMask)))
        }
        pixels.put(picture, area)
        // Also flushes Xlib's output buffer.
        connection.refresh()
        if connection.isLost { onLoss(connection.lost) }
    }

    public func disappear() {
        XSelectInput(connection.display, connection.root, 0)
        XUnmapWindow(connection.display, pixels.window)
        takeClicks(in: [])
        isMapped = false
        picture = nil
        format = nil
        shell?.end()
        connection.refresh()
    }

    // MARK: Place and shape

    /// Moves the window to the current monitor, and reads the scale and whether there is a
    /// compositor.
    private func place() {
        let scale = XScale.find(
            resources: connection.text("RESOURCE_MANAGER", of: connection.root),
            gdkScale: getenv("GDK_SCALE").map { String(cString: $0) })
        let size = OverlayPicture.size(look, scale: scale)
        let monitor = monitors.current(shell?.place)
        self.monitor = monitor
        let (frame, spot) = placement.place(
            width: size.width, height: size.height, on: monitor, scale: scale,
            zoom: look.zoom, writing: writing, window: monitors.focusedWindow)
        XMoveResizeWindow(
            connection.display, pixels.window, Int32(frame.x), Int32(frame.y),
            UInt32(frame.width), UInt32(frame.height))
        let isTransparent =
            pixels.hasAlpha
            && XGetSelectionOwner(connection.display, compositor) != 0
        format = OverlayPicture.Format(
            scale: scale, isOpaque: !isTransparent, spot: spot)
    }

    private func cut(_ picture: OverlayPicture) {
        guard picture.format.isOpaque else {
            if shape != nil {
                XShapeCombineMask(
                    connection.display, pixels.window, Int32(ShapeBounding), 0, 0, 0,
                    Int32(ShapeSet))
                shape = nil
            }
            return
        }
        guard shape != picture.card else { return }
        shape = picture.card
        var rows = picture.cardRows.map(XRectangle.init)
        XShapeCombineRectangles(
            connection.display, pixels.window, Int32(ShapeBounding), 0, 0, &rows,
            Int32(rows.count), Int32(ShapeSet), Int32(YXBanded))
    }

    private func takeClicks(in areas: [PixelArea]) {
        guard areas != buttons else { return }
        buttons = areas
        var rectangles = areas.map(XRectangle.init)
        XShapeCombineRectangles(
            connection.display, pixels.window, Int32(ShapeInput), 0, 0, &rectangles,
            Int32(rectangles.count), Int32(ShapeSet), Int32(Unsorted))
    }

    // MARK: Events

    private func note(_ event: XEvent) {
        var event = event
        if monitors.notes(&event) || event.type == firstFixesEvent + Int32(XFixesSelectionNotify) {
            guard format != nil else { return }
            return moved()
        }
        guard isMapped else { return }
        if monitors.notesFocus(event) { return follow() }
        switch event.type {
        case Expose:
            guard let picture else { return }
            let exposed = event.xexpose
            pixels.put(
                picture,
                PixelArea(
                    x: Int(exposed.x), y: Int(exposed.y), width: Int(exposed.width),
                    height: Int(exposed.height)))
        case ButtonPress where event.xbutton.button == UInt32(Button1):
            let (x, y) = (Int(event.xbutton.x), Int(event.xbutton.y))
            if let index = buttons.firstIndex(where: { $0.contains(x: x, y: y) }) { onClick(index) }
        case MapNotify where event.xmap.window != pixels.window: raise()
        case ConfigureNotify where event.xconfigure.window != pixels.window: raise()
        default: break
        }
    }

    /// Goes to the monitor where the focus is now, if that is known. Of a button's this isn't heard.
    private func follow() {
        guard shell?.place != nil || monitors.focusedWindow != nil,
            monitors.current(shell?.place) != monitor
        else { return }
        moved()
    }

    /// Follows changes of the monitors and of the compositor.
    private func moved() {
        let before = format
        place()
        if format != before {
            onFormat()
        } else if let picture {
            pixels.put(
                picture, PixelArea(x: 0, y: 0, width: picture.width, height: picture.height))
        }
    }

    private func raise() {
        let now = MonotonicClock.nanoseconds
        if now - lastRaise > 1_000_000_000 { raises = Self.raises }
        guard raises > 0 else { return }
        raises -= 1
        lastRaise = now
        XRaiseWindow(connection.display, pixels.window)
    }
}

extension XRectangle {
    init(_ area: PixelArea) {
        self.init(
            x: Int16(clamping: area.x), y: Int16(clamping: area.y),
            width: UInt16(clamping: area.width), height: UInt16(clamping: area.height))
    }
}
