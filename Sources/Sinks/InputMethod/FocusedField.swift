/// A window's report about its focused text field, in the values of text-input-unstable-v3.
struct FocusedField: Hashable, Sendable {
    /// The text around the cursor; nil if the window doesn't report it.
    var text: SurroundingText?
    var purpose = Purpose.normal
    var hints: Hints = []

    /// zwp_text_input_v3.content_purpose.
    enum Purpose: UInt32, Sendable {
        case normal, alpha, digits, number, phone, url, email, name, password, pin, date, time
        case datetime, terminal
    }

    /// zwp_text_input_v3.content_hint.
    struct Hints: OptionSet, Hashable, Sendable {
        let rawValue: UInt32

        init(rawValue: UInt32) { self.rawValue = rawValue }

        static let hiddenText = Hints(rawValue: 0x40)
        static let sensitiveData = Hints(rawValue: 0x80)
        static let multiline = Hints(rawValue: 0x200)
    }

    /// Whether it hides what is typed, as for a password.
    var isSecure: Bool {
        purpose == .password || purpose == .pin || hints.contains(.hiddenText) || isMasked
    }

    /// Whether all that is reported of it are bullets: Firefox reports the field of a password as
    /// any other, with a bullet for each character.
    private var isMasked: Bool {
        guard let text else { return false }
        let all = text.before + text.selected + text.after
        return !all.isEmpty && all.allSatisfy { "\u{25CF}\u{2022}".contains($0) }
    }
}

/// The text around a cursor.
struct SurroundingText: Hashable, Sendable {
    let before: String
    let selected: String
    let after: String

    /// - Parameters:
    ///   - cursor: the place of the cursor, in bytes of UTF-8.
    ///   - anchor: the other end of the selection, likewise; the same place if nothing is selected.
    /// - Returns: nil if a place isn't one between two characters of the text: a window that
    ///   counts wrongly says nothing.
    init?(_ text: String, cursor: Int, anchor: Int) {
        let bytes = text.utf8
        func place(_ offset: Int) -> String.Index? {
            guard offset >= 0, offset <= bytes.count else { return nil }
            return bytes.index(bytes.startIndex, offsetBy: offset)
                .samePosition(in: text.unicodeScalars)
        }
        guard let start = place(min(cursor, anchor)), let end = place(max(cursor, anchor)) else {
            return nil
        }
        before = String(text[..<start])
        selected = String(text[start..<end])
        after = String(text[end...])
    }
}
