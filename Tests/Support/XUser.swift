internal import CX11

/// What a user does at a display: keys of the core keyboard, and the focus; and actions of other
/// programs. Each is complete when its call returns.
public final class XUser {
    private let display: OpaquePointer
    /// XDevice*: the server's own keyboard, not XTEST's.
    private let keyboard: UnsafeMutablePointer<XDevice>
    /// The codes at the beginning: symbols may move during typing.
    private let codes: [KeySym: UInt32]
    /// Must outlive the connection: Xlib ends a process whose server is gone.
    private let server: XServer

    /// At a server with Xvfb's keyboard.
    public init(at server: XServer) {
        self.server = server
        display = XOpenDisplay(server.display)!
        var count: Int32 = 0
        let devices = XListInputDevices(display, &count)!
        defer { XFreeDeviceList(devices) }
        let device = UnsafeBufferPointer(start: devices, count: Int(count))
            .first { String(cString: $0.name) == "Xvfb keyboard" }!
        keyboard = XOpenDevice(display, device.id)
        var codes: [KeySym: UInt32] = [:]
        for code in (8...255).reversed() {
            codes[XkbKeycodeToKeysym(display, UInt8(code), 0, 0)] = UInt32(code)
        }
        self.codes = codes
    }

    deinit {
        XCloseDevice(display, keyboard)
        XCloseDisplay(display)
    }

    /// Presses or releases a key, given by the name of its symbol.
    public func press(_ key: String, _ isDown: Bool = true) {
        let code = codes[XStringToKeysym(key)]!
        XTestFakeDeviceKeyEvent(display, keyboard, code, isDown ? 1 : 0, nil, 0, 0)
        XSync(display, 0)
    }

    public func tap(_ key: String) {
        press(key)
        press(key, false)
    }

    /// Gives a window the focus, as a program without a window manager does.
    public func focus(_ window: String) {
        XSetInputFocus(display, Window(window)!, Int32(RevertToPointerRoot), Time(CurrentTime))
        XSync(display, 0)
    }

    /// Gives the root window the focus: then the window under the pointer has it.
    public func focusRoot() {
        focus(String(XDefaultRootWindow(display)))
    }

    /// Grabs the keyboard for a window that takes no text.
    public func grabKeyboard() {
        let status = XGrabKeyboard(
            display, XDefaultRootWindow(display), 0, GrabModeAsync, GrabModeAsync,
            Time(CurrentTime))
        precondition(status == GrabSuccess, "the keyboard is grabbed already")
    }

    public func ungrabKeyboard() {
        XUngrabKeyboard(display, Time(CurrentTime))
        XSync(display, 0)
    }
}
