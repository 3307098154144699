import CX11
package import Problems

/// The keyboard that XTEST's fake keys come from: a slave of the core keyboard, with its own
/// keymap. The server copies that keymap to the core keyboard when this is the keyboard used last.
package struct XTestKeyboard {
    package let display: OpaquePointer
    /// Its device number in XInput and XKB.
    package let device: UInt32
    /// The type of the XInput extension's events.
    package let inputExtension: Int32

    package init(_ connection: XConnection) throws(Problem) {
        display = connection.display
        var (event, error, major, minor) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard XTestQueryExtension(display, &event, &error, &major, &minor) != 0 else {
            throw Problem(
                "cannot type into the X display “\(connection.name)”",
                why: "its X server lacks the XTEST extension")
        }
        var inputOpcode: Int32 = 0
        guard let device = Self.find(connection.display) else {
            throw Problem(
                "cannot type into the X display “\(connection.name)”",
                why: "its X server has no “Virtual core XTEST keyboard”",
                remedy: "“xinput list” shows what it has.")
        }
        self.device = device
        (event, error, major, minor) = (0, 0, 2, 2)
        XQueryExtension(display, "XInputExtension", &inputOpcode, &event, &error)
        // Since version 2.1 raw events arrive even if another client has grabbed the keyboard.
        XIQueryVersion(display, &major, &minor)
        inputExtension = inputOpcode
    }

    /// The other slaves of the core keyboard: those on which the user presses keys.
    package var others: [Int32] {
        var count: Int32 = 0
        guard let devices = XIQueryDevice(display, XIAllDevices, &count) else { return [] }
        defer { XIFreeDeviceInfo(devices) }
        let all = UnsafeBufferPointer(start: devices, count: Int(count))
        let core = all.first { $0.deviceid == Int32(device) }?.attachment
        return all.filter {
            $0.use == XISlaveKeyboard && $0.attachment == core && $0.deviceid != Int32(device)
        }.map(\.deviceid)
    }

    /// The XTEST keyboard of the core keyboard; a second master keyboard has another one.
    private static func find(_ display: OpaquePointer) -> UInt32? {
        var count: Int32 = 0
        guard let devices = XListInputDevices(display, &count) else { return nil }
        defer { XFreeDeviceList(devices) }
        return UnsafeBufferPointer(start: devices, count: Int(count))
            .first { String(cString: $0.name) == "Virtual core XTEST keyboard" }
            .map { UInt32($0.id) }
    }

    package func keymap() throws(Problem) -> DeviceKeymap {
        guard let keymap = DeviceKeymap(display, device: device) else {
            throw Problem("cannot read the keymap of the XTEST keyboard", why: "no reply")
        }
        return keymap
    }

    /// A key that sets only Shift: in some layouts (neo) the left Shift key is also Caps Lock.
    package static func shiftKey(_ keymap: borrowing DeviceKeymap) -> UInt8? {
        keymap.keys.first {
            let symbol = keymap.symbol($0, modifiers: 0, group: 0)
            return keymap.modifiers(of: $0) == UInt8(ShiftMask)
                && (symbol == UInt32(XK_Shift_L) || symbol == UInt32(XK_Shift_R))
        }
    }

    /// The key that sets Control.
    package static func controlKey(_ keymap: borrowing DeviceKeymap) -> UInt8? {
        keymap.keys.first {
            keymap.modifiers(of: $0) == UInt8(ControlMask)
                && keymap.symbol($0, modifiers: 0, group: 0) == UInt32(XK_Control_L)
        }
    }

    // MARK: Pressing

    package func press(_ key: UInt8, _ isDown: Bool) {
        XTestFakeKeyEvent(display, UInt32(key), isDown ? 1 : 0, 0)
    }

    /// Presses a key at least a millisecond, by the server's clock, after all earlier events.
    /// Otherwise some programs (LibreOffice's generic back-end) take a press after a release of the
    /// same key for autorepeat.
    package func pressLater(_ key: UInt8) {
        // XTEST adds the delay to the server's cached time. This request updates the cache, and has
        // no other effect: nothing has grabbed the keyboard on this connection.
        XUngrabKeyboard(display, UInt(CurrentTime))
        XTestFakeKeyEvent(display, UInt32(key), 1, 1)
    }

    /// Whether the server repeats keys that are held down.
    ///
    /// The server's own clock decides (xkbAccessX.c): if it is held up between a press and its
    /// release, a key is repeated that nobody has held. Each keyboard has its own setting. The core
    /// keyboard takes it over with the first key after one of another keyboard, and gives it to all
    /// with a new layout. Setting it here sets it on all keyboards.
    package var repeatsKeys: Bool {
        get {
            guard let keyboard = XkbAllocKeyboard() else { return false }
            defer { XkbFreeKeyboard(keyboard, 0, 1) }
            keyboard.pointee.device_spec = UInt16(XkbUseCoreKbd)
            XkbGetControls(display, UInt(XkbControlsEnabledMask), keyboard)
            let enabled = keyboard.pointee.ctrls?.pointee.enabled_ctrls ?? 0
            return enabled & UInt32(XkbRepeatKeysMask) != 0
        }
        nonmutating set {
            let mask = UInt32(XkbRepeatKeysMask)
            XkbChangeEnabledControls(display, UInt32(XkbUseCoreKbd), mask, newValue ? mask : 0)
        }
    }

    /// Lets the server repeat no key of this device.
    package func stopRepeating() {
        XkbChangeEnabledControls(display, device, UInt32(XkbRepeatKeysMask), 0)
    }

    /// The keys that are held down by fake presses on this device.
    package func keysDown() -> [UInt8] {
        guard let handle = XOpenDevice(display, XID(device)) else { return [] }
        defer { XCloseDevice(display, handle) }
        guard let state = XQueryDeviceState(display, handle) else { return [] }
        defer { XFreeDeviceState(state) }
        var down: [UInt8] = []
        // A list of records of different types, each with its length in bytes (XInput.h).
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
