import Dictation

/// A text in the form in which speech-dispatcher takes it after `SPEAK`
/// (Speech Synthesis Interface Protocol, “Speech Synthesis and Sound Output”).
enum SSIPMessage {
    /// The longest text that is spoken, in characters: two minutes of speech.
    static let longest = 2000

    /// The lines of the message with the mark of its end. A dot at the start of a line is doubled,
    /// for a line with nothing but one ends the message.
    static func data(_ text: String) -> [UInt8] {
        let lines = text.prefix(longest).split(whereSeparator: \.isNewline).map { line in
            // A control character has no sound, and a carriage return would be half of a line's end.
            let line = String(
                String.UnicodeScalarView(
                    line.unicodeScalars.map {
                        $0.properties.generalCategory == .control ? " " : $0
                    }))
            return line.hasPrefix(".") ? ".\(line)" : line
        }
        return Array((lines + [".", ""]).joined(separator: "\r\n").utf8)
    }

    /// The name of a language for `SET SELF LANGUAGE`; nil if it can't be one.
    static func language(_ tag: String) -> String? {
        let isName = tag.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || byte == UInt8(ascii: "-")
        }
        return isName && (2...16).contains(tag.utf8.count) ? tag : nil
    }

    /// A part of the client's name, which has letters, digits, dashes and underscores only.
    static func name(_ name: String) -> String {
        let allowed = name.utf8.map { byte in
            let isAllowed =
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                || byte == 0x2D
            return isAllowed ? byte : UInt8(ascii: "_")
        }
        return allowed.isEmpty ? "unknown" : String(decoding: allowed, as: UTF8.self)
    }
}
