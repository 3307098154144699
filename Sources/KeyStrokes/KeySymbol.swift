import CXkbcommon

/// A keysym: what a key means (X11/keysymdef.h; X Window System Protocol, appendix A).
public struct KeySymbol: Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let `return` = KeySymbol(rawValue: UInt32(XKB_KEY_Return))
    public static let tab = KeySymbol(rawValue: UInt32(XKB_KEY_Tab))
    public static let backspace = KeySymbol(rawValue: UInt32(XKB_KEY_BackSpace))

    /// The symbol that types a character: a line feed is the Return key, a tab the Tab key, all
    /// else what xkb_utf32_to_keysym(3) says. Nil for what no key can mean (noncharacters).
    public init?(typing scalar: Unicode.Scalar) {
        switch scalar {
        case "\n": self = .return
        case "\t": self = .tab
        default:
            rawValue = xkb_utf32_to_keysym(scalar.value)
            if rawValue == UInt32(XKB_KEY_NoSymbol) { return nil }
        }
    }
}
