import Dictation
import DictationParts
import History
import LinuxRuntime
public import Problems
import TextProcessing

// From the words to the text in the window.

extension DictationRunner {
    /// Ends without a report if its task is cancelled.
    func compose(_ transcript: Transcript) async {
        let text = await composing(transcript)
        if Task.isCancelled { return }
        guard let cleaner = parts.cleaner, let words = text.words else { return await finish(text) }
        cleaner.clean(words) { [unowned self] result in
            settling = EventLoop.task { [self] in
                // The user may have changed the window in the meantime.
                let now = await composing(transcript)
                await finish(now.mended(result, of: words, by: style))
            }
        }
    }

    /// - Parameter isEarly: whether the dictation continues.
    func composing(_ transcript: Transcript, isEarly: Bool = false) async -> Composing {
        let before = if let place = live?.place { place } else { await standing }
        return Composing(
            transcript, with: style, after: before.text, document: before.document,
            isEarly: isEarly)
    }

    /// The text before the cursor.
    var standing: StandingText {
        get async {
            // The text in another window says nothing about the window for this text.
            if selection.isElsewhere { return StandingText() }
            let focused = await parts.sinks.focusedTarget
            let target = focused ?? targetAtStart
            return StandingText(
                target: focused, text: inserted?.current(in: target)?.text,
                document: parts.sinks.documentContextBeforeInput)
        }
    }

    /// The window that gets the text: according to the sinks, or else the one in which the
    /// dictation began.
    private var target: SinkTarget? {
        get async { await parts.sinks.focusedTarget ?? targetAtStart }
    }

    private var targetAtStart: SinkTarget? {
        guard style.focus != .follow, let window = selection.start.window else { return nil }
        return SinkTarget("window \(window.identifier)")
    }

    private func finish(_ text: Composing) async {
        let (left, whole, notice) = await completing(text)
        if Task.isCancelled { return }
        expected = (left, text.result)
        timing.composed = .now
        send(.composed(left, text: whole, notice: notice))
    }

    /// Replaces the model's text of the last dictation by the text from before it. Throws why that
    /// is impossible.
    public func restoreRaw() async throws(Problem) {
        let what = "cannot restore the raw text"
        guard let record = history.entries.last?.record,
            // Not the window of the last dictation: the user may be elsewhere.
            let before = inserted?.current(in: await parts.sinks.focusedTarget)?.text
        else {
            throw Problem(
                what, why: Composing.unknownText,
                remedy: "“utter last --raw” prints the recogniser's words.")
        }
        var after = before
        after.begin()
        guard after.apply(.restoreRaw) else {
            throw Problem(what, why: "the last text was typed as the rules made it")
        }
        let insertion = Insertion(before.steps(to: after))
        let text = after.lastText
        let revised = DictationRecord(
            number: record.number, transcript: record.transcript, text: text, rest: text)
        if let reason = send(.revise(insertion, revised)) { throw Problem(what, why: reason) }
        // In time: the insertion has only begun.
        expected = (insertion, after)
    }

    func insert(_ insertion: Insertion) {
        beginKeeping(insertion)
        self.insertion = TypingTask { [self] in
            await live?.idle()
            Deadline.current?.renew()
            let insertion = await replacingEarly(insertion)
            let outcome = await outcome(of: insertion)
            let target = outcome.end == .complete ? await target : nil
            TypingTask.after { finish(outcome, of: insertion, in: target) }
        }
    }

    private func outcome(of insertion: Insertion) async -> InsertionOutcome {
        let obstacle = await obstacle()
        if Task.isCancelled { return .stopped(rest: insertion.text) }
        if let obstacle { return .failed(obstacle, rest: insertion.text) }
        // From here on: the user's input during the insertion counts as well.
        await person.begin(parts.sinks, ignoring: style.hotkeys)
        return await parts.sinks.perform(
            insertion, lineBreaks: style.lineBreaks, tabs: style.tabs
        ) { [typings] in typings?.note($0) }
    }

    /// Stops typing as soon as no key is down, and at once the questions whether and where to type.
    func stopInsertion() {
        insertion?.stop()
        selection.task?.cancel()
        live?.stop()
    }

    private func finish(
        _ last: InsertionOutcome, of insertion: Insertion, in target: SinkTarget?
    ) {
        self.insertion = nil
        endKeeping(last.end)
        inserted = nil
        // For a text that is typed again, nothing was typed early.
        let early = expected?.insertion == insertion ? live?.omitted ?? [] : []
        let outcome = InsertionOutcome(
            last.end, rest: last.rest,
            omitted: early + last.omitted.filter { !early.contains($0) }, remark: last.remark)
        if outcome.end == .complete {
            timing.characters = insertion.text.count
            // A text that is typed again was not composed just now.
            var text = EditHistory(typed: insertion.text)
            if let expected, expected.insertion == insertion { text = expected.text }
            if !outcome.omitted.isEmpty { text.leaveOut(outcome.omitted) }
            inserted = target.map {
                InsertedText(target: $0, text: text, end: .now, person: person)
            }
        }
        if case .failed = outcome.end { parts.sinks.refreshAvailability() }
        expected = nil
        if inserted == nil { person.end() }
        send(.insertion(outcome))
    }
}
