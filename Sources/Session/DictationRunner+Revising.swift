import Dictation
public import Problems
import TextEditing
public import TextProcessing

extension DictationRunner {
    /// Changes what was typed last, as the same words do by voice: puts the text that the rules made
    /// in the place of what the model made of it, takes the last change back, or removes the last
    /// utterance.
    ///
    /// - Throws: why that can't be done.
    public func revise(_ revision: Composition.Revision) async throws(Problem) {
        guard let record = lastTyped else { throw TextComposer.unknown(revision) }
        let (insertion, after, words) = try await text.composer.revise(revision)
        let isNew = revision == .restoreRaw
        let revised = DictationRecord(
            number: record.number, transcript: record.transcript,
            text: isNew ? after.lastText : record.text, rest: isNew ? after.lastText : record.rest)
        self.revision = revision
        if let reason = send(.revise(insertion, revised)) {
            self.revision = nil
            throw Problem(revision.failure, why: reason)
        }
        // In time: the insertion has only begun.
        text.expect(after, after: insertion)
        send(.notice(Composing.done(revision, to: words)))
    }

    /// Shows the next page of what can be said.
    public func showMoreHelp() {
        if let notice = text.composer.moreHelp() { send(.notice(notice)) }
    }
}
