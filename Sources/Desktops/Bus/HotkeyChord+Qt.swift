import HotkeyChords

extension HotkeyChord {
    /// The chord as Qt writes it in a number (qnamespace.h: Qt::Key with Qt::KeyboardModifiers);
    /// nil for keys that KDE can't bind, such as a modifier alone. Qt's modifiers have no side.
    func qtKey(_ names: KeyNames) -> Int32? {
        guard let symbol = keySymbol(names), let key = Self.qtKey(symbol) else { return nil }
        let flags: [(HotkeyModifier, Int32)] = [
            (.shift, 0x0200_0000), (.ctrl, 0x0400_0000), (.alt, 0x0800_0000),
            (.super, 0x1000_0000),
        ]
        return flags.reduce(key) { modifiers[$1.0] == nil ? $0 : $0 | $1.1 }
    }

    private static func qtKey(_ symbol: String) -> Int32? {
        let bytes = Array(symbol.utf8)
        if bytes.count == 1 {
            let isSmall = UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[0]
            return Int32(isSmall ? bytes[0] - 32 : bytes[0])
        }
        if symbol.hasPrefix("F"), let number = Int32(symbol.dropFirst()) {
            return 0x0100_0030 + number - 1
        }
        return [
            "space": 0x20, "minus": 0x2d, "equal": 0x3d, "period": 0x2e, "comma": 0x2c,
            "slash": 0x2f, "semicolon": 0x3b, "grave": 0x60,
            "Escape": 0x0100_0000, "Tab": 0x0100_0001, "BackSpace": 0x0100_0003,
            "Return": 0x0100_0004, "Insert": 0x0100_0006, "Delete": 0x0100_0007,
            "Pause": 0x0100_0008, "Print": 0x0100_0009, "Home": 0x0100_0010,
            "End": 0x0100_0011, "Prior": 0x0100_0016, "Next": 0x0100_0017,
            "Scroll_Lock": 0x0100_0026, "Menu": 0x0100_0055,
            "XF86AudioPlay": 0x0100_0080, "XF86AudioMicMute": 0x0100_0113,
        ][symbol]
    }
}
