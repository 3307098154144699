/// Text that is safe for another program's window: no control characters, no escape sequences, no
/// bidirectional overrides; line breaks only as `\n`, and they and tabs only if allowed. Sinks
/// accept nothing else, and cleaning a text is the only way to make one.
public struct TypableText: Hashable, Sendable {
    public let string: String

    public enum LineBreaks: String, Sendable, CaseIterable {
        /// Keep each line feed, carriage return, or both together, as one `\n`. Unicode's other
        /// line breaks (vertical tab, form feed, U+0085, U+2028, U+2029) still become spaces.
        case keep
        /// Keep each as ``soft``: the keys Shift+Enter, which make a line where Enter sends.
        case shiftEnter = "shift-enter"
        /// Turn each run of line breaks into a space.
        case space
    }

    /// The line break that is typed with Shift held, U+2028. In the text of others it is never kept.
    public static let soft: Character = "\u{2028}"

    public enum Tabs: Sendable {
        /// Keep each; when typed it is the key Tab.
        case keep
        /// Turn each into a space.
        case space
    }

    /// Cleans an untrusted text.
    public init(cleaning text: String, lineBreaks: LineBreaks, tabs: Tabs = .space) {
        string = Self.clean(text, lineBreaks, tabs)
    }

    private init(alreadyClean string: String) {
        self.string = string
    }

    public var isEmpty: Bool { string.isEmpty }

    /// The string with each soft line break as `\n`: as it is kept, or pasted.
    public var hardened: String { String(string.map { $0 == Self.soft ? "\n" : $0 }) }

    /// The text with the plain forms of its characters after it, so that a sink can say which of
    /// them it lacks.
    public var withPlainForms: TypableText {
        TypableText(alreadyClean: string + string.compactMap(\.plainForm).joined())
    }

    /// The text with characters in their plain forms, and without the omitted ones.
    public func written(
        _ forms: [Character: String], without omitted: Set<Character>
    ) -> TypableText {
        TypableText(alreadyClean: string.filter { !omitted.contains($0) }.written(forms))
    }

    /// The text without its first `count` characters (Swift's: grapheme clusters).
    public func dropFirst(_ count: Int) -> TypableText {
        TypableText(alreadyClean: String(string.dropFirst(count)))
    }

    /// The first `count` characters.
    public func prefix(_ count: Int) -> TypableText {
        TypableText(alreadyClean: String(string.prefix(count)))
    }
}
