import Dictation

/// The pieces in which a text is committed.
enum CommitChunks {
    /// The most UTF-8 bytes of a commit. zwp_text_input_v3 carries it in one message of Wayland's,
    /// which has at most 4096 bytes: Chromium got nothing of a text of 4,253.
    static let longest = 3_000

    /// The same for X's input method protocol: xterm reads a text into 500 bytes (STRBUFSIZE in its
    /// input.c), and makes a mess of a longer one.
    static let longestForX11 = 200

    /// The chunks of a text for a field: without tabs, and without line breaks where they don't
    /// suit. A terminal would run the text before a line break, and complete the text before a tab.
    static func chunks(of text: TypableText, for field: IBusField) -> [String] {
        let isSuitable = field.committedLineBreak != .unsuitable
        let string = String(
            text.hardened.map { $0 == "\t" || $0.isNewline && !isSuitable ? " " : $0 })
        return string.pieces(ofBytes: field.isX11 ? longestForX11 : longest)
    }

    /// Whether a text arrives whole by X's input method protocol. IBus's program for it (ibus-x11) sets
    /// no locale: its Xlib then writes text in encodings of which some characters have none that a
    /// window can read, such as dashes, combining marks and the joiner of emoji, and leaves those out.
    /// Which they are depends on Xlib's tables; these letters and marks are not among them.
    static func isCarriedByX11(_ text: TypableText) -> Bool {
        text.string.unicodeScalars.allSatisfy { scalar in
            scalar == "\t" || Character(scalar).isNewline
                || carriedByX11.contains { $0.contains(scalar.value) }
        }
    }

    private static let carriedByX11: [ClosedRange<UInt32>] = [
        // Latin, without Ĭ and ĭ, Greek, Cyrillic.
        0x20...0x7E, 0xA0...0x12B, 0x12E...0x17F, 0x218...0x21B, 0x386...0x3CE, 0x400...0x45F,
        // Quotes, ellipsis, euro.
        0x2018...0x2019, 0x201C...0x201E, 0x2026...0x2026, 0x20AC...0x20AC,
        // Chinese, Japanese, Korean.
        0x3001...0x3002, 0x300C...0x300F, 0x3041...0x3096, 0x30A1...0x30FC, 0x4E00...0x9FFF,
        0xAC00...0xD7A3, 0xFF01...0xFF5E,
    ]
}
