import CX11
import Dictation
import LinuxRuntime
import X11Connection

/// Reports, once, that the user typed, clicked or moved the cursor: on a separate X connection,
/// which lives as long as this object.
///
/// Raw events (XI2proto.txt, 2.1) report keys independent of the focus. Nothing of them is stored.
@X11Actor
final class UserEvents {
    private let connection: XConnection
    private let keyboard: XTestKeyboard
    /// Keys that type or edit text.
    private let writingKeys: Set<UInt8>
    /// Keys that had no meaning at the beginning.
    private let unboundKeys: Set<UInt8>
    private let ignored: Set<UInt8>
    private let ignoredWithModifiers: Set<UInt8>
    /// The core protocol's modifiers of each key, without keys that set none.
    private let modifiers: [UInt8: UInt8]
    private let superMask: UInt8
    /// Keys in `modifiers` that are pressed. The server's state when an event is read may already
    /// include later changes.
    private var held: Set<UInt8> = []
    /// Whether this program is typing, so that events from XTEST aren't the user's.
    private var isTyping = false
    private var onTouch: (@Sendable () -> Void)?
    private var source: EventSource?

    init(
        _ connection: XConnection, ignoring keys: Set<HotkeyCode>,
        _ onTouch: @escaping @Sendable () -> Void
    ) throws {
        self.connection = connection
        keyboard = try XTestKeyboard(connection)
        let keymap = try keyboard.keymap()
        writingKeys = XTestKeyboard.writingKeys(keymap)
        unboundKeys = Set(keymap.keys.filter { keymap[$0].symbols.allSatisfy { $0 == 0 } })
        // X's keycodes are the kernel's plus 8.
        ignored = Set(keys.filter { !$0.hasModifiers }.compactMap(Self.keycode))
        ignoredWithModifiers = Set(keys.filter(\.hasModifiers).compactMap(Self.keycode))
        modifiers = Dictionary(
            uniqueKeysWithValues: keymap.keys.map { ($0, keymap.modifiers(of: $0)) }
        ).filter { $0.value != 0 }
        superMask = keymap.keys.filter {
            let symbol = Int32(bitPattern: keymap.symbol($0, modifiers: 0, group: 0))
            return symbol == XK_Super_L || symbol == XK_Super_R
        }.reduce(0) { $0 | keymap.modifiers(of: $1) }
        self.onTouch = onTouch
        connection.observer = { [weak self] in self?.note($0) }
        select([XI_HierarchyChanged], of: [XIAllDevices])
        selectKeys()
        // The server has handled the selection before the caller continues.
        XSync(connection.display, 0)
        source = try connection.refreshing { [weak self] in self?.touch() }
    }

    private static func keycode(_ code: HotkeyCode) -> UInt8? {
        UInt8(exactly: Int(code.key) + 8)
    }

    /// XTEST's keyboard and pointer also serve on-screen keyboards, another machine that shares its
    /// keyboard with this one, and programs that expand abbreviations: they count as the user's.
    private func selectKeys() {
        let keys = [XI_RawKeyPress, XI_RawKeyRelease]
        select(keys, of: keyboard.others)
        select(isTyping ? [] : keys, of: [Int32(keyboard.device)])
        select([XI_RawButtonPress], of: Self.pointers(connection))
    }

    /// This program is about to type: what it sends after this returns isn't reported.
    func typingBegins() {
        isTyping = true
        held = []
        selectKeys()
        // The server handles it before any later request on another connection.
        XSync(connection.display, 0)
        // The answer brings the user's last keys with it, and nothing else may follow them.
        connection.refresh()
    }

    /// The server has handled all that this program has typed: only events after this request are
    /// reported.
    func typingEnded() {
        isTyping = false
        selectKeys()
        connection.refresh()
    }

    private func select(_ events: [Int32], of devices: [Int32]) {
        var bits = [UInt8](repeating: 0, count: Int(XI_LASTEVENT) / 8 + 1)
        for event in events { bits[Int(event) / 8] |= 1 << (UInt8(event) % 8) }
        bits.withUnsafeMutableBufferPointer { bits in
            for device in devices {
                var mask = XIEventMask(
                    deviceid: device, mask_len: Int32(bits.count), mask: bits.baseAddress)
                XISelectEvents(connection.display, connection.root, &mask, 1)
            }
        }
    }

    /// The user's mice, touchpads and touch screens, and XTEST's pointer, which this program
    /// doesn't use.
    private static func pointers(_ connection: XConnection) -> [Int32] {
        var count: Int32 = 0
        guard let devices = XIQueryDevice(connection.display, XIAllDevices, &count) else {
            return []
        }
        defer { XIFreeDeviceInfo(devices) }
        return UnsafeBufferPointer(start: devices, count: Int(count)).filter {
            $0.use == XISlavePointer
        }.map(\.deviceid)
    }

    private func note(_ event: XEvent) {
        guard event.type == GenericEvent, event.xcookie.extension == keyboard.inputExtension else {
            return
        }
        // A copy is enough: Xlib finds the data by the cookie's number (XGetEventData(3)).
        var cookie = event.xcookie
        guard XGetEventData(connection.display, &cookie) != 0 else { return }
        defer { XFreeEventData(connection.display, &cookie) }
        if cookie.evtype == XI_HierarchyChanged { return handleDeviceChange() }
        let event = cookie.data.assumingMemoryBound(to: XIRawEvent.self).pointee
        let detail = event.detail
        let key = UInt8(truncatingIfNeeded: detail)
        switch cookie.evtype {
        case XI_RawKeyPress where modifiers[key] != nil: held.insert(key)
        // A program that types by XTEST gives a symbol to a key that had none, and presses it.
        case XI_RawKeyPress
        where event.deviceid == Int32(keyboard.device) && unboundKeys.contains(key):
            touch()
        case XI_RawKeyPress: noteKey(key)
        case XI_RawKeyRelease: held.remove(key)
        // The wheel (4 to 7) doesn't move the cursor.
        case XI_RawButtonPress where !(4...7).contains(detail) && !isOnOverlay: touch()
        default: break
        }
    }

    /// Whether the pointer is on a button of our overlay: a click there reaches nothing else.
    private var isOnOverlay: Bool {
        var (root, child) = (Window(0), Window(0))
        var (x, y, ownX, ownY, mask) = (Int32(0), Int32(0), Int32(0), Int32(0), UInt32(0))
        guard
            XQueryPointer(
                connection.display, connection.root, &root, &child, &x, &y, &ownX, &ownY, &mask)
                != 0, child != 0
        else { return false }
        var hint = XClassHint()
        guard XGetClassHint(connection.display, child, &hint) != 0 else { return false }
        defer {
            XFree(hint.res_name)
            XFree(hint.res_class)
        }
        return hint.res_class.map { String(cString: $0) } == "utter-overlay"
    }

    /// Keyboards and mice were plugged in or unplugged. For keys held on an unplugged one no
    /// release comes.
    private func handleDeviceChange() {
        held = []
        selectKeys()
    }

    private func noteKey(_ key: UInt8) {
        guard writingKeys.contains(key), !ignored.contains(key) else { return }
        let mask = held.reduce(0) { $0 | modifiers[$1, default: 0] }
        // A command to the desktop, perhaps the one that starts dictation.
        if mask & superMask != 0 { return }
        // Control and Alt; Shift types capitals, and other modifiers other characters.
        let isChord = mask & UInt8(ControlMask | Mod1Mask) != 0
        if isChord, ignoredWithModifiers.contains(key) { return }
        touch()
    }

    private func touch() {
        let onTouch = onTouch
        self.onTouch = nil
        // Last: it may release this object.
        onTouch?()
    }
}
