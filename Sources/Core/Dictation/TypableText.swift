/// Text that is safe for another program's window: no control characters, no escape sequences, no
/// bidirectional overrides; line breaks only as `\n`, and they and tabs only if allowed. Sinks
/// accept nothing else, and cleaning a text is the only way to make one.
public struct TypableText: Hashable, Sendable {
    public let string: String

    public enum LineBreaks: String, Sendable, CaseIterable {
        /// Keep each line feed, carriage return, or both together, as one `\n`. Unicode's other
        /// line breaks (vertical tab, form feed, U+0085, U+2028, U+2029) still become spaces.
        case keep
        /// Turn each run of line breaks into a space.
        case space
    }

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

    /// The text without its first `count` characters (Swift's: grapheme clusters).
    public func dropFirst(_ count: Int) -> TypableText {
        TypableText(alreadyClean: String(string.dropFirst(count)))
    }

    /// The first `count` characters, without the omitted ones.
    public func prefix(_ count: Int, without omitted: Set<Character> = []) -> TypableText {
        TypableText(alreadyClean: string.prefix(count).filter { !omitted.contains($0) })
    }
}
