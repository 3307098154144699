import Dictation
import DictationParts
import LinuxRuntime
import MonotonicTime
import TextProcessing

/// Makes text of words for the place where it will stand, and remembers what was typed there.
@EventLoopActor
final class TextComposer {
    private let current: CurrentSetup
    private let focus: FocusGuard
    /// What was typed last, if it is still there.
    private var inserted: InsertedText?
    private let input = UserInputWatch()

    init(_ current: CurrentSetup, _ focus: FocusGuard) {
        (self.current, self.focus) = (current, focus)
    }

    /// - Parameter isEarly: whether the dictation continues.
    func compose(
        _ transcript: Transcript, at place: StandingText, isEarly: Bool = false
    ) -> Composing {
        Composing(
            transcript, with: current.style, after: place.text, document: place.document,
            before: place.following, isEarly: isEarly)
    }

    // MARK: What stands before the cursor

    var standing: StandingText {
        get async {
            // The text in another window says nothing about the window for this text.
            if focus.isElsewhere { return StandingText() }
            let focused = await current.parts.sinks.focusedTarget
            let target = focused ?? targetAtStart
            return StandingText(
                target: focused, text: inserted?.current(in: target)?.text,
                document: current.parts.sinks.contextBeforeInput,
                following: current.parts.sinks.contextAfterInput)
        }
    }

    /// What was typed last into the window that has the focus now, whichever that is.
    var lastTyped: EditHistory? {
        get async { inserted?.current(in: await current.parts.sinks.focusedTarget)?.text }
    }

    /// The window that gets the text: as the sinks report, or else the one in which the dictation
    /// began, if it goes nowhere else.
    var target: SinkTarget? {
        get async { await current.parts.sinks.focusedTarget ?? targetAtStart }
    }

    private var targetAtStart: SinkTarget? {
        guard current.style.focus != .follow, let window = focus.start.window else { return nil }
        return SinkTarget("window \(window.identifier)")
    }

    /// Something is going to be typed: what the user types meanwhile counts as well.
    func beginTyping() async {
        await input.begin(current.parts.sinks, ignoring: current.style.hotkeys)
    }

    /// It was typed, and this is what stands there now; nil: nobody knows.
    func endTyping(_ text: EditHistory?, in target: SinkTarget?) {
        inserted = if let text, let target {
            InsertedText(target: target, text: text, end: .now, input: input)
        } else { nil }
        if inserted == nil { input.end() }
    }

    /// Forgets what was typed: the sinks that watch the user may be others now.
    func forget() {
        inserted = nil
        input.end()
    }
}
