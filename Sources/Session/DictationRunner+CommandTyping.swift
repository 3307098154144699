public import Dictation
public import SinkChains

extension DictationRunner {
    /// Types a text for a command, unless a dictation or another command is under way. The text
    /// before the cursor isn't known afterwards.
    ///
    /// - Parameter done: called with the outcome, later.
    /// - Returns: whether it types.
    public func type(
        _ text: TypableText, with sinks: SinkChain, _ done: @escaping (InsertionOutcome) -> Void
    ) -> Bool {
        guard display.state == .idle, !current.commandTyping.isTyping else { return false }
        self.text.composer.forget()
        current.commandTyping.type(text, with: sinks, done)
        return true
    }

    /// Stops typing for a command; returns whether one was typed for.
    public func stopCommandTyping() -> Bool {
        guard current.commandTyping.isTyping else { return false }
        current.commandTyping.stop()
        return true
    }
}
