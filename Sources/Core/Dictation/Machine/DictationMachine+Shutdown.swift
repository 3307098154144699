import MonotonicTime

// The end of the program: recognised words are kept, and typing stops cleanly.

extension DictationMachine {
    mutating func shutDown() -> [DictationEffect] {
        isShuttingDown = true
        isStartQueued = false
        switch phase {
        case .idle:
            return [.exit]
        case .recording(let recording):
            phase = .idle
            return Self.abandonRecording + keep(recording.wordsSoFar) + [.exit]
        case .recognizing(let recording):
            phase = .idle
            return [.cancelRecognition] + keep(recording.wordsSoFar) + [.exit]
        case .composing:
            phase = .idle
            return [.cancelComposition, .exit]
        case .inserting(let record, let isStopping):
            phase = .inserting(record, isStopping: true)
            return isStopping ? [] : [.stopInsertion]
        }
    }

    /// Only the end of an insertion still matters: no key may stay down.
    mutating func handleWhileShuttingDown(_ event: DictationEvent) -> [DictationEffect] {
        guard case .insertion(let outcome) = event, case .inserting = phase else {
            return [.ignored("the program is ending")]
        }
        // When the notice ends doesn't matter: the program ends first.
        let kept = finishInsertion(outcome, Instant(nanoseconds: 0))
        return kept.filter { if case .keep = $0 { true } else { false } } + [.exit]
    }

    private mutating func keep(_ words: Transcript) -> [DictationEffect] {
        guard !words.isEmpty else { return [] }
        return keep(
            DictationRecord(
                number: nextNumber(), transcript: words, text: nil, rest: words.text))
    }
}
