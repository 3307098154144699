import MonotonicTime

// The user's requests: hotkey and commands.

extension DictationMachine {
    mutating func toggle(_ choice: DictationOverrides, _ now: Instant) -> [DictationEffect] {
        switch phase {
        case .idle: return start(choice, now)
        case .recording(let recording):
            return recording.isPaused ? resume(recording, now) : stop(now)
        case .recognizing, .composing, .inserting:
            if let absence { return [.ignored(absence.reason)] }
            isStartQueued.toggle()
            queuedChoice = choice
            return []
        }
    }

    mutating func start(_ choice: DictationOverrides, _ now: Instant) -> [DictationEffect] {
        if let absence { return [.ignored(absence.reason)] }
        switch phase {
        case .idle:
            return beginRecording(choice, now)
        case .recording(let recording):
            return recording.isPaused
                ? resume(recording, now) : [.ignored("already recording")]
        case .recognizing, .composing, .inserting:
            if isStartQueued { return [.ignored("the next dictation is already queued")] }
            isStartQueued = true
            queuedChoice = choice
            return []
        }
    }

    mutating func beginRecording(
        _ choice: DictationOverrides, _ now: Instant, keepingNotice: Bool = false
    ) -> [DictationEffect] {
        // The recogniser may work again: what is said meanwhile waits for it, as for a model that is
        // being loaded.
        let preparation: [DictationEffect] = recognizerProblem == nil ? [] : [.prepareRecognizer]
        recognizerProblem = nil
        // A hotkey may choose another language for the rest of a dictation that stays on.
        var selected = choice
        selected.language = choice.language ?? language
        let end = now.advanced(by: rules.maximumLength)
        phase = .recording(Recording(choice, until: end))
        staysOn = choice.staysOn
        (withheld, isSecret) = (nil, false)
        // Capture first: nothing slow may come between the key and the first sample. The pause of an
        // earlier dictation is over.
        return [
            .startCapture, .select(selected),
        ] + preparation + [
            .beginRecognition,
            .setDeadline(.length, end),
        ] + (choice.staysOn ? [.clearDeadline(.renewal)] : []) + (keepingNotice ? [] : hideNotice())
    }

    mutating func stop(_ now: Instant) -> [DictationEffect] {
        switch phase {
        case .recording(let recording):
            return finishRecording(recording, now)
        case .recognizing, .composing, .inserting:
            guard isStartQueued else { return [.ignored("nothing is being recorded")] }
            isStartQueued = false
            return []
        case .idle:
            return [.ignored("nothing is being recorded")]
        }
    }

    mutating func finishRecording(
        _ recording: Recording, _ now: Instant
    ) -> [DictationEffect] {
        phase = .recognizing(recording)
        return [
            .stopCapture, .finishRecognition, .clearDeadline(.silence), .clearDeadline(.length),
            .setDeadline(.processing, now.advanced(by: rules.processingLimit)),
        ]
    }

    /// Stops capture and cancels recognition.
    static let abandonRecording: [DictationEffect] = [
        .stopCapture, .cancelRecognition, .clearDeadline(.silence), .clearDeadline(.length),
    ]

    mutating func cancel(_ now: Instant) -> [DictationEffect] {
        isStartQueued = false
        switch phase {
        case .idle:
            return notice == nil ? [.ignored("there is nothing to cancel")] : hideNotice()
        case .recording(let recording):
            phase = .idle
            return Self.abandonRecording + withdrawal + keepCancelled(recording, now)
        case .recognizing(let recording):
            phase = .idle
            return [.cancelRecognition, .clearDeadline(.processing)] + withdrawal
                + keepCancelled(recording, now)
        case .composing:
            phase = .idle
            let notice = isSecret ? Notice(.info, "Cancelled") : Self.cancelled
            return [.cancelComposition, .clearDeadline(.processing)] + withdrawal
                + show(notice, now)
        case .inserting(_, isStopping: true):
            return [.ignored("already stopping")]
        case .inserting(let record, isStopping: false):
            phase = .inserting(record, isStopping: true)
            return [.stopInsertion]
        }
    }

    private static let cancelled = Notice(
        .info, "Cancelled: the words are kept", remedy: "utter retype brings them back.",
        actions: .ofKeptText)

    /// Keeps the words of a cancelled dictation.
    private mutating func keepCancelled(
        _ recording: Recording, _ now: Instant
    ) -> [DictationEffect] {
        let words = recording.wordsSoFar
        guard !words.isEmpty, !isSecret, recording.allows(words), recording.purpose.isTyped
        else {
            return show(Notice(.info, "Cancelled"), now)
        }
        let record = DictationRecord(
            number: nextNumber(), transcript: words, text: nil, rest: words.text)
        return [.keep(record)] + show(Self.cancelled, now)
    }

    mutating func retype(_ record: DictationRecord, _ now: Instant) -> [DictationEffect] {
        if let absence { return [.ignored(absence.reason)] }
        guard case .idle = phase else { return [.ignored("a dictation is under way")] }
        if record.text == nil, !record.transcript.isEmpty {
            // It was never made into text.
            phase = .composing(record, .kept)
            isSecret = false
            return [
                .select(DictationOverrides(language: language)), .composeAgain(record.transcript),
                .setDeadline(.processing, now.advanced(by: rules.processingLimit)),
            ] + hideNotice()
        }
        let text = record.retyped
        guard !text.isEmpty else {
            return [
                .ignored(
                    "your last words typed no text, like “undo”; utter history has the earlier ones"
                )
            ]
        }
        phase = .inserting(record, isStopping: false)
        isSecret = false
        return [.select(.automatic), .insert(Insertion(text))] + hideNotice()
    }

    mutating func revise(
        _ insertion: Insertion, _ record: DictationRecord
    ) -> [DictationEffect] {
        if let absence { return [.ignored(absence.reason)] }
        guard case .idle = phase else { return [.ignored("a dictation is under way")] }
        phase = .inserting(record, isStopping: false)
        isSecret = false
        return [.keep(record), .select(.automatic), .insert(insertion)] + hideNotice()
    }
}
