/// What was typed of a dictation that is still going on, and what is to be changed of it.
///
/// While an utterance goes on, at most its last few words are corrected; whatever else would have
/// to change waits for the utterance's end, when the text becomes exactly what it should be.
public struct LiveText: Hashable, Sendable {
    /// How many words may be deleted at once, in part or whole, while the person speaks.
    public static let mostWords = 3

    /// What was given to the sinks and stands in the window, but for what they left out.
    public private(set) var typed = ""
    /// What no sink could type; each once.
    public private(set) var omitted: [Character] = []

    /// A change at the end of what was typed.
    public struct Edit: Hashable, Sendable {
        /// Characters (grapheme clusters) of what was typed that stay.
        public let keeping: Int
        /// Characters to delete from the window.
        public let deleting: Int
        /// What to type then.
        public let text: String

        /// Whether there is nothing to do.
        public var isEmpty: Bool { deleting == 0 && text.isEmpty }
    }

    public init() {}

    /// The change that makes `text` of what was typed.
    public func edit(to text: String) -> Edit {
        let keeping = zip(typed, text).prefix { $0 == $1 }.count
        let replaced = typed.dropFirst(keeping)
        return Edit(
            keeping: keeping, deleting: replaced.count { !omitted.contains($0) },
            text: String(text.dropFirst(keeping)))
    }

    /// The same while the utterance goes on; nil if there is nothing to do, or if it would delete
    /// more than the last few words, or only take words away: they may come back.
    public func smallEdit(to text: String) -> Edit? {
        let edit = edit(to: text)
        guard !edit.text.isEmpty else { return nil }
        let replaced = typed.dropFirst(edit.keeping).split(whereSeparator: \.isWhitespace)
        return replaced.count <= Self.mostWords ? edit : nil
    }

    /// What is left to do of an insertion that was planned for the window as it was before
    /// anything of the dictation was typed.
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

    /// Takes note that characters were deleted: all of an edit's, or fewer if that failed.
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

    /// Takes note that a text was typed, without what no sink could type.
    public mutating func noteTyped(_ text: String, without characters: [Character] = []) {
        typed += text
        for character in characters where !omitted.contains(character) {
            omitted.append(character)
        }
    }
}
