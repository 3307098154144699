public import Dictation
public import History
public import Problems
import RecognizerRouting

// What is kept of dictations, and what a crash or an engine's failure left of them.

extension DictationRunner {
    /// Keeps the history in a file as well, or no longer. The file may hold an earlier run's.
    ///
    /// - Throws: why the file can't be read; it isn't used then.
    public func keepHistory(in file: HistoryFile?) throws(Problem) { try archive.keep(in: file) }

    /// Keeps the sound of each dictation until its end, and of the last ones longer; nil stops
    /// that. What was kept in the same directory stays, as far as the new limit allows it.
    public func keepSound(in keep: CrashAudio?) {
        recovery.forget(removing: false)
        if let former = archive.sounds {
            if let keep { keep.takeOver(former) } else { former.forgetKept() }
        }
        archive.sounds = keep
    }

    /// Keeps the text that is being typed, and its progress, until it was typed; nil stops that.
    public func keepTyping(in keep: TypingKeep?) { archive.typings = keep }

    /// Looks for the text that was being typed when the program ended, and offers its rest; and for
    /// the sound of dictations that a crash interrupted, which is recognised when idle. Called
    /// once, at the start.
    public func recover() {
        if let event = archive.leftover {
            send(event)
            // Only after it is kept.
            archive.typings?.forgetLeftover()
        }
        recovery.findLeftovers()
        recoverNext()
    }

    /// Recognises again what was said and could not be recognised, or else the last dictation.
    ///
    /// - Parameters:
    ///   - wanted: its language and model replace the dictations'.
    ///   - place: the one with this number (``DictationHistory/number(at:)``) instead.
    /// - Throws: a problem if there is no sound of it, or a dictation is under way.
    public func retry(
        _ wanted: DictationOverrides = .automatic, at place: Int? = nil
    ) throws(Problem) {
        guard display.state == .idle else {
            throw Problem("cannot recognise it again now", why: "a dictation is under way")
        }
        if let place {
            try retry(wanted, at: place)
        } else if recovery.retry(wanted) == 0 {
            throw Problem(
                "nothing to recognise",
                why: "no recording is kept",
                remedy: "[history] recordings says how many are.")
        }
        if case .failed = current.recognizerState { perform(.prepareRecognizer) }
        recoverNext()
    }

    private func retry(_ wanted: DictationOverrides, at place: Int) throws(Problem) {
        let what = "cannot recognise dictation \(place) again"
        guard let entry = history.entry(place) else {
            throw Problem(what, why: "there is none with this number", remedy: "utter history")
        }
        guard recovery.retry(entry.record.number, name: place, wanted) else {
            throw Problem(
                what, why: "its recording is not kept",
                remedy: "[history] recordings says how many are. utter history marks them by ♪.")
        }
    }

    /// The file with the sound of a dictation; nil if it isn't kept.
    public func recording(of record: DictationRecord) -> String? {
        archive.sounds?.kept.sound(of: record.number)?.path
    }

    /// Forgets all dictations.
    public func clearHistory() throws(Problem) {
        recovery.forget(removing: true)
        try archive.clear()
    }

    /// Recognises what waits, if nothing is being dictated.
    func recoverNext() {
        // While the desktop is asked, another recogniser may come in force.
        guard display.state == .idle, focus.task == nil else { return }
        for notice in recovery.begin() { send(.notice(notice)) }
    }

    func note(_ report: SoundRecovery.Report) {
        switch report {
        case .progress: break
        case .recognized(let event):
            if let event { send(event) }
            recovery.end()
            recoverNext()
        case .failed(let notice):
            send(.notice(notice))
            perform(.prepareRecognizer)
        }
    }
}
