import CXkbcommon
import Dictation

/// A keysym: the meaning of a key (X11/keysymdef.h; X Window System Protocol, appendix A).
public struct KeySymbol: Hashable, Sendable {
    /// The keysym's number: for most characters 0x1000000 plus the code point.
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let `return` = KeySymbol(rawValue: UInt32(XKB_KEY_Return))
    public static let tab = KeySymbol(rawValue: UInt32(XKB_KEY_Tab))
    public static let backspace = KeySymbol(rawValue: UInt32(XKB_KEY_BackSpace))
    public static let escape = KeySymbol(rawValue: UInt32(XKB_KEY_Escape))
    public static let left = KeySymbol(rawValue: UInt32(XKB_KEY_Left))
    public static let right = KeySymbol(rawValue: UInt32(XKB_KEY_Right))
    public static let home = KeySymbol(rawValue: UInt32(XKB_KEY_Home))
    public static let end = KeySymbol(rawValue: UInt32(XKB_KEY_End))
    /// Shift+Left. Not a symbol of any keymap, but a chord.
    public static let selectLeft = KeySymbol(rawValue: .max - 1)
    /// Shift+Return. Likewise.
    public static let softReturn = KeySymbol(rawValue: .max - 2)

    /// Shift+Right. Likewise.
    public static let selectRight = KeySymbol(rawValue: .max - 7)

    /// Control with a letter, Return, Home or End. Likewise.
    public static let bold = KeySymbol(rawValue: .max - 3)
    public static let italic = KeySymbol(rawValue: .max - 4)
    public static let underline = KeySymbol(rawValue: .max - 5)
    public static let pageBreak = KeySymbol(rawValue: .max - 6)
    public static let selectAll = KeySymbol(rawValue: .max - 8)
    public static let textStart = KeySymbol(rawValue: .max - 9)
    public static let textEnd = KeySymbol(rawValue: .max - 10)

    /// The chords with Control, and the symbol that the key has without it.
    public static let controlled: [KeySymbol: KeySymbol] = [
        .bold: KeySymbol(typing: "b")!, .italic: KeySymbol(typing: "i")!,
        .underline: KeySymbol(typing: "u")!, .pageBreak: .return,
        .selectAll: KeySymbol(typing: "a")!, .textStart: .home, .textEnd: .end,
    ]

    /// The chords with Shift, and the symbol that the key has without it.
    public static let shifted: [KeySymbol: KeySymbol] = [
        .selectLeft: .left, .selectRight: .right, .softReturn: .return,
    ]

    /// Whether it types a character of more than 16 bits.
    public var isBeyondBMP: Bool {
        (Self.unicodeBase + 0x1_0000...Self.unicodeBase + 0x10_FFFF).contains(rawValue)
    }

    /// The symbol that types a character: Return for a line feed, Tab for a tab,
    /// Shift+Return for ``TypableText/soft``, for others the result of xkb_utf32_to_keysym(3), or
    /// the symbol named after the code point if programs disagree on the former. Nil for
    /// noncharacters, which no key can have.
    public init?(typing scalar: Unicode.Scalar) {
        switch scalar {
        case "\n": self = .return
        case "\t": self = .tab
        case TypableText.soft.unicodeScalars.first: self = .softReturn
        default:
            let symbol = xkb_utf32_to_keysym(scalar.value)
            if symbol == UInt32(XKB_KEY_NoSymbol) { return nil }
            let isAgreed = !Self.disputedSets.contains(symbol >> 8)
            rawValue = isAgreed ? symbol : Self.unicodeBase + scalar.value
        }
    }

    /// The old sets of symbols in which the tables of Xlib (imKStoUCS.c), GDK (gdkkeyuni.c) and
    /// libxkbcommon differ, as the symbols' second byte: kana, technical, special, publishing, APL,
    /// Hangul. xterm and other users of Xutf8LookupString(3) read 〈 for 「 and drop ≡; GTK drops ‰.
    /// All three know the symbols named after code points.
    private static let disputedSets: Set<UInt32> = [0x04, 0x08, 0x09, 0x0A, 0x0B, 0x0E]

    /// Added to a code point for the symbol named after it (X Window System Protocol, appendix A).
    private static let unicodeBase: UInt32 = 0x0100_0000
}
