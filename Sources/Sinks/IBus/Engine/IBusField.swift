/// The focused text field, as IBus describes it.
package struct IBusField: Hashable, Sendable {
    /// The program that IBus gives the text to: `gnome-shell`, `gtk3-im:gedit`, `xim:xterm`. Nil
    /// before IBus 1.5.27, which doesn't say it.
    package var client: String?
    /// The abilities of the program's side, such as showing a preedit; empty until IBus tells them.
    package var capabilities: IBusCapabilities = []
    /// The kind of text: free form until IBus tells another.
    package var purpose = IBusPurpose.freeForm
    package var hints: IBusHints = []
    /// Whether IBus has told purpose and hints.
    package var hasPurpose = false
    /// The program's report of the text around the cursor; nil if it is unknown, which is not the
    /// same as an empty text.
    package var told: ToldText?
    /// How often the program has told the surrounding text.
    package var reports = 0

    /// The text around the cursor; nil if it is unknown.
    package var surrounding: SurroundingText? {
        told.map { SurroundingText($0.text, cursor: $0.cursor, anchor: $0.anchor, countsUTF16) }
    }

    /// Whether the program counts units of UTF-16, as Qt's own part for IBus does, and not scalars.
    private var countsUTF16: Bool { client == "QIBusInputContext" }

    /// The length of a text, as the program counts.
    package func length(of text: String) -> Int {
        countsUTF16 ? text.utf16.count : text.unicodeScalars.count
    }

    /// How often the program has told where the cursor is.
    package var cursorMoves = 0

    package var hasCursor: Bool { cursorMoves > 0 }

    /// Whether IBus has told what the program can do, as each can do something, and whose the field is.
    /// One with a cursor is a program's.
    package var isKnown: Bool { !capabilities.isEmpty && (client != nil || hasCursor) }

    /// Whether it isn't a field: IBus gives its global engine a separate context while no program's
    /// has the focus (fake_context in bus/ibusimpl.c). That context has no cursor.
    package var isNone: Bool {
        client.map { $0 == "fake" } ?? (!hasCursor && surrounding == nil && purpose == .freeForm)
    }

    /// Whether it is of the same program and kind.
    package func isLike(_ other: IBusField) -> Bool {
        client == other.client && capabilities == other.capabilities && purpose == other.purpose
            && hints == other.hints
    }

    /// Whether it is of an X11 window that IBus serves by X's input method protocol: its program for
    /// that (ibus-x11) calls itself `xim`. Most such windows show no preedit, all others do.
    package var isX11: Bool {
        client?.hasPrefix("xim") == true || !capabilities.contains(.preedit)
    }

    /// Whether it hides what is typed, as for a password. Firefox tells the field of a password as any
    /// other, with a bullet for each character.
    package var isSecret: Bool { purpose.isSecret || isPrivate || surrounding?.isMasked == true }

    /// Of Qt's passwords and of PINs GNOME Shell passes on no more than that. Chromium's private windows
    /// say it of any text, but that its sentences have capitals, too.
    private var isPrivate: Bool { purpose == .freeForm && hints == .isPrivate }

    package init(client: String? = nil) { self.client = client }

    mutating func take(_ type: IBusContentType) {
        (purpose, hints, hasPurpose) = (type.purpose, type.hints, true)
    }
}

/// The purpose and hints of a field, as IBus reports them to an engine.
struct IBusContentType: Hashable, Sendable {
    let purpose: IBusPurpose
    let hints: IBusHints
}

/// The capabilities that a program offers to an engine (IBusCapabilite in src/ibustypes.h).
package struct IBusCapabilities: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It shows text that isn't committed yet. X's input method protocol, as IBus serves it, hasn't
    /// got it for most programs.
    package static let preedit = IBusCapabilities(rawValue: 1 << 0)
    package static let focus = IBusCapabilities(rawValue: 1 << 3)
    /// It tells the text around the cursor.
    package static let surroundingText = IBusCapabilities(rawValue: 1 << 5)
}

/// A program's wishes for a field (IBusInputHints in src/ibustypes.h).
package struct IBusHints: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let spellcheck = IBusHints(rawValue: 1 << 0)
    package static let wordCompletion = IBusHints(rawValue: 1 << 2)
    /// Capitals at the beginning of a sentence.
    package static let sentences = IBusHints(rawValue: 1 << 6)
    /// It is not to be kept.
    package static let isPrivate = IBusHints(rawValue: 1 << 11)
}

/// The purpose of a text field (IBusInputPurpose in src/ibustypes.h).
package struct IBusPurpose: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let freeForm = IBusPurpose(rawValue: 0)
    package static let digits = IBusPurpose(rawValue: 2)
    package static let number = IBusPurpose(rawValue: 3)
    package static let phone = IBusPurpose(rawValue: 4)
    package static let url = IBusPurpose(rawValue: 5)
    package static let email = IBusPurpose(rawValue: 6)
    package static let password = IBusPurpose(rawValue: 8)
    /// A password of digits.
    package static let pin = IBusPurpose(rawValue: 9)
    package static let terminal = IBusPurpose(rawValue: 10)

    /// Whether what is typed is hidden.
    package var isSecret: Bool { self == .password || self == .pin }
}

/// A text, and where in it the ends of the selection are, as the program counts.
package struct ToldText: Hashable, Sendable {
    package let text: String
    package let cursor: Int
    package let anchor: Int

    package init(_ text: String, cursor: Int, anchor: Int) {
        (self.text, self.cursor, self.anchor) = (text, cursor, anchor)
    }
}

/// The text that a program has told, and what it must be since a deletion.
package struct UntoldDeletion: Hashable, Sendable {
    let before: ToldText
    let after: ToldText

    package init(_ before: ToldText, leaving after: ToldText) {
        (self.before, self.after) = (before, after)
    }
}

/// The text around the cursor that the program reports: some report the line, some a few thousand
/// bytes.
package struct SurroundingText: Hashable, Sendable {
    /// Before the cursor, or before the selection.
    package let before: String
    package let selected: String
    package let after: String

    /// - Parameters:
    ///   - cursor, anchor: in Unicode scalars.
    ///   - countsUTF16: whether they are in units of UTF-16 instead.
    package init(_ text: String, cursor: Int, anchor: Int, _ countsUTF16: Bool = false) {
        let scalars = text.unicodeScalars
        func place(_ offset: Int) -> Int {
            guard countsUTF16 else { return offset }
            let index =
                text.utf16.index(
                    text.startIndex, offsetBy: offset, limitedBy: text.endIndex) ?? text.endIndex
            return text.unicodeScalars.distance(from: text.startIndex, to: index)
        }
        let (cursor, anchor) = (place(cursor), place(anchor))
        func part(_ range: Range<Int>) -> String {
            String(
                String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
        }
        let count = scalars.count
        let (start, end) = (min(cursor, anchor, count), min(max(cursor, anchor), count))
        before = part(0..<start)
        selected = part(start..<end)
        after = part(end..<count)
    }

    /// Whether all of it are bullets.
    var isMasked: Bool {
        let all = before + selected + after
        return !all.isEmpty && all.allSatisfy { "\u{25CF}\u{2022}".contains($0) }
    }

    /// Whether the text before the cursor shows that a committed text has arrived. Compared scalar
    /// by scalar: Swift's equal characters may differ. Of a program that tells only the line, or
    /// the last bytes, it is the end of the text.
    package func shows(_ committed: String) -> Bool {
        let (known, text) = (Array(before.unicodeScalars), Array(committed.unicodeScalars))
        let count = min(known.count, text.count)
        return count > 0 && known.suffix(count) == text.suffix(count)
            && (known.count >= text.count || isLine(known.count, of: text))
    }

    /// Whether the last scalars of a text, this many, are its last line, or long enough to be all
    /// that the program tells.
    private func isLine(_ count: Int, of text: [Unicode.Scalar]) -> Bool {
        count >= Self.telling || text[text.count - count - 1] == "\n"
    }

    /// That many scalars aren't there by chance.
    private static let telling = 32
}
