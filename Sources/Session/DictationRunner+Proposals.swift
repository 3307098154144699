import Dictation
import History
public import Problems
public import TextProcessing

// The answer to texts that are proposed, given with a key or a command.

extension DictationRunner {
    /// Puts a proposed text in place, as “yes” or “one” does by voice.
    ///
    /// - Throws: why that can't be done.
    public func take(_ answer: EditAction) async throws(Problem) {
        let (insertion, after, old, new) = try await text.proposals.take(answer)
        // The words that asked for it are the last dictation.
        let asked = history.entries.last?.record ?? lastTyped
        let record = DictationRecord(
            number: asked?.number ?? 0, transcript: asked?.transcript ?? Transcript(), text: new,
            rest: insertion.text)
        if let reason = send(.revise(insertion, record)) {
            throw Problem("nothing was replaced", why: reason)
        }
        // In time: the insertion has only begun.
        text.expect(after, after: insertion)
        text.noteChoice(answer, of: new, for: old)
        send(.notice(TextProposals.taken))
    }

    /// Leaves the text as it was.
    ///
    /// - Throws: a problem if there is nothing to decide.
    public func leaveProposal() throws(Problem) {
        guard text.proposals.leave() else { throw Problem("no text is proposed", why: "") }
        send(.notice(TextProposals.left))
    }
}
