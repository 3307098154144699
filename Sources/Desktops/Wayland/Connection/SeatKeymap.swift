import CWayland
import Glibc
import LinuxRuntime

/// The keymap of the seat's keyboard (wl_keyboard.keymap), which most compositors send to each
/// client, also without the focus. The active group is only sent to the focused one.
public final class SeatKeymap {
    /// wl_keyboard*.
    private let keyboard: OpaquePointer
    // Kept alive until the proxy is destroyed.
    private let globals: WaylandGlobals
    /// In the format XKB_KEYMAP_FORMAT_TEXT_V1; nil until it has arrived, after a round trip.
    public private(set) var text: String?
    /// How many keymaps have arrived.
    public private(set) var arrivals = 0

    /// Nil if the seat has no keyboard.
    public init?(_ globals: WaylandGlobals) {
        guard globals.seatHasKeyboard,
            let keyboard = globals.seat.map({ wl_seat_get_keyboard($0)! })
        else { return nil }
        self.globals = globals
        self.keyboard = keyboard
        // Unretained: the deinit destroys the proxy that holds the pointer.
        wl_keyboard_add_listener(
            keyboard, listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { wl_keyboard_destroy(keyboard) }

    fileprivate func got(_ format: UInt32, _ descriptor: Int32, _ size: UInt32) {
        let file = OwnedDescriptor(adopting: descriptor)
        arrivals += 1
        guard format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue else {
            text = nil
            return
        }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        let count = pread(file.rawValue, &bytes, bytes.count, 0)
        // Terminated by a zero.
        text = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0 }, as: UTF8.self)
    }
}

// nonisolated(unsafe): written once, by its initialiser, then only read, by libwayland.
nonisolated(unsafe) private let listener: UnsafePointer<wl_keyboard_listener> = {
    let listener = UnsafeMutablePointer<wl_keyboard_listener>.allocate(capacity: 1)
    listener.initialize(
        to: wl_keyboard_listener(
            keymap: { keymap, _, format, descriptor, size in
                Unmanaged<SeatKeymap>.fromOpaque(keymap!).takeUnretainedValue()
                    .got(format, descriptor, size)
            },
            enter: { _, _, _, _, _ in },
            leave: { _, _, _, _ in },
            key: { _, _, _, _, _, _ in },
            modifiers: { _, _, _, _, _, _, _ in },
            repeat_info: { _, _, _, _ in }))
    return UnsafePointer(listener)
}()
