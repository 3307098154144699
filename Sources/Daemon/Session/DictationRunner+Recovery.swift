import Dictation
import DictationParts
public import History
import LinuxRuntime
public import Problems

// The history, and the recovery of dictations that a crash interrupted: they are recognised while
// idle, with the recogniser that is loaded anyway, and kept.

extension DictationRunner {
    /// Also keeps the history in a file, which may contain that of an earlier run; nil stops that.
    /// Throws a `Problem` if the file can't be read; it isn't used then.
    public func keepHistory(in file: HistoryFile?) throws(Problem) {
        // The contents of the previous file are in memory, too.
        let isNew = historyFile == nil
        historyFile = nil
        guard let file else { return }
        let hasEntries = !history.entries.isEmpty
        if isNew { history.prepend(try file.read()) }
        file.mend(with: history.entries, always: hasEntries)
        historyFile = file
    }

    /// Keeps the sound of each dictation until its end; nil stops that.
    public func keepSound(in keep: CrashAudio?) {
        interruptRecovery()
        recovery.waiting = []
        sounds = keep
    }

    /// Keeps the text that is being typed, and its progress, until it was typed; nil stops that.
    public func keepTyping(in keep: TypingKeep?) { typings = keep }

    /// Looks for the text that was being typed when the program ended, and offers its rest; and for
    /// the sound of dictations that a crash interrupted, which is recognised when idle. Called
    /// once, at the start.
    public func recover() {
        recoverTyping()
        guard let sounds else { return }
        recovery.waiting = sounds.leftovers().map { .init(sound: $0, reason: .program) }
        recoverNext()
    }

    private func recoverTyping() {
        guard let typings, let left = typings.leftover else { return }
        // With a history on disk it is there already, from before it was typed.
        let known = history.entries.last {
            $0.time == left.time && $0.record.transcript == left.transcript
                && $0.record.text == left.text
        }
        send(
            .cutShort(
                number: known?.record.number, left.transcript, text: left.text, rest: left.rest))
        // Only after it is kept.
        typings.forgetLeftover()
    }

    /// A text is going to be typed: from here on a crash loses nothing of it.
    func beginKeeping(_ insertion: Insertion) {
        guard let typings, let record = machine.typing, !insertion.text.isEmpty,
            var entry = history.entries.last(where: { $0.record.number == record.number })
        else { return }
        entry.record = DictationRecord(
            number: record.number, transcript: record.transcript, text: record.text,
            rest: insertion.text)
        if typings.begin(entry) { sounds?.end() }
    }

    /// The typing has ended: unless all was typed, the history has the rest, or the file stays if
    /// the program ends.
    func endKeeping(_ end: InsertionOutcome.End) {
        if end != .complete, recovery.isEnding { typings?.leave() } else { typings?.end() }
    }

    /// Forgets all dictations.
    func clearHistory() throws(Problem) {
        interruptRecovery()
        for waiting in recovery.waiting { waiting.sound.remove() }
        typings?.end()
        recovery.waiting = []
        history.clear()
        try historyFile?.clear()
    }

    func keep(_ record: DictationRecord) {
        guard let place = history.keep(record) else { return }
        let isOnDisk = historyFile?.keep(place, of: history.entries) ?? false
        // From here on a crash loses nothing.
        if isOnDisk, record.text != nil { sounds?.end() }
    }

    /// Stores the overrides of the dictation, so that it can be repeated.
    func noteSetup(profile: String?) {
        let choice = selection.choice
        let followsLayout = setups?.needsLayout(for: choice) ?? false
        let language = followsLayout ? setups?.layout?.description : choice.language
        sounds?.describe(
            DictationOverrides(profile: profile ?? choice.profile, language: language))
    }

    /// The dictation has ended.
    func restFromDictation() {
        if !recovery.needsSound {
            sounds?.end()
        } else if let sound = sounds?.setAside(), !recovery.isEnding {
            recovery.waiting.append(.init(sound: sound, reason: .recognizer))
        }
        recoverNext()
    }

    // MARK: Recognising

    private func recoverNext() {
        guard recovery.attempt == nil, !recovery.isEnding, display.state == .idle,
            // It may change the current recogniser.
            selection.task == nil,
            recognizerState == .ready, let next = nextSound()
        else { return }
        let style = setups?.choose(next.sound.choice ?? .automatic, for: nil).style ?? style
        let attempt = SoundRecovery.Attempt(next, style)
        recovery.attempt = attempt
        attempt.sound.beginAttempt()
        parts.recognizer.begin()
        EventLoop.task { [self] in await feed(attempt) }
    }

    /// The first sound that is worth trying.
    private func nextSound() -> SoundRecovery.Waiting? {
        while let next = recovery.waiting.first {
            if next.sound.isWorthTrying, next.sound.choice != nil { return next }
            recovery.waiting.removeFirst()
            next.sound.remove()
            if !next.sound.isWorthTrying { send(.notice(Self.givenUp(next.reason))) }
        }
        return nil
    }

    private static func givenUp(_ reason: InterruptionReason) -> Notice {
        Notice(
            .warning,
            "\(reason.whatWasSaid) is lost: the program broke off twice when it recognised it")
    }

    private static func postponed(_ problem: Problem, _ reason: InterruptionReason) -> Notice {
        Notice(
            .warning, "\(reason.whatWasSaid) could not be recognised: "
                + (problem.why.isEmpty ? problem.what : "\(problem.what): \(problem.why)"),
            remedy: "The daemon’s next start tries it again.")
    }

    private func feed(_ attempt: SoundRecovery.Attempt) async {
        while !attempt.isOver, let samples = attempt.next() {
            parts.recognizer.feed(samples)
            await parts.recognizer.waitForRoom()
            // A hotkey that was just pressed takes precedence.
            await Task.yield()
        }
        if !attempt.isOver { parts.recognizer.finish() }
    }

    /// Takes an event of the recogniser; returns whether it belongs to the recovery.
    func hearForRecovery(_ event: RecognizerEvent) -> Bool {
        guard let attempt = recovery.attempt else { return false }
        switch event {
        case .utterance(let words): attempt.transcript.append(words)
        case .finished: finish(attempt)
        case .failed(let problem):
            // It didn't crash: the next start may succeed.
            interruptRecovery(cancelling: false)
            recovery.waiting.removeFirst()
            send(.notice(Self.postponed(problem, attempt.reason)))
            perform(.prepareRecognizer)
        case .ready, .warning: return false
        case .partial, .words, .speechStarted, .speechEnded: break
        }
        return true
    }

    private func finish(_ attempt: SoundRecovery.Attempt) {
        attempt.isOver = true
        recovery.attempt = nil
        recovery.waiting.removeFirst()
        let words = attempt.transcript
        if !words.isEmpty {
            let text = Composing(words, with: attempt.style, after: nil, document: nil).insertion.text
            send(
                .recovered(words, text: text.isEmpty ? words.text : text, after: attempt.reason))
        }
        // Only after the text is kept.
        attempt.sound.remove()
        recoverNext()
    }

    /// A dictation takes precedence.
    func interruptRecovery(cancelling: Bool = true) {
        guard let attempt = recovery.attempt else { return }
        attempt.isOver = true
        attempt.sound.endAttempt()
        recovery.attempt = nil
        if cancelling { parts.recognizer.cancel() }
    }
}
