public import Dictation
import DictationParts
import LinuxRuntime
import Problems

// Changes of text that stands in the document, verified there where it is known. Windows count
// characters in different ways: for a Hebrew letter with its points, GTK deletes one of them at a
// time.
extension SinkChain {
    /// Deletes characters (grapheme clusters) before the cursor, with the first sink that can; where
    /// the document is known, exactly these.
    ///
    /// - Throws: how many were deleted, and why no sink could continue.
    public func deleteBackward(_ count: Int) async throws(SinkFailure) {
        let deletion = await deletion(of: count)
        try await deleteByCount(count)
        if let deletion { try await complete(deletion, of: count) }
    }

    /// Selects characters (grapheme clusters) before the cursor, with the first sink that can.
    ///
    /// - Throws: that others are selected, where the document is known.
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
                "something else is selected than was asked for",
                why: "the window moves its cursor in another way",
                remedy: "Select it by hand, and dictate."),
            handsOver: false)
    }

    // MARK: What must be left

    private func deletion(of count: Int) async -> Deletion? {
        await readDocumentToEdit()
        // With a selection the first key deletes that. Of a text that may begin earlier than what is
        // read, it can't be told how much was deleted.
        guard count > 0, selectedText?.isEmpty == true, let before = contextBeforeInput,
            before.count >= count, before.unicodeScalars.count < ContextLimit.longest
        else { return nil }
        return Deletion(of: count, from: before)
    }

    /// Deletes what is left of the characters.
    private func complete(_ deletion: Deletion, of count: Int) async throws(SinkFailure) {
        var deletion = deletion
        // A busy window begins late; what is left would be typed at a wrong place.
        var text = await contextBeforeInput(
            otherThan: deletion.before, within: .seconds(3), &deletion.isReported)
        if deletion.isReported, let changed = text, deletion.isBegun(changed) {
            text = await contextBeforeInput(until: deletion.isDone)
        }
        // While it becomes less, keys are on their way.
        while let present = text, deletion.isBegun(present), !Task.isCancelled {
            text = await contextBeforeInput(otherThan: present, &deletion.isReported)
            if text == present { break }
        }
        var wasHidden = false
        while let present = text, !deletion.isDone(present), !Task.isCancelled {
            guard deletion.isBegun(present) else {
                throw Self.notDeleted(present == deletion.before ? 0 : count)
            }
            try await deleteByCount(1)
            text = await contextBeforeInput(otherThan: present, &deletion.isReported)
            let isHidden = text == present
            if isHidden, wasHidden || !deletion.mayHideSpace(in: present) {
                throw Self.notDeleted(count)
            }
            wasHidden = isHidden
        }
    }

    /// The text before the cursor as soon as it is another one than it was, or what it is after a
    /// while; nil if it is unknown then.
    ///
    /// - Parameter isReported: whether the window is taken to report what keys have changed; becomes
    ///   false once it did only because its field was opened again.
    private func contextBeforeInput(
        otherThan old: String, within limit: Duration = provingPatience, _ isReported: inout Bool
    ) async -> String? {
        let deadline = Deadline(limit)
        repeat {
            let patience = isReported ? Self.provingPatience : Self.keyPatience
            let text = await contextBeforeInput(within: patience) { $0 != old }
            if let text, text != old { return text }
            if await reopenField(), let text = contextBeforeInput, text != old {
                isReported = false
                return text
            }
        } while deadline.rest > .zero && !Task.isCancelled
        return contextBeforeInput
    }

    /// How long a window may take for a key before its field is opened again.
    private static let keyPatience = Duration.milliseconds(50)

    private func reopenField() async -> Bool {
        for sink in sinks where sink.document?.contextBeforeInput != nil {
            return await sink.reopenField()
        }
        return false
    }

    private func deleteByCount(_ count: Int) async throws(SinkFailure) {
        try await repeating(count, .deletes, "deleted") { (sink, count) throws(SinkFailure) in
            try await sink.deleteBackward(count)
        }
    }

    private static func notDeleted(_ count: Int) -> SinkFailure {
        SinkFailure(
            inserted: count,
            problem: Problem(
                "the text before the cursor isn’t what it should be after deleting",
                why: count == 0
                    ? "the window took no keys" : "the window or you changed it meanwhile",
                remedy: "Look what stands there."),
            handsOver: false)
    }
}

/// A deletion in a known text. Afterwards a window may report more of what stands before: GTK 4
/// reports a few words, and thus others. LibreOffice Writer reports no spaces to input methods
/// where the cursor is at the end of a sentence.
private struct Deletion: Sendable {
    /// The text before the cursor, before it.
    let before: String
    /// Whether the window reports what keys have changed.
    var isReported = true
    private let rest: [Unicode.Scalar]
    /// What is deleted.
    private let gone: [Unicode.Scalar]

    init(of count: Int, from before: String) {
        self.before = before
        rest = Array(before.dropLast(count).unicodeScalars)
        gone = Array(before.suffix(count).unicodeScalars)
    }

    func isDone(_ text: String) -> Bool { left(in: text) == 0 }

    /// Whether it is less than it was, and more than it should be.
    func isBegun(_ text: String) -> Bool {
        left(in: text).map { 0 < $0 && $0 < gone.count } ?? false
    }

    /// Whether a space that is to be deleted, too, may follow it.
    func mayHideSpace(in text: String) -> Bool {
        !isReported && left(in: text).map { gone.dropFirst($0).first == " " } ?? false
    }

    /// How many code points are still to be deleted, at least; nil if it is another text.
    private func left(in text: String) -> Int? {
        let scalars = Array(text.unicodeScalars)
        return (0...gone.count).last { count in
            if count == 0, isAllButSpaces(scalars) { return true }
            let end = rest + gone.prefix(count)
            if count > 0, !isReported, end.last == " " { return false }
            return scalars.suffix(end.count) == end[...]
        }
    }

    /// Whether a text ends as the one that is to be left, without the spaces at its end.
    private func isAllButSpaces(_ scalars: [Unicode.Scalar]) -> Bool {
        guard rest.last == " " else { return false }
        let end = rest.prefix((rest.lastIndex { $0 != " " } ?? -1) + 1)
        return end.isEmpty ? scalars.isEmpty : scalars.suffix(end.count) == end
    }
}
