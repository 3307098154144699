/// The text that was typed of a running dictation, and how to change it.
///
/// During an utterance, at most its last few words are corrected; all other changes wait for the
/// end of the utterance, when the text becomes exactly what it should be.
public struct LiveText: Hashable, Sendable {
    /// How many words may be deleted at once, partly or completely, during an utterance.
    public static let mostWords = 3

    /// The text that was given to the sinks; the window has it without the omitted characters.
    public private(set) var typed = ""
    /// The characters that no sink could type; each once.
    public private(set) var omitted: [Character] = []

    /// A change at the end of what was typed.
    public struct Edit: Hashable, Sendable {
        /// How many characters (grapheme clusters) of the typed text stay.
        public let keeping: Int
        /// The number of characters to delete from the window.
        public let deleting: Int
        /// What to type then.
        public let text: String

        /// Whether there is nothing to do.
        public var isEmpty: Bool { deleting == 0 && text.isEmpty }
    }

    public init() {}

    /// The change of the typed text that makes it `text`.
    public func edit(to text: String) -> Edit {
        let keeping = zip(typed, text).prefix { $0 == $1 }.count
        let replaced = typed.dropFirst(keeping)
        return Edit(
            keeping: keeping, deleting: replaced.count { !omitted.contains($0) },
            text: String(text.dropFirst(keeping)))
    }

    /// The same during an utterance; nil if there is nothing to do, or if it would delete more than
    /// the last few words, or only remove words: they may come back.
    public func smallEdit(to text: String) -> Edit? {
        let edit = edit(to: text)
        guard !edit.text.isEmpty else { return nil }
        let replaced = typed.dropFirst(edit.keeping).split(whereSeparator: \.isWhitespace)
        return replaced.count <= Self.mostWords ? edit : nil
    }

    /// The rest of an insertion that was planned for the window before anything of the dictation
    /// was typed.
    public func completing(_ insertion: Insertion) -> Insertion {
        if case .type(let text)? = insertion.steps.first {
            let edit = edit(to: text)
            return Insertion(
                [.delete(edit.deleting), .type(edit.text)] + insertion.steps.dropFirst())
        }
        let count = edit(to: "").deleting
        if case .delete(let more)? = insertion.steps.first {
            return Insertion([.delete(count + more)] + insertion.steps.dropFirst())
        }
        return Insertion([.delete(count)] + insertion.steps)
    }

    /// Records that characters were deleted: all of an edit, or fewer if that failed.
    public mutating func noteDeleted(_ count: Int, of edit: Edit) {
        if count == edit.deleting {
            typed = String(typed.prefix(edit.keeping))
            return
        }
        var left = count
        while left > 0, let last = typed.popLast() {
            if !omitted.contains(last) { left -= 1 }
        }
    }

    /// Records that a text was typed, without the characters that no sink could type.
    public mutating func noteTyped(_ text: String, without characters: [Character] = []) {
        typed += text
        for character in characters where !omitted.contains(character) {
            omitted.append(character)
        }
    }
}
