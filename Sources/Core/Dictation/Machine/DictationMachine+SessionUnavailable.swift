import MonotonicTime

// The screen is locked, the machine is suspended, or another session is active: dictation stops,
// and its words are kept. Nothing is typed that the user can't see, least of all into a locker.
// Notices wait until the user is back.

extension DictationMachine {
    mutating func leave(_ absence: SessionUnavailable, _ now: Instant) -> [DictationEffect] {
        self.absence = absence
        isStartQueued = false
        switch phase {
        case .idle:
            return []
        case .recording(let recording):
            withheld = absence
            return finishRecording(recording, now)
        case .recognizing, .composing:
            withheld = absence
            return []
        case .inserting(_, isStopping: true):
            return []
        case .inserting(let record, isStopping: false):
            phase = .inserting(record, isStopping: true)
            return [.stopInsertion]
        }
    }

    mutating func userReturned(_ now: Instant) -> [DictationEffect] {
        absence = nil
        guard let notice = waitingNotice else { return [] }
        waitingNotice = nil
        return show(notice, now)
    }

    /// Keeps a text instead of typing it.
    mutating func withhold(
        _ record: DictationRecord, for absence: SessionUnavailable, _ now: Instant
    ) -> [DictationEffect] {
        let notice =
            isSecret
            ? Notice(.info, "Not typed: \(absence.occasion)")
            : Notice(
                .info, "Kept, not typed: \(absence.occasion)", remedy: "utter retype",
                isOffer: true, actions: .ofKeptText)
        return [.clearDeadline(.processing)] + keep(record) + show(notice, now) + becomeIdle(now)
    }
}
