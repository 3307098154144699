import Dictation
import History
public import Problems

// The answer to a text that a model has written, given with a key or a command.

extension DictationRunner {
    /// Puts the text in place that a model has written, as “yes” does by voice.
    ///
    /// - Throws: why that can't be done.
    public func takeRewriting() async throws(Problem) {
        let (insertion, after, new) = try await text.rewriting.take()
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
        send(.notice(TextRewriting.taken))
    }

    /// Leaves the text as it was.
    ///
    /// - Throws: a problem if there is nothing to decide.
    public func leaveRewriting() throws(Problem) {
        guard text.rewriting.leave() else { throw Problem("no text is proposed", why: "") }
        send(.notice(TextRewriting.left))
    }
}
