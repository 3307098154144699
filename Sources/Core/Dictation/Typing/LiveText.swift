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

    public init() {}

    /// How many characters of what was typed stay in `text`.
    private func kept(in text: String) -> Int { zip(typed, text).prefix { $0 == $1 }.count }

    /// The change at the end of what was typed that makes it `text`: what no sink could type isn't
    /// deleted.
    public func edit(to text: String) -> Insertion {
        let kept = kept(in: text)
        let deleted = typed.dropFirst(kept).count { !omitted.contains($0) }
        return Insertion(String(text.dropFirst(kept)), deleting: deleted)
    }

    /// The same during an utterance; nil if there is nothing to do, or if it would delete more than
    /// the last few words, or only remove words: they may come back.
    public func smallEdit(to text: String) -> Insertion? {
        let edit = edit(to: text)
        guard !edit.text.isEmpty else { return nil }
        let replaced = typed.dropFirst(kept(in: text)).split(whereSeparator: \.isWhitespace)
        return replaced.count <= Self.mostWords ? edit : nil
    }

    /// The rest of an insertion that was planned for the window before anything of the dictation
    /// was typed.
    public func completing(_ insertion: Insertion) -> Insertion {
        if case .type(let text)? = insertion.steps.first {
            return Insertion(edit(to: text).steps + insertion.steps.dropFirst())
        }
        let count = edit(to: "").deletedCount
        if case .delete(let more)? = insertion.steps.first {
            return Insertion([.delete(count + more)] + insertion.steps.dropFirst())
        }
        return Insertion([.delete(count)] + insertion.steps)
    }

    /// Records that characters were deleted to make it `text`: all that had to be, or fewer if that
    /// failed.
    public mutating func noteDeleted(_ count: Int, toMake text: String) {
        if count == edit(to: text).deletedCount {
            typed = String(typed.prefix(kept(in: text)))
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
