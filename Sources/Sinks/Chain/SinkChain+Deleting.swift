public import Dictation
import DictationParts
import LinuxRuntime
import Problems

// Changes of text that is in the document, verified there where it is known. Windows count
// characters in different ways: for a Hebrew letter with its points, GTK deletes one of them at a
// time.
extension SinkChain {
    /// Deletes characters (grapheme clusters) before the cursor, with the first sink that can; where
    /// the document is known, exactly these.
    ///
    /// - Throws: how many were deleted, and why no sink could continue.
    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        await readDocumentToEdit()
        let deletion = KnownDeletion(of: count, by: self)
        try await deleteByCount(count)
        try await deletion?.complete()
    }

    /// Selects characters (grapheme clusters) before the cursor, with the first sink that can.
    ///
    /// - Throws: a problem if others are selected, where the document is known.
    public func selectBackward(_ count: Int) async throws(SinkFailure) {
        await readDocumentToEdit()
        var wanted: String?
        if let before = contextBeforeInput, let selected = selectedText, before.count >= count {
            wanted = before.suffix(count) + selected
        }
        try await repeating(count, .selects, "edited") { (sink, count) throws(SinkFailure) in
            try await sink.selectBackward(count)
        }
        guard let wanted, await selectedText(until: { $0 == wanted }) != nil,
            selectedText != wanted
        else { return }
        throw SinkFailure(
            inserted: 0,
            problem: Problem(
                "something other than was asked for is selected",
                why: "the window moves its cursor differently",
                remedy: "Select it by hand, and dictate."),
            handsOver: false)
    }

    /// Deletes so many characters, as the window counts them.
    func deleteByCount(_ count: Int) async throws(SinkFailure) {
        try await repeating(count, .deletes, "deleted") { (sink, count) throws(SinkFailure) in
            try await sink.deleteBackward(count)
        }
    }
}
