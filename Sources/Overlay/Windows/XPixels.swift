import CX11
import OverlayDrawing
import Problems
import X11Connection

/// A window that pictures are put into. It is destroyed with its connection.
final class XPixels {
    let window: Window
    /// Whether a compositor blends it with what is below.
    let hasAlpha: Bool
    private let connection: XConnection
    private let context: GC
    private let visual: UnsafeMutablePointer<Visual>
    private let depth: UInt32

    init(_ connection: XConnection) throws(Problem) {
        self.connection = connection
        let display = connection.display
        let screen = XDefaultScreen(display)
        var info = XVisualInfo()
        if XMatchVisualInfo(display, screen, 32, TrueColor, &info) != 0, Self.fits(info) {
            hasAlpha = true
        } else if XMatchVisualInfo(display, screen, 24, TrueColor, &info) != 0, Self.fits(info) {
            hasAlpha = false
        } else {
            throw Problem(
                "cannot show the overlay on the X display “\(connection.name)”",
                why: "it has no true colour of 24 bits")
        }
        visual = info.visual
        depth = UInt32(info.depth)
        var attributes = XSetWindowAttributes()
        attributes.override_redirect = 1
        attributes.colormap = XCreateColormap(display, connection.root, visual, AllocNone)
        attributes.border_pixel = 0
        attributes.event_mask = Int(ExposureMask | ButtonPressMask)
        // No background: the server would paint it before the first picture arrives.
        window = XCreateWindow(
            display, connection.root, 0, 0, 1, 1, 0, info.depth, UInt32(InputOutput), visual,
            UInt(CWOverrideRedirect | CWColormap | CWBorderPixel | CWEventMask), &attributes)
        context = XCreateGC(display, window, 0, nil)
        describe()
    }

    deinit {
        XFreeGC(connection.display, context)
        XDestroyWindow(connection.display, window)
    }

    /// Whether the visual has cairo's pixel format.
    private static func fits(_ info: XVisualInfo) -> Bool {
        info.red_mask == 0xFF0000 && info.green_mask == 0xFF00 && info.blue_mask == 0xFF
    }

    /// Sets the properties by which compositors and users know the window.
    private func describe() {
        let display = connection.display
        XStoreName(display, window, "utter")
        var name = Array("utter-overlay".utf8CString)
        name.withUnsafeMutableBufferPointer {
            var hint = XClassHint(res_name: $0.baseAddress, res_class: $0.baseAddress)
            _ = XSetClassHint(display, window, &hint)
        }
        var hints = XWMHints()
        hints.flags = InputHint
        hints.input = 0
        XSetWMHints(display, window, &hints)
        connection.setAtoms(
            "_NET_WM_WINDOW_TYPE", of: window, to: ["_NET_WM_WINDOW_TYPE_NOTIFICATION"])
        // For picom: the picture has its own shadow.
        connection.setCardinals("_COMPTON_SHADOW", of: window, to: [0])
    }

    /// Copies a part of a picture into the window.
    func put(_ picture: OverlayPicture, _ area: PixelArea) {
        let area = area.intersection(
            PixelArea(x: 0, y: 0, width: picture.width, height: picture.height))
        guard !area.isEmpty, let pixels = picture.pixels,
            let image = XCreateImage(
                connection.display, visual, depth, ZPixmap, 0,
                pixels.assumingMemoryBound(to: CChar.self), UInt32(picture.width),
                UInt32(picture.height), 32, Int32(picture.stride))
        else { return }
        XPutImage(
            connection.display, window, context, image, Int32(area.x), Int32(area.y),
            Int32(area.x), Int32(area.y), UInt32(area.width), UInt32(area.height))
        // XDestroyImage would also free the picture's pixels.
        XFree(image)
    }
}
