public import Dictation
public import LinuxRuntime
public import TextProcessing

/// Runs the dictation machine against real parts: turns its effects into calls and what the
/// parts report into events.
@EventLoopActor
public final class DictationRunner {
    /// What a dictation is made with.
    public struct Parts {
        public internal(set) var audio: any AudioSource
        public let recognizer: any SpeechRecognizer
        public internal(set) var sinks: SinkChain
        /// Plays sounds at the start and the end of recording, if the person wants them.
        public internal(set) var cues: (any CuePlayer)?
        /// Knows which window has the focus; nil where nobody does.
        public var windows: (any WindowFocus)?
        /// Tells the name of the active keyboard layout; nil where nobody does.
        public var layoutName: (() async throws -> String)?
        /// Know whether the screen is locked.
        public var locks: [any ScreenLock] = []

        public init(
            audio: any AudioSource, recognizer: any SpeechRecognizer, sinks: SinkChain,
            cues: (any CuePlayer)? = nil
        ) {
            self.audio = audio
            self.recognizer = recognizer
            self.sinks = sinks
            self.cues = cues
        }
    }

    /// How text is made and kept.
    public struct Style: Sendable {
        /// Makes text of the words; nil: the recogniser's words are typed as they are.
        public var text: TextProcessor? = TextProcessor(TextOptions())
        public var lineBreaks = TypableText.LineBreaks.space
        public var historyLimit = 20
        /// Whether quiet speech is made louder for the recogniser.
        public var normalizes = true
        /// What becomes of a text if the focus has moved meanwhile.
        public var focus = FocusPolicy.hold

        public init() {}
    }

    /// Whether the recogniser's model is loaded.
    public enum RecognizerState: Hashable, Sendable {
        case loading, ready
        case failed(Problem)
    }

    public internal(set) var parts: Parts
    public internal(set) var history: DictationHistory
    public internal(set) var recognizerState = RecognizerState.loading
    /// Called when the display or the recogniser's state changed.
    public var onChange: () -> Void = {}
    /// Called with the loudness of each period while recording.
    public var onLevel: (AudioLevel) -> Void = { _ in }
    /// Called once, at the end of a shutdown.
    public var onExit: () -> Void = {}

    private var gain = InputGain()
    /// How many samples are still to come that were captured before the start, and so before the
    /// sound that tells of it.
    private var earlierSamples = 0
    var machine: DictationMachine
    var style: Style
    /// Chooses recogniser, sinks and style of each dictation; nil: they are always the same.
    let setups: DictationSetups?
    /// What the present dictation is made with, and for which window.
    var selection = DictationSelection()
    private var queue: [DictationEvent] = []
    private var isHandling = false
    private var deadlines: [DictationDeadline: EventSource] = [:]
    private var insertion: Task<Void, Never>?
    /// Looks for the focus before a text is made.
    var settling: Task<Void, Never>?
    private var inserted: InsertedText?
    /// The utterances of the text that is about to be typed, and those that stay before it.
    private var composed: (standing: [String], new: [String]) = ([], [])
    private(set) var timing = DictationTiming()
    /// The kernel's time of the key's event that is being handled.
    private var keyTime: Instant?

    /// - Parameter setups: whose recogniser is that of `parts`.
    public init(
        parts: Parts, rules: DictationRules, style: Style, setups: DictationSetups? = nil
    ) {
        self.parts = parts
        self.style = style
        self.setups = setups
        machine = DictationMachine(rules: rules)
        history = DictationHistory(limit: style.historyLimit)
    }

    public var display: DictationDisplay { machine.display }

    /// Begins to load the model.
    public func start() {
        perform(.prepareRecognizer)
    }

    /// Handles an event now, or, from within the handling of another, right after it. Answers the
    /// reason if the event was handled and changed nothing.
    @discardableResult
    public func send(_ event: DictationEvent) -> String? {
        queue.append(event)
        guard !isHandling else { return nil }
        isHandling = true
        defer { isHandling = false }
        let before = (machine.display, recognizerState)
        let reason = handle(queue.removeFirst())
        while !queue.isEmpty { handle(queue.removeFirst()) }
        if before != (machine.display, recognizerState) { onChange() }
        return reason
    }

    @discardableResult
    private func handle(_ event: DictationEvent) -> String? {
        let now = Instant.now
        note(event, now)
        var reason: String?
        for effect in machine.handle(event, at: now) {
            if case .ignored(let why) = effect { reason = why } else { perform(effect) }
        }
        return reason
    }

    private func note(_ event: DictationEvent, _ now: Instant) {
        keyTime = nil
        switch event {
        case .hotkey(.pressed(_, let at)), .hotkey(.released(_, let at)): keyTime = at
        case .recognizer(.ready): recognizerState = .ready
        case .recognizer(.failed(let problem)): recognizerState = .failed(problem)
        case .recognizer(.finished(let decoding)):
            timing.recognized = now
            timing.backlog = decoding.backlog
        case .audio(.started):
            timing.hearing = now
            timing.capturing = parts.audio.capturingSince
            let earlier = DictationTiming.between(timing.capturing, timing.started) ?? .zero
            earlierSamples = max(0, AudioFormat.samples(in: earlier))
        case .insertion(let outcome) where outcome.end == .complete: timing.inserted = now
        default: break
        }
    }

    // MARK: Effects

    private func perform(_ effect: DictationEffect) {
        switch effect {
        case .startCapture:
            timing = DictationTiming()
            timing.started = keyTime ?? .now
            earlierSamples = 0
            parts.audio.start { [unowned self] in hear($0) }
            // While the microphone is being opened: neither waits for the other.
            parts.cues?.play(.start)
        case .stopCapture:
            timing.stopped = .now
            parts.audio.stop()
            timing.captureEnded = .now
            parts.cues?.play(.stop)
        case .prepareRecognizer:
            recognizerState = .loading
            parts.recognizer.prepare { [unowned self] in recognize($0) }
        case .select(let choice): select(choice)
        case .beginRecognition: parts.recognizer.begin()
        case .finishRecognition: parts.recognizer.finish()
        case .cancelRecognition: parts.recognizer.cancel()
        case .compose(let transcript):
            whenFocusIsSettled { [unowned self] in compose(transcript) }
        case .cancelComposition: settling?.cancel()
        case .keep(let record): history.keep(record)
        case .insert(let text, let count): insert(text, deleting: count)
        case .stopInsertion: insertion?.cancel()
        case .setDeadline(let deadline, let time): set(deadline, time)
        case .clearDeadline(let deadline): deadlines[deadline] = nil
        case .ignored: break
        case .exit: onExit()
        }
    }

    private func hear(_ event: AudioEvent) {
        guard case .samples(let samples) = event else {
            send(.audio(event))
            return
        }
        let earlier = min(earlierSamples, samples.count)
        earlierSamples -= earlier
        // What the program plays itself is no speech. The person speaks after it, or before.
        if parts.cues?.isSounding == true {
            let silence = [Int16](repeating: 0, count: samples.count - earlier)
            feed(samples.prefix(earlier) + silence)
            return
        }
        feed(samples)
        onLevel(AudioLevel(of: samples))
    }

    private func feed(_ samples: [Int16]) {
        parts.recognizer.feed(style.normalizes ? gain.apply(samples) : samples)
    }

    private func recognize(_ event: RecognizerEvent) {
        send(.recognizer(event))
        if case .utterance(let words) = event, display.state == .recording,
            style.text?.endsDictation(words) == true
        {
            send(.command(.stop))
        }
    }

    private func compose(_ transcript: Transcript) {
        // What stands in another window says nothing of where the text belongs.
        let isElsewhere = selection.isElsewhere
        let before = isElsewhere ? nil : InsertedText.current(inserted, parts.sinks)
        let document = isElsewhere ? nil : parts.sinks.documentContextBeforeInput
        let text = Composing(transcript, with: style, after: before, document: document)
        composed = (text.standing, text.utterances)
        timing.composed = .now
        send(.composed(text.utterances.joined(), deleting: text.deleting, notice: text.notice))
    }

    private func insert(_ text: String, deleting count: Int) {
        insertion = EventLoop.task { [self] in
            let obstacle = await obstacle()
            let text = TypableText(cleaning: text, lineBreaks: style.lineBreaks)
            if let obstacle { return finish(.failed(obstacle, rest: text.string), of: text) }
            finish(await parts.sinks.insert(text, deleting: count), of: text)
        }
    }

    private func finish(_ outcome: InsertionOutcome, of text: TypableText) {
        insertion = nil
        inserted = nil
        if outcome.end == .complete {
            timing.characters = text.string.count
            // A text that is typed again was not composed a moment ago.
            let (standing, new) = composed.new.joined() == text.string
                ? composed : (standing: [], new: [text.string])
            let typed = new.map { $0.filter { !outcome.omitted.contains($0) } }
            inserted = parts.sinks.focusedTarget.map {
                InsertedText(
                    target: $0, utterances: standing + typed.filter { !$0.isEmpty }, end: .now)
            }
        }
        composed = ([], [])
        send(.insertion(outcome))
    }

    private func set(_ deadline: DictationDeadline, _ time: Instant) {
        let delay = Instant.now.duration(to: time)
        do {
            if let timer = deadlines[deadline] {
                timer.rearm(after: delay)
            } else {
                deadlines[deadline] = try EventLoop.shared.timer(after: delay) { [unowned self] in
                    deadlines[deadline] = nil
                    send(.deadline(deadline))
                }
            }
        } catch {
            Log.error("no timer for “\(deadline)”: \(error)")
        }
    }
}

extension Instant {
    /// The monotonic clock's time.
    static var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds) }
}
