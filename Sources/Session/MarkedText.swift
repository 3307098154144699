import Dictation
import DictationParts
import LinuxRuntime
import SinkChains
import TextEditing

/// Shows the words of a running dictation in the focused field, where its window shows text that
/// isn't typed yet; nothing of it is typed.
///
/// The text that is typed at the end takes its place; it vanishes when the dictation ends.
@EventLoopActor
final class MarkedText {
    private let composer: TextComposer
    private let current: CurrentSetup
    private var request: Transcript?
    private var showing: TypingTask?

    init(_ composer: TextComposer, _ current: CurrentSetup) {
        (self.composer, self.current) = (composer, current)
    }

    /// Shows the text of these words soon, in place of what is shown; only the latest of several.
    func show(_ transcript: Transcript) {
        request = transcript
        guard showing == nil else { return }
        showing = TypingTask { [self] in
            await current.commandTyping.end()
            while !Task.isCancelled, let request {
                self.request = nil
                Deadline.current?.renew()
                await perform(request)
            }
            showing = nil
            // A request after `stop` needs a task that isn't cancelled.
            if let request { show(request) }
        }
    }

    /// Shows nothing more; returns when nothing is on its way to the window.
    func stop() async {
        request = nil
        showing?.stop()
        while let showing { await showing.end() }
    }

    /// Removes what is shown, unless something is typed in its place first.
    func hide() {
        EventLoop.task { [self] in
            await stop()
            await current.parts.sinks.unmark()
        }
    }

    private func perform(_ transcript: Transcript) async {
        guard current.parts.sinks.canMark, let place = await composer.placeOfEarlyText() else {
            return
        }
        // Keys, and changes of earlier text, are only made at the end of the dictation.
        let steps = composer.compose(transcript, at: place, isEarly: true).insertion.steps
        guard steps.count == 1, case .type(let text) = steps[0], !Task.isCancelled else { return }
        await current.parts.sinks.mark(current.style.text.typable(text))
    }
}
