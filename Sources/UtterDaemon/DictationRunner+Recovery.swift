public import Dictation
import DictationParts
public import History
import LinuxRuntime

// What is kept of dictations, and what becomes of those that a crash cut short: they are
// recognised while nothing is dictated, with the recogniser that is loaded anyway, and kept.

extension DictationRunner {
    /// Keeps the history in a file as well, in which there may be one of an earlier run, or no
    /// longer. Throws a `Problem` if the file can't be read; it isn't used then.
    public func keepHistory(in file: HistoryFile?) throws(Problem) {
        // What is in the former file is in memory, too.
        let isNew = historyFile == nil
        historyFile = nil
        guard let file else { return }
        let hasEntries = !history.entries.isEmpty
        if isNew { history.prepend(try file.read()) }
        file.mend(with: history.entries, always: hasEntries)
        historyFile = file
    }

    /// Keeps the sound of each dictation until it is over, or no longer.
    public func keepSound(in keep: SoundKeep?) {
        interruptRecovery()
        recovery.waiting = []
        sounds = keep
    }

    /// Looks for the sound of dictations that a crash cut short, and recognises it when there is
    /// time. Once, at the start.
    public func recover() {
        guard let sounds else { return }
        recovery.waiting = sounds.leftovers()
        recoverNext()
    }

    /// Forgets all dictations.
    func clearHistory() throws(Problem) {
        interruptRecovery()
        for sound in recovery.waiting { sound.remove() }
        recovery.waiting = []
        history.clear()
        try historyFile?.clear()
    }

    func keep(_ record: DictationRecord) {
        guard let place = history.keep(record) else { return }
        let isOnDisk = historyFile?.keep(place, of: history.entries) ?? false
        // From here on a crash costs nothing.
        if isOnDisk, record.text != nil { sounds?.end() }
    }

    /// What the dictation is made with, so that it could be made again.
    func noteSetup(profile: String?) {
        let choice = selection.choice
        let followsLayout = setups?.needsLayout(for: choice) ?? false
        let language = followsLayout ? setups?.layout?.description : choice.language
        sounds?.describe(
            DictationChoice(profile: profile ?? choice.profile, language: language))
    }

    /// Nothing is being dictated.
    func restFromDictation() {
        if !recovery.needsSound {
            sounds?.end()
        } else if let sound = sounds?.setAside(), !recovery.isEnding {
            recovery.waiting.append(sound)
        }
        recoverNext()
    }

    // MARK: Recognising

    private func recoverNext() {
        guard recovery.attempt == nil, !recovery.isEnding, display.state == .idle,
            // It may put another recogniser in force.
            selection.task == nil,
            recognizerState == .ready, let sound = nextSound()
        else { return }
        let style = setups?.choose(sound.choice ?? .automatic, for: nil).style ?? style
        let attempt = SoundRecovery.Attempt(sound, style)
        recovery.attempt = attempt
        attempt.sound.beginAttempt()
        parts.recognizer.begin()
        EventLoop.task { [self] in await feed(attempt) }
    }

    /// The first one that is worth it.
    private func nextSound() -> UnfinishedSound? {
        while let sound = recovery.waiting.first {
            if sound.isWorthTrying, sound.choice != nil { return sound }
            recovery.waiting.removeFirst()
            sound.remove()
            if !sound.isWorthTrying { send(.notice(Self.givenUp)) }
        }
        return nil
    }

    private static let givenUp = Notice(
        .warning, "What you said before the program broke off is lost: it broke off twice over it")

    private static func postponed(_ problem: Problem) -> Notice {
        Notice(
            .warning, "What you said before the program broke off could not be recognised: "
                + (problem.why.isEmpty ? problem.what : "\(problem.what): \(problem.why)"),
            remedy: "The daemon’s next start tries it again.")
    }

    private func feed(_ attempt: SoundRecovery.Attempt) async {
        while !attempt.isOver, let samples = attempt.next() {
            parts.recognizer.feed(samples)
            await parts.recognizer.waitForRoom()
            // A key that is pressed now comes first.
            await Task.yield()
        }
        if !attempt.isOver { parts.recognizer.finish() }
    }

    /// Takes what the recogniser tells, if it is about what is being recovered.
    func hearForRecovery(_ event: RecognizerEvent) -> Bool {
        guard let attempt = recovery.attempt else { return false }
        switch event {
        case .utterance(let words): attempt.transcript.append(words)
        case .finished: finish(attempt)
        case .failed(let problem):
            // It didn't crash: the next start may have more luck.
            interruptRecovery(cancelling: false)
            recovery.waiting.removeFirst()
            send(.notice(Self.postponed(problem)))
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
            send(.recovered(words, text: text.isEmpty ? words.text : text))
        }
        // Not before the text is kept.
        attempt.sound.remove()
        recoverNext()
    }

    /// What is dictated comes first.
    func interruptRecovery(cancelling: Bool = true) {
        guard let attempt = recovery.attempt else { return }
        attempt.isOver = true
        attempt.sound.endAttempt()
        recovery.attempt = nil
        if cancelling { parts.recognizer.cancel() }
    }
}
