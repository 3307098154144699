internal import CX11

/// The core keyboard's state, read by a separate client.
public final class XKeyboardState {
    private let display: OpaquePointer
    /// Must outlive the connection: Xlib ends a process whose server is gone.
    private let server: XServer

    public init(_ server: XServer) {
        self.server = server
        display = XOpenDisplay(server.display)!
    }

    deinit { XCloseDisplay(display) }

    /// The active group, 0 to 3.
    public var group: Int {
        var state = XkbStateRec()
        XkbGetState(display, UInt32(XkbUseCoreKbd), &state)
        return Int(state.group)
    }

    /// Whether Caps Lock is on.
    public var isCapsLocked: Bool {
        var state = XkbStateRec()
        XkbGetState(display, UInt32(XkbUseCoreKbd), &state)
        return Int32(state.locked_mods) & LockMask != 0
    }

    /// Makes a group active until it is changed.
    public func lock(group: Int) {
        XkbLockGroup(display, UInt32(XkbUseCoreKbd), UInt32(group))
        XSync(display, 0)
    }

    /// The keymap of the XTEST keyboard, as text: what each key means on each level.
    public var xtestKeymap: String {
        var count: Int32 = 0
        let devices = XListInputDevices(display, &count)!
        defer { XFreeDeviceList(devices) }
        let device = UnsafeBufferPointer(start: devices, count: Int(count))
            .first { String(cString: $0.name) == "Virtual core XTEST keyboard" }!
        let keymap = XkbGetMap(
            display, UInt32(XkbKeyTypesMask | XkbKeySymsMask), UInt32(device.id))!
        defer { XkbFreeKeyboard(keymap, 0, 1) }
        var lines: [String] = []
        let (lowest, highest) = (Int(keymap.pointee.min_key_code), Int(keymap.pointee.max_key_code))
        let map = keymap.pointee.map.pointee
        for key in lowest...highest {
            let entry = map.key_sym_map[key]
            let groups = Int(entry.group_info & 0x0F)
            let symbols = (0..<groups * Int(entry.width)).map { map.syms[Int(entry.offset) + $0] }
            lines.append("\(key): \(entry.group_info) \(symbols)")
        }
        return lines.joined(separator: "\n")
    }

    /// The keycodes that are pressed.
    public var keysDown: [Int] {
        var bits = [CChar](repeating: 0, count: 32)
        XQueryKeymap(display, &bits)
        return (0..<256).filter { UInt8(bitPattern: bits[$0 / 8]) >> ($0 % 8) & 1 == 1 }
    }
}
