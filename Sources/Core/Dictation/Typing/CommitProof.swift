/// Whether a change of the text has arrived, by what the window reports of it.
///
/// A window may report less than the whole text before the cursor: GTK 3 the line only. Of a long text
/// only the end is known, and after a deletion that begins earlier.
public struct CommitProof: Sendable {
    private let old: String
    private let expected: String
    /// The expected text, with the inserted text once more.
    private let doubled: String?

    /// - Parameters:
    ///   - old: the text before the cursor before the change.
    ///   - deleted: how many characters (grapheme clusters) before the cursor it deletes.
    ///   - text: what it inserts.
    public init(after old: String, deleting deleted: Int = 0, inserting text: String) {
        self.old = old
        expected = old.dropLast(deleted) + text
        doubled = text.isEmpty ? nil : expected + text
    }

    public enum Verdict: Sendable {
        /// The text before the cursor is the expected one.
        case arrived
        /// Nothing has changed.
        case unchanged
        /// The inserted text is there twice.
        case doubled
        /// It is another text: the window or the user has changed it too.
        case different
    }

    /// - Parameter new: the text before the cursor that the window reports now.
    public func verdict(on new: String) -> Verdict {
        if new == expected { return .arrived }
        if new == old { return .unchanged }
        if let doubled, new == doubled { return .doubled }
        let isPart =
            new.isEmpty
            ? expected.last?.isNewline == true : expected.hasSuffix(new)
        // A window may report more than before; what it had then may end as what is expected.
        let isMore = Self.isTelling(expected) && new.hasSuffix(expected) && !new.hasSuffix(old)
        if isPart || isMore { return .arrived }
        if let doubled, Self.isTelling(new), doubled.hasSuffix(new) { return .doubled }
        return .different
    }

    /// Whether a text is so long that it isn't there by chance.
    private static func isTelling(_ text: String) -> Bool { text.count >= 32 }
}
