import CEvdev
public import HotkeyChords

extension KeyNames {
    /// The names that this machine's libevdev knows.
    public static let evdev = KeyNames(
        kernel: (1..<UInt16(KEY_MAX)).compactMap { code in
            libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code))
                .map { (String(cString: $0), code) }
        })
}
