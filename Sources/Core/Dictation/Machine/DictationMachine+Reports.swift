import MonotonicTime
import Problems

// Reports of the microphone, the recogniser, the sinks and the clock.

extension DictationMachine {
    // MARK: Microphone

    mutating func handle(_ event: AudioEvent, _ now: Instant) -> [DictationEffect] {
        guard case .recording(var recording) = phase else {
            return [.ignored("no dictation listens")]
        }
        switch event {
        case .started:
            recording.isHearing = true
            phase = .recording(recording)
            return awaitSpeech(recording, now)
        case .samples:
            return []
        case .lost(let samples):
            let time = AudioFormat.duration(samples: samples).milliseconds
            return show(
                Notice(.warning, "\(time) ms of sound were lost: the computer was too busy"), now)
        case .stalled:
            recording.isStalled = true
            phase = .recording(recording)
            // A stalled microphone is not silence: the user may be speaking.
            return [.clearDeadline(.silence)] + show(Self.stall, now)
        case .resumed(let lost):
            recording.isStalled = false
            phase = .recording(recording)
            return (recording.isSpeaking ? [] : awaitSpeech(recording, now)) + endStall(lost, now)
        case .ended:
            return finishRecording(recording, now)
        case .failed(let problem):
            if recording.isHearing {
                return finishRecording(recording, now) + show(Notice(.error, problem), now)
            }
            phase = .idle
            return Self.abandonRecording + show(failure(problem), now)
        }
    }

    /// A microphone or recogniser can't work.
    func failure(_ problem: Problem) -> Notice {
        Notice(.error, problem, actions: rules.failureActions)
    }

    private static let stall = Notice(
        .warning, "The microphone gives no sound", remedy: "Wait: what you say now may be lost.")

    private mutating func endStall(_ lost: Int, _ now: Instant) -> [DictationEffect] {
        guard lost > 0 else { return notice == Self.stall ? hideNotice() : [] }
        let tenths = AudioFormat.duration(samples: lost).milliseconds / 100
        return show(
            Notice(
                .warning,
                "\(tenths / 10).\(tenths % 10) s of sound is missing: the microphone gave none",
                remedy: "The dictation continues. Say again what is missing."), now)
    }

    /// Ends the dictation unless speech begins soon. Push-to-talk has no silence limit.
    func awaitSpeech(_ recording: Recording, _ now: Instant) -> [DictationEffect] {
        var own = staysOn ? rules.continuousSilenceLimit : rules.silenceLimit
        if !recording.hasSpeech { own = rules.beginningLimit ?? own }
        guard hold == nil, !recording.isPaused, let limit = own else { return [] }
        return [.setDeadline(.silence, now.advanced(by: limit))]
    }

    /// So long after an utterance a dictation that stays on types it, and begins again.
    private static let renewalPause = Duration.seconds(1)

    /// Types what was said, and listens again. What is said in the meantime is lost, but for what a
    /// preroll buffer has: so only in pauses, or at the maximum length.
    private mutating func renew(_ recording: Recording, _ now: Instant) -> [DictationEffect] {
        (isStartQueued, queuedChoice) = (true, recording.choice)
        return finishRecording(recording, now)
    }

    // MARK: Recogniser

    mutating func handle(_ event: RecognizerEvent, _ now: Instant) -> [DictationEffect] {
        switch (event, phase) {
        case (.ready, _):
            recognizerProblem = nil
            return []
        case (.settled, _):
            return []
        case (.failed(let problem), _):
            return recognizerFailed(problem, now)
        case (.warning(let problem), .recognizing):
            // Progress: another engine starts.
            return [.setDeadline(.processing, now.advanced(by: rules.processingLimit))]
                + show(Notice(.warning, problem), now)
        case (.warning(let problem), _):
            return show(Notice(.warning, problem), now)
        case (.finished, .recognizing(let recording)):
            return compose(recording.transcript, of: recording, now)
        case (.speechStarted, .recording(var recording)):
            recording.noteSpeech(true, now)
            phase = .recording(recording)
            return [.clearDeadline(.silence), .clearDeadline(.renewal)]
        case (.speechEnded, .recording(var recording)):
            recording.noteSpeech(false, now)
            phase = .recording(recording)
            if recording.isStalled || recording.isPaused { return [] }
            let renewal: [DictationEffect] =
                recording.staysOn && hold == nil
                ? [.setDeadline(.renewal, now.advanced(by: Self.renewalPause))] : []
            return renewal + awaitSpeech(recording, now)
        case (.speechStarted, .recognizing), (.speechEnded, .recognizing):
            return []
        case (_, .recording(var recording)):
            note(event, &recording)
            phase = .recording(recording)
            if !recording.purpose.isTyped {
                // It is one utterance, and it is said.
                let isSaid = !recording.transcript.isEmpty
                return isSaid ? finishRecording(recording, now) : []
            }
            return typeEarly(after: event, recording)
        case (_, .recognizing(var recording)):
            note(event, &recording)
            phase = .recognizing(recording)
            return [.setDeadline(.processing, now.advanced(by: rules.processingLimit))]
        default:
            return [.ignored("no dictation is being recognised")]
        }
    }

    mutating func noteSound(_ sound: Duration) -> [DictationEffect] {
        switch phase {
        case .recording(var recording):
            recording.sound = sound
            phase = .recording(recording)
        case .recognizing(var recording):
            recording.sound = sound
            phase = .recognizing(recording)
        case .idle, .composing, .inserting: break
        }
        return []
    }

    private func note(_ event: RecognizerEvent, _ recording: inout Recording) {
        switch event {
        case .partial(let words):
            // Words that can't have been said aren't shown.
            guard recording.allows(Transcript([words])) else { return }
            recording.partial = words
            recording.stable.hear(words)
        case .words(let times): recording.times = times
        case .utterance(let words):
            recording.transcript.append(words, times: recording.times)
            recording.times = []
            recording.partial = ""
            recording.stable.endUtterance()
        default:
            break
        }
    }

    private func typeEarly(
        after event: RecognizerEvent, _ recording: Recording
    ) -> [DictationEffect] {
        let spoken = recording.transcript
        guard recording.allows(recording.wordsSoFar) else { return [] }
        switch (event, commit) {
        case (.partial, .auto), (.utterance, .auto):
            return [.typeEarly(recording.wordsSoFar, isFinal: false)]
        case (.partial, .live):
            let words = recording.stable.words
            if words.isEmpty { return [] }
            return [.typeEarly(Transcript(spoken.utterances + [words]), isFinal: false)]
        case (.utterance, .live), (.utterance, .final):
            return [.typeEarly(spoken, isFinal: true)]
        default:
            return []
        }
    }

    private static let restIsKept =
        "What you said last is kept, and recognised when it works again."

    /// Removes what was typed of a failed dictation.
    var withdrawal: [DictationEffect] { commit == .end ? [] : [.withdraw] }

    private mutating func recognizerFailed(
        _ problem: Problem, _ now: Instant
    ) -> [DictationEffect] {
        let notice = failure(problem)
        switch phase {
        case .recording(let recording):
            let stop: [DictationEffect] = [
                .stopCapture, .prepareRecognizer, .clearDeadline(.silence), .clearDeadline(.length),
            ]
            return stop + salvage(recording, notice, now)
        case .recognizing(let recording):
            return [.prepareRecognizer] + salvage(recording, notice, now)
        case .idle, .composing, .inserting:
            // Preparing failed; an immediate retry would fail again.
            recognizerProblem = problem
            return show(notice, now)
        }
    }

    /// The recogniser stopped before the end: the words so far become the dictation, but for those
    /// whose sound is recognised later.
    private mutating func salvage(
        _ recording: Recording, _ notice: Notice, _ now: Instant
    ) -> [DictationEffect] {
        var notice = notice
        let isRestKept = keepsUnsettledSound && recording.hasUnsettledSpeech
        if isRestKept {
            notice.remedy = [notice.remedy, Self.restIsKept].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
        let words = isRestKept ? recording.transcript : recording.wordsSoFar
        guard words.isEmpty else { return compose(words, of: recording, now) + show(notice, now) }
        // A queued dictation would fail in the same way.
        isStartQueued = false
        phase = .idle
        return withdrawal + [.clearDeadline(.processing)] + show(notice, now)
    }

    // MARK: Text

    private mutating func compose(
        _ transcript: Transcript, of recording: Recording, _ now: Instant
    ) -> [DictationEffect] {
        guard !transcript.isEmpty else {
            return withdrawal + [.clearDeadline(.processing)]
                // Silence is no failure where it is waited in.
                + (notice?.severity == .error || recording.staysOn
                    ? [] : show(Notice(.warning, "No speech detected"), now))
                + becomeIdle(now)
        }
        let record = DictationRecord(
            number: nextNumber(), transcript: transcript, text: nil, rest: transcript.text)
        guard recording.allows(transcript) else { return refuse(record, of: recording, now) }
        phase = .composing(record, .dictated(recording.purpose))
        return keep(record) + [
            .compose(transcript, recording.purpose),
            .setDeadline(.processing, now.advanced(by: rules.processingLimit)),
        ]
    }

    /// Keeps text that can't have been said. Nothing of it is typed, or stays in the window.
    private mutating func refuse(
        _ record: DictationRecord, of recording: Recording, _ now: Instant
    ) -> [DictationEffect] {
        let sound = recording.sound ?? .zero
        let text = record.transcript.text
        let (count, seconds) = (text.unicodeScalars.count, sound.components.seconds + 1)
        let beginning = String(text.unicodeScalars.prefix(PlausibleLength.kept(of: sound)))
        let isCut = beginning.utf8.count < text.utf8.count
        let what = isSecret ? "Not kept" : isCut ? "Its beginning is kept" : "Kept"
        let notice = Notice(
            .warning,
            "\(what), not typed: the engine gave "
                + "\(count) characters for \(seconds) s of sound, more than anybody says",
            remedy: isSecret ? "" : "utter last", actions: isSecret ? [] : [.copy])
        let kept = DictationRecord(
            number: record.number, transcript: Transcript([beginning]), text: nil, rest: beginning)
        return withdrawal + [.clearDeadline(.processing)] + keep(isCut ? kept : record)
            + show(notice, now) + becomeIdle(now)
    }

    mutating func insert(
        _ insertion: Insertion, of whole: String? = nil, _ now: Instant, _ notice: Notice? = nil
    ) -> [DictationEffect] {
        guard case .composing(let words, _) = phase else {
            return [.ignored("no text is awaited")]
        }
        let text = insertion.text
        let record = DictationRecord(
            number: words.number, transcript: words.transcript,
            text: whole ?? text, rest: text)
        guard !insertion.isEmpty || whole?.isEmpty == false else {
            return [.clearDeadline(.processing)] + keep(record)
                + show(notice ?? Notice(.warning, "Nothing to type"), now) + becomeIdle(now)
        }
        if let withheld { return withhold(record, for: withheld, now) }
        phase = .inserting(record, isStopping: false)
        return [.clearDeadline(.processing)] + keep(record) + [.insert(insertion)]
            + (notice.map { show($0, now) } ?? [])
    }

    mutating func finishInsertion(
        _ outcome: InsertionOutcome, _ now: Instant
    ) -> [DictationEffect] {
        guard case .inserting(let record, _) = phase else {
            return [.ignored("no text is being typed")]
        }
        // What fails now would fail with all that follows.
        if outcome.end != .complete, queuedChoice.staysOn { isStartQueued = false }
        let notice = notice(of: outcome).map { show($0, now) } ?? []
        return keep(record.with(rest: outcome.rest)) + notice + becomeIdle(now)
    }

    private func notice(of outcome: InsertionOutcome) -> Notice? {
        let omission = outcome.omission
        switch outcome.end {
        case .complete:
            guard let omission else { return outcome.remark.map { Notice(.warning, $0) } }
            return Notice(
                .warning, "\(omission.what): \(omission.why)",
                remedy: omission.remedy
                    + (isSecret ? "" : " The whole text is kept: utter last"),
                actions: isSecret ? [] : [.copy])
        case .stopped:
            let also = omission.map { "; \($0.what)" } ?? ""
            if isSecret { return Notice(.info, "Stopped: nothing is kept" + also) }
            return Notice(
                omission == nil ? .info : .warning, "Stopped: the rest is kept" + also,
                remedy: "utter retype", actions: .ofKeptText)
        case .failed(let problem):
            let why = [problem.why, omission?.what ?? ""]
            // Nothing is left to type of a text that arrived twice.
            let isOffered = !isSecret && outcome.isConfirmed == nil
            let remedy = [problem.remedy, isOffered ? "The text is kept: utter retype" : ""]
            let problem = Problem(
                problem.what, why: why.filter { !$0.isEmpty }.joined(separator: "; "),
                remedy: remedy.filter { !$0.isEmpty }.joined(separator: " "))
            return Notice(.error, problem, actions: isOffered ? .ofKeptText : [])
        }
    }

    /// Keeps a text that isn't expected any more. It isn't typed: the user may be elsewhere now,
    /// and may have been typing when the program ended.
    mutating func offer(
        _ number: Int?, _ transcript: Transcript, _ text: String, rest: String, _ notice: Notice?,
        _ now: Instant, isCutShort: Bool = false
    ) -> [DictationEffect] {
        let record = DictationRecord(
            number: number ?? nextNumber(), transcript: transcript, text: text, rest: rest,
            isCutShort: isCutShort)
        return [.keep(record)] + (notice.map { show($0, now) } ?? [])
    }

    // MARK: Clock

    /// A backlog up to this is normal: recognition works in blocks.
    private static let promptness = Duration.milliseconds(500)

    mutating func handle(
        _ deadline: DictationDeadline, _ backlog: Duration, _ now: Instant
    ) -> [DictationEffect] {
        switch (deadline, phase) {
        case (.notice, _):
            notice = nil
            return []
        case (.renewal, .recording) where backlog > Self.promptness:
            return [.setDeadline(.renewal, now.advanced(by: Self.renewalPause))]
        case (.renewal, .recording(let recording)):
            let isPausing = recording.staysOn && !recording.isSpeaking && hold == nil
            return isPausing ? renew(recording, now) : []
        case (.silence, .recording) where backlog > Self.promptness:
            // The model is still being loaded, or the computer is too busy: the backlog may contain
            // speech. It is unknown how long that lasts. If it never ends, the maximum length stops
            // it.
            return [.setDeadline(.silence, now.advanced(by: .seconds(1)))]
        case (.silence, .recording(let recording)):
            let ending = finishRecording(recording, now)
            guard recording.staysOn else { return ending }
            let seconds = (rules.continuousSilenceLimit ?? .zero).components.seconds
            return ending
                + show(Notice(.info, "Stopped listening: \(seconds) s of silence"), now)
        case (.length, .recording(let recording)) where recording.staysOn:
            return renew(recording, now)
        case (.length, .recording(let recording)):
            let seconds = rules.maximumLength.components.seconds
            return finishRecording(recording, now)
                + show(Notice(.info, "Stopped at the maximum length of \(seconds) s"), now)
        case (.processing, .recognizing(let recording)):
            let problem = Problem(
                "the engine gave no answer",
                why: "nothing for \(rules.processingLimit.components.seconds) s",
                remedy: "Check the computer’s load, or choose a smaller model.")
            return [.cancelRecognition] + salvage(recording, Notice(.error, problem), now)
        case (.processing, .composing(_, .dictated(let purpose))) where !purpose.isTyped:
            // Nothing of it is text.
            return [.cancelComposition, .clearDeadline(.processing)]
                + show(Notice(.warning, "Text processing took too long: nothing was done"), now)
                + becomeIdle(now)
        case (.processing, .composing(let record, _)):
            // The result of processing is unknown; the raw words are available.
            return [.cancelComposition] + insert(Insertion(record.transcript.text), now)
                + show(Notice(.warning, "Text processing took too long: raw words typed"), now)
        default:
            return [.ignored("the deadline has passed")]
        }
    }
}

extension DictationRecord {
    fileprivate func with(rest: String) -> DictationRecord {
        DictationRecord(
            number: number, transcript: transcript, text: text, rest: rest,
            isCutShort: isCutShort && rest == self.rest)
    }
}
