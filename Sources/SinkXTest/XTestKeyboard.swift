import CX11
import Dictation
import KeyStrokes

/// The keyboard that XTEST's fake keys come from: a slave of the core keyboard, with a keymap
/// of its own. The server copies that to the core keyboard when it is the last one used.
struct XTestKeyboard {
    let display: OpaquePointer
    /// Its number in XInput and XKB.
    let device: UInt32

    /// Printable keys of the PC keyboard, as evdev codes (input-event-codes.h) plus 8, and their
    /// neighbours that only some keyboards have. A program that looks at the key code rather
    /// than at the symbol must not see an Escape or a function key.
    private static let printable: [UInt8] = [
        2...13, 16...27, 30...41, 43...53, 57...57, 86...86, 89...89, 124...124,
    ].flatMap { $0.map { UInt8($0 + 8) } }

    /// A symbol of no vendor. On a key that nobody presses, it tells that the device's keymap
    /// is a private one.
    private static let mark: UInt32 = 0x1075_7474

    init(_ connection: XConnection) throws(Problem) {
        display = connection.display
        var (event, error, major, minor) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard XTestQueryExtension(display, &event, &error, &major, &minor) != 0 else {
            throw Problem(
                "cannot type into the X display “\(connection.name)”",
                why: "its X server lacks the XTEST extension")
        }
        guard let device = Self.find(connection.display) else {
            throw Problem(
                "cannot type into the X display “\(connection.name)”",
                why: "its X server has no “Virtual core XTEST keyboard”",
                remedy: "“xinput list” shows what it has.")
        }
        self.device = device
    }

    /// The XTEST keyboard of the core keyboard; a second master keyboard has another.
    private static func find(_ display: OpaquePointer) -> UInt32? {
        var count: Int32 = 0
        guard let devices = XListInputDevices(display, &count) else { return nil }
        defer { XFreeDeviceList(devices) }
        return UnsafeBufferPointer(start: devices, count: Int(count))
            .first { String(cString: $0.name) == "Virtual core XTEST keyboard" }
            .map { UInt32($0.id) }
    }

    func keymap() throws(Problem) -> DeviceKeymap {
        guard let keymap = DeviceKeymap(display, device: device) else {
            throw Problem("cannot read the keymap of the XTEST keyboard", why: "no reply")
        }
        return keymap
    }

    // MARK: Keys

    /// The keys that can be given other symbols, and the one that carries the mark.
    static func freeKeys(_ keymap: borrowing DeviceKeymap) -> (free: [UInt8], mark: UInt8)? {
        var free = printable.filter { keymap.keys.contains($0) && keymap.modifiers(of: $0) == 0 }
        // Keycode 8 is evdev's KEY_RESERVED: some receivers take it for no key.
        for key in keymap.keys where key > 8 && !free.contains(key) {
            if keymap.modifiers(of: key) == 0, keymap[key].symbols.isEmpty { free.append(key) }
        }
        guard let last = free.popLast(), !free.isEmpty else { return nil }
        return (free, last)
    }

    /// What the keys mean with and without Shift, in a group.
    static func meanings(
        _ keymap: borrowing DeviceKeymap, free: [UInt8], group: UInt8
    ) -> KeymapPlan.Keys {
        var keys = KeymapPlan.Keys(free: free, native: [:], fixed: [:])
        for key in free {
            let plain = keymap.symbol(key, modifiers: 0, group: group)
            let shifted = keymap.symbol(key, modifiers: UInt32(ShiftMask), group: group)
            guard plain != 0 else { continue }
            keys.native[key] = KeymapPlan.Pair(
                plain: KeySymbol(rawValue: plain),
                shifted: KeySymbol(rawValue: shifted == 0 ? plain : shifted))
        }
        let others = keymap.keys.filter { !free.contains($0) && keymap.modifiers(of: $0) == 0 }
        for symbol in [KeySymbol.return, .tab, .backspace] {
            keys.fixed[symbol] = others.first {
                keymap.symbol($0, modifiers: 0, group: group) == symbol.rawValue
            }
        }
        return keys
    }

    /// A key that sets Shift.
    static func shiftKey(_ keymap: borrowing DeviceKeymap) -> UInt8? {
        keymap.keys.first {
            keymap.modifiers(of: $0) == UInt8(ShiftMask)
                && keymap.symbol($0, modifiers: 0, group: 0) == UInt32(XK_Shift_L)
        }
    }

    // MARK: Private keymap

    /// The bindings of a private keymap, with its mark.
    static func bindings(
        _ pairs: [UInt8: KeymapPlan.Pair], mark: UInt8
    ) -> [UInt8: KeyBinding] {
        var bindings = pairs.mapValues { KeyBinding($0.plain.rawValue, $0.shifted.rawValue) }
        bindings[mark] = KeyBinding(Self.mark, Self.mark)
        return bindings
    }

    /// Whether a keymap is a private one, left behind.
    static func isPrivate(_ keymap: borrowing DeviceKeymap) -> Bool {
        keymap.keys.contains { keymap[$0].symbols.first == UInt(mark) }
    }

    // MARK: Pressing

    func press(_ key: UInt8, _ isDown: Bool) {
        XTestFakeKeyEvent(display, UInt32(key), isDown ? 1 : 0, 0)
    }

    /// The keys that fake presses hold down on this device.
    func keysDown() -> [UInt8] {
        guard let handle = XOpenDevice(display, XID(device)) else { return [] }
        defer { XCloseDevice(display, handle) }
        guard let state = XQueryDeviceState(display, handle) else { return [] }
        defer { XFreeDeviceState(state) }
        var down: [UInt8] = []
        // A list of records of different kinds, each with its length in bytes (XInput.h).
        var record = UnsafeRawPointer(state.pointee.data!)
        for _ in 0..<state.pointee.num_classes {
            let header = record.assumingMemoryBound(to: XInputClass.self).pointee
            if Int32(header.class) == KeyClass {
                var keys = record.assumingMemoryBound(to: XKeyState.self).pointee.keys
                down = withUnsafeBytes(of: &keys) { Self.keys(in: $0) }
            }
            record += Int(header.length)
        }
        return down
    }

    /// The keycodes whose bits are set.
    static func keys(in bits: UnsafeRawBufferPointer) -> [UInt8] {
        (0..<256).filter { bits[$0 / 8] >> ($0 % 8) & 1 == 1 }.map { UInt8($0) }
    }
}
