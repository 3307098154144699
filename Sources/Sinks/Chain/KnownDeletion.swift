import Dictation
import DictationParts
import LinuxRuntime
import Problems

/// A deletion before the cursor of a known text. Keys may have deleted less than what was asked for:
/// it follows what the window reports, and deletes the rest.
@EventLoopActor
final class KnownDeletion {
    private let chain: SinkChain
    private let proof: DeletionProof
    private let count: Int
    /// Whether the window is taken to report what keys have changed; false once it did only because
    /// its field was opened again.
    private var reportsKeys = true

    /// Before anything is deleted. With a selection the first key deletes that. Of a text that may
    /// begin earlier than what is read, it can't be told how much was deleted.
    ///
    /// - Parameter count: the number of characters (grapheme clusters).
    /// - Returns: nil if it can't be known what must be left.
    init?(of count: Int, by chain: SinkChain) {
        guard count > 0, chain.selectedText?.isEmpty == true,
            let before = chain.contextBeforeInput, before.count >= count,
            before.unicodeScalars.count < ContextLimit.longest
        else { return nil }
        (self.chain, self.count) = (chain, count)
        proof = DeletionProof(of: count, from: before)
    }

    /// After keys for all characters: waits until they are gone, and deletes what is left of them.
    ///
    /// - Throws: a problem if another text is there.
    func complete() async throws(SinkFailure) {
        var text = await textOfIdleWindow()
        var wasHidden = false
        while let present = text, !isDone(present), !Task.isCancelled {
            guard isBegun(present) else {
                throw Self.failure(present == proof.before ? 0 : count)
            }
            try await chain.deleteByCount(1)
            text = await context(otherThan: present)
            // A window that hides the space before its cursor reports the same once.
            let isHidden = text == present
            if isHidden, wasHidden || !mayHideSpace(in: present) { throw Self.failure(count) }
            wasHidden = isHidden
        }
    }

    /// The text before the cursor when no keys are on their way any more; nil if it is unknown then.
    private func textOfIdleWindow() async -> String? {
        // A busy window begins late; what is left would be typed at a wrong place.
        var text = await context(otherThan: proof.before, within: .seconds(3))
        if reportsKeys, let begun = text, isBegun(begun) {
            text = await chain.contextBeforeInput(until: isDone)
        }
        while let present = text, isBegun(present), !Task.isCancelled {
            text = await context(otherThan: present)
            if text == present { break }
        }
        return text
    }

    /// The text before the cursor as soon as it is another one than it was, or what it is after a
    /// while; nil if it is unknown then.
    private func context(
        otherThan old: String, within limit: Duration = SinkChain.provingTimeout
    ) async -> String? {
        let deadline = Deadline(limit)
        repeat {
            let timeout = reportsKeys ? SinkChain.provingTimeout : Self.keyTimeout
            let text = await chain.contextBeforeInput(within: timeout) { $0 != old }
            if let text, text != old { return text }
            if await chain.reopenField(), let text = chain.contextBeforeInput, text != old {
                reportsKeys = false
                return text
            }
        } while deadline.remaining > .zero && !Task.isCancelled
        return chain.contextBeforeInput
    }

    /// How long a window may take for a key before its field is opened again.
    private static let keyTimeout = Duration.milliseconds(50)

    private func isDone(_ text: String) -> Bool { left(in: text) == 0 }

    /// Whether it is less than it was, and more than it should be.
    private func isBegun(_ text: String) -> Bool {
        left(in: text).map { 0 < $0 && $0 < proof.gone.count } ?? false
    }

    /// Whether a space that is to be deleted, too, may follow it.
    private func mayHideSpace(in text: String) -> Bool {
        !reportsKeys && left(in: text).map { proof.gone.dropFirst($0).first == " " } ?? false
    }

    private func left(in text: String) -> Int? {
        proof.left(in: text, mayHideSpace: !reportsKeys)
    }

    private static func failure(_ count: Int) -> SinkFailure {
        SinkFailure(
            inserted: count,
            problem: Problem(
                "the text before the cursor isn’t what it should be after deleting",
                why: count == 0
                    ? "the window took no keys" : "the window or you changed it meanwhile",
                remedy: "Check the text."),
            handsOver: false)
    }
}

/// How far a deletion has come, by what the window reports of its text. It may report more than
/// before of the earlier text: GTK 4 reports a few words, and thus others. LibreOffice Writer
/// reports no spaces to input methods where the cursor is at the end of a sentence.
private struct DeletionProof {
    /// The text before the cursor, before it.
    let before: String
    /// The code points that are deleted.
    let gone: [Unicode.Scalar]
    private let rest: [Unicode.Scalar]

    init(of count: Int, from before: String) {
        self.before = before
        rest = Array(before.dropLast(count).unicodeScalars)
        gone = Array(before.suffix(count).unicodeScalars)
    }

    /// How many code points are still to be deleted, at least; nil if it is another text.
    ///
    /// - Parameter mayHideSpace: whether a space may be before the cursor that isn't reported.
    func left(in text: String, mayHideSpace: Bool) -> Int? {
        let scalars = Array(text.unicodeScalars)
        return (0...gone.count).last { count in
            if count == 0, isAllButSpaces(scalars) { return true }
            let end = rest + gone.prefix(count)
            if count > 0, mayHideSpace, end.last == " " { return false }
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
