import Dictation
import LinuxRuntime
import SinkChains

/// Types a text for a command. What a dictation types waits for its end.
@EventLoopActor
final class CommandTyping {
    private var task: TypingTask?

    var isTyping: Bool { task != nil }

    /// Types, and calls back with the outcome.
    func type(
        _ text: TypableText, with sinks: SinkChain, _ done: @escaping (InsertionOutcome) -> Void
    ) {
        task = TypingTask { [self] in
            let outcome = await sinks.insert(text)
            TypingTask.after {
                task = nil
                done(outcome)
            }
        }
    }

    /// Stops as soon as no key is down.
    func stop() { task?.stop() }

    /// Returns when nothing is typed for a command.
    func end() async { await task?.end() }
}
