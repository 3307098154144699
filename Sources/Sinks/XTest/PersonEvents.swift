import CX11
import Dictation
import LinuxRuntime
import X11Connection

/// Tells, once, that the person wrote, clicked or moved the cursor: on an X connection of its own,
/// which lives as long as this object.
///
/// Raw events (XI2proto.txt, 2.1) tell of keys whoever has the focus. Nothing is kept of them.
@X11Actor
final class PersonEvents {
    private let connection: XConnection
    private let keyboard: XTestKeyboard
    /// Keys with which a person writes or edits.
    private let writingKeys: Set<UInt8>
    /// Keys that meant nothing when this began.
    private let unboundKeys: Set<UInt8>
    private let ignored: Set<UInt8>
    private let ignoredWithModifiers: Set<UInt8>
    /// Those of the core protocol that a key sets, but for those that set none.
    private let modifiers: [UInt8: UInt8]
    private let superMask: UInt8
    /// Keys in `modifiers` that are down. What the server says of them when an event is read may be
    /// what came later.
    private var held: Set<UInt8> = []
    /// Whether this program types, so that what comes by XTEST isn't the person's.
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
        // The server has the wish before anybody goes on.
        XSync(connection.display, 0)
        source = try connection.refreshing { [weak self] in self?.touch() }
    }

    private static func keycode(_ code: HotkeyCode) -> UInt8? {
        UInt8(exactly: Int(code.key) + 8)
    }

    /// XTEST's keyboard and pointer are those of on-screen keyboards, of another machine that shares
    /// its keyboard with this one, and of programs that expand abbreviations: the person's, too.
    private func selectKeys() {
        let keys = [XI_RawKeyPress, XI_RawKeyRelease]
        select(keys, of: keyboard.others)
        select(isTyping ? [] : keys, of: [Int32(keyboard.device)])
        select([XI_RawButtonPress], of: Self.pointers(connection))
    }

    /// This program is about to type: what it sends from when this returns isn't told of.
    func typingBegins() {
        isTyping = true
        held = []
        selectKeys()
        // The server does it before whatever another connection asks for after this.
        XSync(connection.display, 0)
    }

    /// The server has done with all that this program has typed: it tells of what comes after this
    /// wish alone.
    func typingEnded() {
        isTyping = false
        selectKeys()
        XFlush(connection.display)
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

    /// The mice, touchpads and screens of a person, and XTEST's, with which this program does
    /// nothing.
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
        // A copy will do: Xlib finds the data by the cookie's number (XGetEventData(3)).
        var cookie = event.xcookie
        guard XGetEventData(connection.display, &cookie) != 0 else { return }
        defer { XFreeEventData(connection.display, &cookie) }
        if cookie.evtype == XI_HierarchyChanged { return heedDevices() }
        let event = cookie.data.assumingMemoryBound(to: XIRawEvent.self).pointee
        let detail = event.detail
        let key = UInt8(truncatingIfNeeded: detail)
        switch cookie.evtype {
        case XI_RawKeyPress where modifiers[key] != nil: held.insert(key)
        // Who types by XTEST gives a symbol to a key that had none, and presses that.
        case XI_RawKeyPress
        where event.deviceid == Int32(keyboard.device) && unboundKeys.contains(key):
            touch()
        case XI_RawKeyPress: noteKey(key)
        case XI_RawKeyRelease: held.remove(key)
        // The wheel (4 to 7) moves no cursor.
        case XI_RawButtonPress where !(4...7).contains(detail): touch()
        default: break
        }
    }

    /// Keyboards and mice come and go. Of a key that was down on one that went nothing more is heard.
    private func heedDevices() {
        held = []
        selectKeys()
    }

    private func noteKey(_ key: UInt8) {
        guard writingKeys.contains(key), !ignored.contains(key) else { return }
        let mask = held.reduce(0) { $0 | modifiers[$1, default: 0] }
        // A command to the desktop, which may well be the one that starts dictation.
        if mask & superMask != 0 { return }
        // Control and Alt; Shift writes capitals, and other modifiers other signs.
        let isChord = mask & UInt8(ControlMask | Mod1Mask) != 0
        if isChord, ignoredWithModifiers.contains(key) { return }
        touch()
    }

    private func touch() {
        let onTouch = onTouch
        self.onTouch = nil
        // Last: it may let go of this object.
        onTouch?()
    }
}
