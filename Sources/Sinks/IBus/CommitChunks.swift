import Dictation
import IBusEngine

/// The pieces in which a text is committed.
enum CommitChunks {
    /// The most UTF-8 bytes of a commit. zwp_text_input_v3 carries it in one message of Wayland's,
    /// which has at most 4096 bytes: Chromium got nothing of a text of 4,253.
    static let longest = 3_000

    /// The same for X's input method protocol: xterm reads a text into 500 bytes (STRBUFSIZE in its
    /// input.c), and makes a mess of a longer one.
    static let longestForX11 = 200

    /// The chunks of a text for a field. A terminal would run what stands before a line break, and
    /// complete what stands before a tab; and whether a field is one may be told only after the
    /// commit, since IBus passes its purpose on when the window has set it. So no field gets either.
    static func chunks(of text: TypableText, for field: IBusField) -> [String] {
        let string = String(text.string.map { "\n\t".contains($0) ? " " : $0 })
        let hasPreedit = field.capabilities.contains(.preedit)
        return string.pieces(ofBytes: hasPreedit ? longest : longestForX11)
    }
}
