public import MonotonicTime
import Problems

/// The behaviour of the product, as a value: it takes events with their times, and returns effects.
/// It opens nothing, never waits, and ignores an unexpected event with a reason.
///
///     idle ──start──► recording ──stop──► processing ──composed──► inserting ──► idle
///
/// Words are kept before they are typed, and an interrupted dictation (the microphone unplugged,
/// the recogniser failed) continues with the words so far.
public struct DictationMachine: Sendable {
    public private(set) var rules: DictationRules

    var phase = Phase.idle
    var isStartQueued = false
    /// The overrides of the queued dictation.
    var queuedChoice = DictationOverrides.automatic
    var notice: Notice?
    var isShuttingDown = false
    /// Whether the current dictation goes into a password field: nothing of it is kept or
    /// shown.
    public internal(set) var isSecret = false
    /// Why the user can't see what is typed; nil if the user can.
    public internal(set) var absence: SessionUnavailable?
    /// Why the current dictation is not going to be typed.
    var withheld: SessionUnavailable?
    /// The notice to show when the user is back.
    var waitingNotice: Notice?
    /// Why the recogniser can't be used since its last failure.
    var recognizerProblem: Problem?
    /// One for each hotkey of the rules.
    var gestures: [HotkeyGesture]
    /// The key that keeps the dictation running, if there is one.
    var hold: Hold?
    /// The language that a hotkey has chosen; nil for the settings' language.
    var language: String?
    private var lastNumber = 0
    /// Whether the last dictation that began stays on.
    var staysOn = false
    /// Whether the sound that the recogniser hasn't settled is kept if it fails, to be recognised
    /// later.
    public var keepsUnsettledSound = false

    enum Phase: Sendable {
        case idle
        case recording(Recording)
        case recognizing(Recording)
        case composing(DictationRecord, Composed)
        case inserting(DictationRecord, isStopping: Bool)
    }

    /// The source of the text that is being made.
    enum Composed: Sendable {
        /// The words that were just dictated, for this purpose.
        case dictated(DictationPurpose)
        /// The words of an earlier dictation, which are kept and stay so.
        case kept
    }

    /// The state of a dictation that is recording.
    struct Recording: Sendable {
        var transcript = Transcript()
        var partial = ""
        /// The times of the words of the utterance that follows, if the engine knows them.
        var times: [RecognizedWord] = []
        /// The stable words of the current utterance.
        var stable = StableWords()
        var isHearing = false
        /// When it reaches its maximum length, unless it is paused until then.
        private var end: Instant
        /// How much of its maximum length is left, while it is paused; nil while it isn't.
        private var left: Duration?
        /// Whether the microphone gives no sound now.
        var isStalled = false
        /// Whether speech has begun without a pause since.
        var isSpeaking = false
        /// When the user paused; nil while the user speaks.
        private var pauseStart: Instant?
        private var hasSpoken = false
        /// The length of its sound so far; nil if unknown.
        var sound: Duration?
        private(set) var choice: DictationOverrides
        var purpose: DictationPurpose {
            get { choice.purpose }
            set { choice.purpose = newValue }
        }
        var staysOn: Bool { choice.staysOn }

        /// - Parameter end: when it reaches its maximum length.
        init(_ choice: DictationOverrides, until end: Instant) {
            (self.choice, self.end) = (choice, end)
        }

        var isPaused: Bool { left != nil }

        mutating func pause(_ now: Instant) {
            left = now.duration(to: end)
            (isHearing, isStalled) = (false, false)
        }

        /// Returns when it reaches its maximum length now.
        mutating func resume(_ now: Instant) -> Instant {
            end = now.advanced(by: left ?? .zero)
            left = nil
            return end
        }

        /// Whether there was any speech.
        var hasSpeech: Bool { hasSpoken || !wordsSoFar.isEmpty }

        /// Whether there was speech whose words may still change.
        var hasUnsettledSpeech: Bool {
            isSpeaking || !partial.isEmpty || hasSpoken && transcript.isEmpty
        }

        /// A pause that ends a sentence. The recogniser waits for about half a second before it
        /// reports one, which comes in addition.
        private static let longPause = Duration.milliseconds(700)

        mutating func noteSpeech(_ isSpeaking: Bool, _ now: Instant) {
            if isSpeaking, let pauseStart, pauseStart.duration(to: now) >= Self.longPause {
                transcript.noteLongPause()
            }
            pauseStart = isSpeaking ? nil : now
            self.isSpeaking = isSpeaking
            hasSpoken = hasSpoken || isSpeaking
        }

        /// Whether these words can have been said in its sound.
        func allows(_ words: Transcript) -> Bool {
            sound.map { PlausibleLength.allows(words.utterances, in: $0) } ?? true
        }

        /// All words so far; the last ones may not be final.
        var wordsSoFar: Transcript {
            var words = transcript
            words.append(partial)
            return words
        }
    }

    public init(rules: DictationRules = DictationRules()) {
        self.rules = rules
        gestures = rules.hotkeys.map { HotkeyGesture($0) }
    }

    /// Changes the rules. Only while idle.
    public mutating func adopt(_ rules: DictationRules) {
        guard case .idle = phase else { preconditionFailure("rules changed in mid-dictation") }
        if rules.hotkeys != self.rules.hotkeys {
            gestures = rules.hotkeys.map { HotkeyGesture($0) }
            hold = nil
        }
        if rules.language != self.rules.language { language = nil }
        self.rules = rules
    }

    /// When the words of the current dictation are typed.
    public var commit: CommitTime {
        // Each utterance at its pause.
        staysOn && rules.commit != .live ? .final : rules.commit
    }

    /// The dictation that is being typed.
    public var typing: DictationRecord? {
        if case .inserting(let record, _) = phase { record } else { nil }
    }

    /// The finished utterances of the dictation that is being recognised.
    public var heard: Transcript {
        switch phase {
        case .recording(let recording), .recognizing(let recording): recording.transcript
        case .idle, .composing, .inserting: Transcript()
        }
    }

    /// The display for the present state.
    public var display: DictationDisplay {
        var display = DictationDisplay()
        display.isStartQueued = isStartQueued
        display.staysOn = isStartQueued && queuedChoice.staysOn
        display.notice = notice
        switch phase {
        case .idle:
            break
        case .recording(let recording):
            display.state = .recording
            display.staysOn = recording.staysOn
            display.isHearing = recording.isHearing
            display.isPaused = recording.isPaused
            display.partial = isSecret ? "" : recording.partial
        case .recognizing(let recording):
            display.state = .processing
            display.partial = isSecret ? "" : recording.partial
        case .composing:
            display.state = .processing
        case .inserting:
            display.state = .inserting
        }
        return display
    }

    /// Handles an event and returns what to do.
    public mutating func handle(_ event: DictationEvent, at now: Instant) -> [DictationEffect] {
        if isShuttingDown { return handleWhileShuttingDown(event) }
        defer { endHold() }
        switch event {
        case .hotkey(let event): return handle(event, now)
        case .command(.toggle, let choice): return toggle(choice, now)
        case .command(.start, let choice): return start(choice, now)
        case .command(.stop, _): return stop(now)
        case .command(.cancel, _): return cancel(now)
        case .command(.pause, _): return pause(now)
        case .audio(let event): return handle(event, now)
        case .recognizer(let event): return handle(event, now)
        case .fed(let sound): return noteSound(sound)
        case .composed(let insertion, let text, let notice):
            return insert(insertion, of: text, now, notice)
        case .insertion(let outcome): return finishInsertion(outcome, now)
        case .retype(let record): return retype(record, now)
        case .revise(let insertion, let record): return revise(insertion, record)
        case .deadline(let deadline, let backlog): return handle(deadline, backlog, now)
        case .left(let absence): return leave(absence, now)
        case .returned: return userReturned(now)
        case .trouble(let problem): return show(Notice(.error, problem), now)
        case .recovered(let words, let text, let reason):
            return offer(nil, words, text, rest: text, .recovered(after: reason), now)
        case .cutShort(let number, let words, let text, let rest):
            let typed = text.count - rest.count
            let notice: Notice? = rest.isEmpty ? nil : .cutShort(typed: typed)
            return offer(number, words, text, rest: rest, notice, now, isCutShort: true)
        case .passwordField(let policy): return notePassword(policy, now)
        case .refused: return revert()
        case .notice(let notice): return show(notice, now)
        case .shutdown: return shutDown()
        }
    }

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Shows a notice for its time, as soon as the user is present.
    mutating func show(_ notice: Notice, _ now: Instant) -> [DictationEffect] {
        guard absence == nil else {
            waitingNotice = notice
            return []
        }
        self.notice = notice
        // Longer where there is a button to reach.
        let time = notice.lasts ?? rules.noticeTime * (notice.actions.isEmpty ? 1 : 2)
        return [.setDeadline(.notice, now.advanced(by: time))]
    }

    mutating func hideNotice() -> [DictationEffect] {
        guard notice != nil else { return [] }
        notice = nil
        return [.clearDeadline(.notice)]
    }

    /// Ends a dictation; a queued one begins.
    mutating func becomeIdle(_ now: Instant) -> [DictationEffect] {
        phase = .idle
        withheld = nil
        guard isStartQueued else { return [] }
        isStartQueued = false
        return beginRecording(queuedChoice, now, keepingNotice: true)
    }
}
