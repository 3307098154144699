import Dictation
import IBusEngine

/// A text in the pieces in which it is committed.
struct CommitChunks {
    /// One commit: whole characters (grapheme clusters).
    struct Chunk: Equatable {
        let text: String
        /// In characters.
        let count: Int
    }

    let chunks: [Chunk]

    /// The most UTF-8 bytes of a commit. zwp_text_input_v3 carries it in one message of Wayland's,
    /// which has at most 4096 bytes: Chromium got nothing of a text of 4,253.
    static let longest = 3_000

    /// The same for X's input method protocol: xterm reads a text into 500 bytes (STRBUFSIZE in its
    /// input.c), and makes a mess of a longer one.
    static let longestForX11 = 200

    /// - Parameter limit: the most UTF-8 bytes of a chunk. A character that alone has more is a
    ///   chunk.
    init(_ text: String, limit: Int) {
        var chunks: [Chunk] = []
        var (current, bytes, count) = ("", 0, 0)
        for character in text {
            let size = character.utf8.count
            if count > 0, bytes + size > limit {
                chunks.append(Chunk(text: current, count: count))
                (current, bytes, count) = ("", 0, 0)
            }
            current.append(character)
            bytes += size
            count += 1
        }
        if count > 0 { chunks.append(Chunk(text: current, count: count)) }
        self.chunks = chunks
    }

    /// The chunks of a text for a field. A terminal would run what stands before a line break, and
    /// complete what stands before a tab; and whether a field is one may be told only after the
    /// commit, since IBus passes its purpose on when the window has set it. So no field gets either.
    init(_ text: TypableText, for field: IBusField) {
        let string = String(text.string.map { "\n\t".contains($0) ? " " : $0 })
        let hasPreedit = field.capabilities.contains(.preedit)
        self.init(string, limit: hasPreedit ? Self.longest : Self.longestForX11)
    }
}
