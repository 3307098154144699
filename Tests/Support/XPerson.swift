internal import CX11

/// What a person does at a display: keys of their own keyboard, and the focus; and what another
/// program may do. All of it is done when a call returns.
public final class XPerson {
    private let display: OpaquePointer
    /// XDevice*: the server's own keyboard, not XTEST's.
    private let keyboard: UnsafeMutablePointer<XDevice>
    /// As the keys are when this begins: their symbols may move while somebody types.
    private let codes: [KeySym: UInt32]
    /// Must outlive the connection: Xlib ends a process whose server has gone.
    private let server: XServer

    /// At an Xvfb.
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

    /// Presses a key by the name of its symbol, or lets go of it.
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

    /// Gives the root window the focus, which stands for the window under the pointer.
    public func focusRoot() {
        focus(String(XDefaultRootWindow(display)))
    }

    /// Takes all keys to a window that is no program's to type into.
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
