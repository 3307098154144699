import WaylandInputMethods

/// Whether a change of the text has arrived, by what the window reports of it.
///
/// A window may report less than the whole text before the cursor: GTK 3 the line only.
struct CommitProof {
    private let old: String
    private let expected: String

    /// - Parameters:
    ///   - old: the text before the cursor before the change.
    ///   - deleted: how many characters (grapheme clusters) before the cursor it deletes.
    ///   - text: what it inserts.
    init(after old: String, deleting deleted: Int = 0, inserting text: String) {
        self.old = old
        expected = old.dropLast(deleted) + text
    }

    enum Verdict {
        /// The text before the cursor is the expected one.
        case arrived
        /// Nothing has changed.
        case unchanged
        /// It is another text: the window or the user has changed it too.
        case different
    }

    /// - Parameter new: the text before the cursor that the window reports now.
    func verdict(on new: String) -> Verdict {
        if new == expected { return .arrived }
        if new == old { return .unchanged }
        let isPart = new.isEmpty
            ? expected.last?.isNewline == true : expected.hasSuffix(new)
        return isPart ? .arrived : .different
    }
}
