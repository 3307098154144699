import CEvdev
public import HotkeyChords

extension KeyNames {
    /// The names in this machine's libevdev.
    public static let evdev = KeyNames(
        kernel: (1..<UInt16(KEY_MAX)).compactMap { code in
            libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code))
                .map { (String(cString: $0), code) }
        })
}
