import Dictation
import DictationParts
import History
import LinuxRuntime
import MonotonicTime
import Problems
import SinkChains
import TextEditing
import TextProcessing

/// From the words of a dictation to the text in the window: composed, cleaned up by a model, and
/// typed, in part while the dictation goes on.
@EventLoopActor
final class TextPipeline {
    let current: CurrentSetup
    private let focus: FocusGuard
    let archive: DictationArchive
    let composer: TextComposer
    let proposals: TextProposals
    let rewriting: TextRewriting
    let alternatives: TextAlternatives
    /// The user's wish for a model to rewrite the text once it is typed.
    private var wish: TextRewriting.Wish?
    /// The early typing of the last dictation, if words are typed during dictations.
    private var live: LiveTyping?
    /// Shows the words of the dictation, if it may.
    private var marked: MarkedText?
    /// A text is made as soon as nothing is being typed.
    private var isWaiting = false
    /// Whether the raw words replace what was typed early.
    private var replacesEarly = false
    /// The insertion that was made, the text before the cursor after it, and the place that it was
    /// made for.
    private var expected: (insertion: Insertion, text: EditHistory, place: Place?)?
    /// A place that was asked less than this ago isn't asked again before the first key.
    var placeValidity = Duration.milliseconds(100)
    private var composition: Task<Void, Never>?
    private var insertion: TypingTask?

    init(_ current: CurrentSetup, _ focus: FocusGuard, _ archive: DictationArchive) {
        (self.current, self.focus, self.archive) = (current, focus, archive)
        composer = TextComposer(current, focus)
        proposals = TextProposals(current, composer)
        rewriting = TextRewriting(current, proposals, focus)
        alternatives = TextAlternatives(current, proposals)
    }

    // MARK: While the dictation goes on

    /// A dictation begins.
    ///
    /// - Parameter commit: when its words are typed.
    func begin(_ commit: CommitTime) {
        replacesEarly = false
        composer.noteKept(archive.history.entries.last { !$0.record.retyped.isEmpty }?.record)
        let (types, marks) = (
            commit == .final || commit == .live, commit == .auto || commit == .live
        )
        live = types ? LiveTyping(after: live, composer, current) : nil
        marked = marks ? MarkedText(composer, current) : nil
    }

    /// Shows the words in the focused field where its window can, else types them if that is wanted.
    func typeEarly(_ transcript: Transcript, isFinal: Bool) {
        if proposals.answer(transcript) != nil { return }
        let isTyped = live.map { $0.isTyping || $0.hasTyped } ?? false
        if let marked, !isTyped, live == nil || current.parts.sinks.canMark {
            return marked.show(transcript)
        }
        live?.type(transcript, isFinal: isFinal)
    }

    /// Deletes what was typed early, and removes what is shown.
    func withdraw() {
        marked?.hide()
        live?.withdraw()
    }

    // MARK: Composing

    /// Makes the text of the words, and calls back with it as an event unless it is cancelled.
    func compose(
        _ transcript: Transcript, for purpose: DictationPurpose,
        _ send: @escaping (DictationEvent) -> Void
    ) {
        isWaiting = live?.isTyping ?? false
        composition = EventLoop.task { [self] in
            wish = nil
            let event = await composed(transcript, purpose)
            if Task.isCancelled { wish = nil }
            if let event { send(event) }
            // Otherwise once it is typed.
            if insertion == nil { beginRewriting() }
        }
    }

    /// The composition was cancelled, or took too long.
    func cancelComposition() {
        if isWaiting {
            isWaiting = false
            replacesEarly = true
            live?.stop()
        }
        composition?.cancel()
        current.parts.cleaner?.cancel()
    }

    private func composed(
        _ transcript: Transcript, _ purpose: DictationPurpose
    ) async -> DictationEvent? {
        if isWaiting {
            await live?.idle()
            if Task.isCancelled { return nil }
            isWaiting = false
        }
        await marked?.stop()
        // The desktop may still be asked for the window, as for words that were kept.
        await focus.task?.value
        let window = await focus.settle()
        if Task.isCancelled { return nil }
        if let answer = proposals.answer(transcript) {
            if let live, live.hasTyped {
                // It was understood in another way first.
                live.withdraw()
                await live.idle()
            }
            return await composed(answer)
        }
        rewriting.drop()
        if purpose == .instruction {
            wish = await rewriting.prepare(transcript.text, isTyping: false)
            return .composed(Insertion(""), notice: Notice(.info, "The model is asked"))
        }
        var place = await placeOfText(in: window)
        var text = composer.compose(transcript, at: place, for: purpose)
        if Task.isCancelled { return nil }
        if let cleaner = current.parts.cleaner, cleaner.isAutomatic, let words = text.words,
            !current.parts.sinks.isSecure
        {
            let answer = OneShot<Result<String, Problem>>()
            cleaner.clean(words) { answer.give($0) }
            guard let result = try? await answer.get() else { return nil }
            // The user may have gone elsewhere meanwhile.
            place = await placeOfText(in: focus.settle())
            text = composer.compose(transcript, at: place, for: purpose)
                .cleaned(result, of: words, by: current.style.text)
        }
        if let output = await outputOfHook(for: text) {
            place = await placeOfText(in: focus.settle())
            var style = current.style.text
            style.lineBreaks = style.lineBreaks(in: current.parts.sinks.traits)
            text = composer.compose(transcript, at: place, for: purpose)
                .hooked(output, of: text, by: style)
        }
        if Task.isCancelled { return nil }
        var (left, whole, notice) = await completing(text)
        // What is typed for a command is a part of a text.
        if whole == nil, text.edits?.changesText == true, !text.result.lastText.isEmpty {
            whole = text.result.lastText
        }
        // Removed by a command, it is kept as a text that was typed.
        if whole?.isEmpty ?? true, let withdrawn = text.withdrawn { whole = withdrawn }
        // Enter isn't part of the text.
        if text.submits { whole = String((whole ?? left.text).dropLast()) }
        if Task.isCancelled { return nil }
        composer.note(text)
        learn(text.edits)
        if let edits = text.edits {
            if let words = edits.readBack { readBack(words) }
            if let instruction = edits.rewriting {
                let isTyping = !left.isEmpty || whole?.isEmpty == false
                wish = await rewriting.prepare(instruction, isTyping: isTyping)
            }
            if edits.wantsAlternatives, left.isEmpty {
                notice = await alternatives.propose()
                if Task.isCancelled { return nil }
            }
        }
        expected = (left, text.result, place)
        return .composed(left, text: whole, notice: notice)
    }

    /// The place for the dictation's text: where its first words are, if they are typed already.
    private func placeOfText(in window: FocusPolicy.Report) async -> Place {
        if let place = live?.place { place } else { await composer.placeOfText(in: window) }
    }

    /// The answer of the user's program to a text, if it answers.
    private func outputOfHook(for text: Composing) async -> Result<String, Problem>? {
        guard let hook = current.style.hook, let input = text.hookInput,
            !current.parts.sinks.isSecure
        else { return nil }
        guard hook.answers else {
            EventLoop.task { [weak self] in
                guard case .failure(let problem) = await hook.output(for: input) else { return }
                self?.onNotice(Composing.failedHook(problem, isWaitedFor: false))
            }
            return nil
        }
        return await hook.output(for: input)
    }

    /// Called with a notice that belongs to no text that is being made.
    var onNotice: (Notice) -> Void = { _ in }

    /// The event for an answer to what is proposed.
    private func composed(_ answer: EditAction) async -> DictationEvent {
        guard answer != .leaveRewriting else {
            _ = proposals.leave()
            return .composed(Insertion(""), notice: TextProposals.left)
        }
        do throws(Problem) {
            let (insertion, after, old, new) = try await proposals.take(answer)
            expected = (insertion, after, nil)
            // What was said before can still be recognised again.
            archive.sounds?.end()
            noteChoice(answer, of: new, for: old)
            return .composed(insertion, text: new, notice: TextProposals.taken)
        } catch {
            return .composed(Insertion(""), notice: Notice(.warning, error))
        }
    }

    private func beginRewriting() {
        guard let wish else { return }
        self.wish = nil
        rewriting.begin(wish)
    }

    /// Called when the text is going into a password field.
    var onPassword: () -> Void = {}

    var onCorrections: (CorrectionReport) -> Void = { _ in }

    /// Called with the text that the user asked to hear, and its language.
    var onReadBack: (String, _ language: String?) -> Void = { _, _ in }

    /// The part of a text that is left to type, the whole of it if part of it is typed already, and
    /// a notice for the user.
    private func completing(
        _ text: Composing
    ) async -> (left: Insertion, whole: String?, notice: Notice?) {
        guard let live, live.hasTyped else { return (text.insertion, nil, text.notice) }
        let (left, isExact) = await live.completing(text.insertion)
        return (left, text.insertion.text, isExact ? text.notice : Self.uncorrected)
    }

    private static let uncorrected = Notice(
        .warning, "The last words in the other window are not corrected",
        remedy: "The whole text is kept: utter last", actions: [.copy])

    /// An insertion has begun that makes this text.
    func expect(_ text: EditHistory, after insertion: Insertion) {
        expected = (insertion, text, nil)
    }

    // MARK: Typing

    /// Types it, and calls back with what came of it and how many characters it has.
    ///
    /// - Parameter record: the dictation that it is of.
    func insert(
        _ insertion: Insertion, of record: DictationRecord?,
        _ done: @escaping (InsertionOutcome, Int) -> Void
    ) {
        let kept = record.flatMap { expected?.insertion == insertion ? nil : $0 }
        self.insertion = TypingTask { [self] in
            await current.commandTyping.end()
            await live?.idle()
            Deadline.current?.renew()
            var insertion = await replacingEarly(insertion)
            let (outcome, place) = await type(&insertion, of: kept)
            TypingTask.after {
                self.insertion = nil
                done(note(outcome, of: insertion, at: place), insertion.text.count)
                if outcome.end != .complete { wish = nil }
                beginRewriting()
            }
        }
    }

    /// An insertion that replaces what was typed early, if requested.
    private func replacingEarly(_ insertion: Insertion) async -> Insertion {
        guard replacesEarly, let live else { return insertion }
        replacesEarly = false
        return await live.completing(insertion).left
    }

    /// - Parameter kept: the dictation of a text that is typed again. Then it is fitted to the place.
    /// - Returns: the outcome, and where it was typed.
    private func type(
        _ insertion: inout Insertion, of kept: DictationRecord?
    ) async -> (InsertionOutcome, Place) {
        var asked = expected?.insertion == insertion ? expected?.place : nil
        if let age = asked?.age, age >= placeValidity { asked = nil }
        var obstacle = await focus.obstacle(to: insertion, at: &asked)
        var place = asked ?? Place()
        if obstacle == nil, !Task.isCancelled {
            if asked == nil { place = await composer.place() }
            obstacle = focus.obstacle(of: place)
        }
        if Task.isCancelled { return (.stopped(rest: insertion.text), place) }
        if let obstacle { return (.failed(obstacle, rest: insertion.text), place) }
        let text = insertion.text
        if let kept, kept.isCutShort, insertion == Insertion(kept.retyped) {
            insertion = Insertion(composer.missing(of: kept, at: place))
        }
        // The rest of a text goes on where the text ends.
        if let kept, kept.rest.isEmpty || kept.rest == kept.text,
            insertion == Insertion(kept.retyped)
        {
            insertion = Insertion(composer.fitting(text, at: place))
        }
        var outcome = await outcome(
            of: insertion, at: place, after: insertion.text.count - text.count)
        if outcome.end != .complete, outcome.rest == insertion.text {
            outcome = InsertionOutcome(
                outcome.end, rest: text, omitted: outcome.omitted, remark: outcome.remark,
                isConfirmed: outcome.isConfirmed)
        }
        return (outcome, place)
    }

    /// - Parameter added: how many characters it has before those that the archive knows.
    private func outcome(
        of insertion: Insertion, at place: Place, after added: Int
    ) async -> InsertionOutcome {
        await composer.beginTyping()
        let sinks = current.parts.sinks
        let (lineBreaks, tabs) = (
            current.style.text.lineBreaks(in: sinks.traits), current.style.text.tabs
        )
        let proof = sinks.proof(of: insertion, lineBreaks: lineBreaks, tabs: tabs)
        // The focus may have come there later. A kept text that is typed again stays kept.
        if sinks.isSecure, expected?.insertion == insertion { onPassword() }
        let start = Instant.now
        let noteTyped = archive.noteTyped
        let outcome = await sinks.perform(
            insertion, into: place.receiver, lineBreaks: lineBreaks, tabs: tabs,
            onProgress: { noteTyped(max(0, $0 - added)) })
        guard let proof, outcome.end == .complete, outcome.omitted.isEmpty else { return outcome }
        return outcome.seen(await sinks.arrival(of: proof, since: start))
    }

    /// Notes the window's text now. Returns the outcome for the whole text.
    private func note(
        _ last: InsertionOutcome, of insertion: Insertion, at place: Place
    ) -> InsertionOutcome {
        // Nothing of a text that is typed again was typed early, nor was it composed a moment ago.
        let wasComposed = expected?.insertion == insertion
        let early = wasComposed ? live?.omitted ?? [] : []
        let omitted = early + last.omitted.filter { !early.contains($0) }
        var text: EditHistory?
        // Nothing of a password is remembered, so nothing of it is scratched.
        if last.end == .complete, !current.parts.sinks.isSecure {
            var typed = EditHistory(typed: insertion.text)
            if let expected, wasComposed { typed = expected.text }
            if !omitted.isEmpty { typed.leaveOut(omitted) }
            typed.write((wasComposed ? live?.forms ?? [:] : [:]).merging(last.forms) { $1 })
            text = typed
        }
        if case .failed = last.end { current.parts.sinks.refreshAvailability() }
        expected = nil
        composer.endTyping(text, at: place)
        return InsertionOutcome(
            last.end, rest: last.rest, omitted: omitted, remark: last.remark,
            isConfirmed: last.isConfirmed)
    }

    /// Stops typing as soon as no key is down, and at once the questions whether and where to type.
    func stopInsertion() {
        current.commandTyping.stop()
        insertion?.stop()
        focus.task?.cancel()
        live?.stop()
    }

    /// Stops typing, and calls back when no key is down: at once, or later.
    func end(_ done: @escaping () -> Void) {
        current.commandTyping.stop()
        live?.stop()
        guard live?.isTyping == true || current.commandTyping.isTyping else { return done() }
        EventLoop.task { [self] in
            await live?.idle()
            await current.commandTyping.end()
            done()
        }
    }
}
