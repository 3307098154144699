public import Dictation
public import DictationParts
public import History
public import LinuxRuntime
import MonotonicTime
public import Problems
public import TextProcessing

/// Runs the dictation machine with real parts: turns its effects into calls, and the parts' reports
/// into events.
@EventLoopActor
public final class DictationRunner {
    /// The parts of a dictation.
    public struct Parts {
        public internal(set) var audio: any AudioSource
        public let recognizer: any SpeechRecognizer
        public internal(set) var sinks: SinkChain
        /// Plays sounds at the start and the end of recording, if the user wants them.
        public internal(set) var cues: (any CuePlayer)?
        /// Cleans up the text, if the user wants that.
        public internal(set) var cleaner: (any TextCleaner)?
        /// Reports the focused window; nil if the desktop can't.
        public var windows: (any WindowFocus)?
        /// Returns the name of the active keyboard layout; nil if it is unknown.
        public var layoutName: (() async throws -> String)?
        /// Report whether the screen is locked.
        public var locks: [any ScreenLock] = []

        public init(
            audio: any AudioSource, recognizer: any SpeechRecognizer, sinks: SinkChain,
            cues: (any CuePlayer)? = nil, cleaner: (any TextCleaner)? = nil
        ) {
            self.audio = audio
            self.recognizer = recognizer
            self.sinks = sinks
            self.cues = cues
            self.cleaner = cleaner
        }
    }

    /// How text is made and kept.
    public struct Style: Sendable {
        /// Turns words into text; nil to type the recogniser's words unchanged.
        public var text: TextProcessor? = TextProcessor(TextOptions())
        public var lineBreaks = TypableText.LineBreaks.space
        public var tabs = TypableText.Tabs.space
        /// Whether a space is typed after a dictation, for the next word.
        public var trailingSpace = false
        /// Checks that the model's text is still what was said.
        public var cleanupCheck = CleanupCheck(.english)
        /// The hotkeys: pressing them doesn't count as the user's typing.
        public var hotkeys: Set<HotkeyCode> = []
        public var historyLimit = 20
        /// Whether quiet speech is amplified for the recogniser.
        public var normalizes = true
        /// What happens to a text if the focus has moved.
        public var focus = FocusPolicy.hold

        public init() {}
    }

    /// The state of the recogniser's model.
    public enum RecognizerState: Hashable, Sendable {
        case loading, ready
        case failed(Problem)
    }

    public internal(set) var parts: Parts
    public internal(set) var history: DictationHistory
    /// The history on disk; nil if it is only in memory.
    var historyFile: HistoryFile?
    /// Keeps the sound of the current dictation; nil if it isn't kept.
    var sounds: CrashAudio?
    /// Keeps the text that is being typed; nil if it isn't kept.
    var typings: TypingKeep?
    var recovery = SoundRecovery()
    public internal(set) var recognizerState = RecognizerState.loading
    /// Called when the display or the recogniser's state changed.
    public var onChange: () -> Void = {}
    /// Called with the level of each period while recording.
    public var onLevel: (AudioLevel) -> Void = { _ in }
    /// Called once, at the end of a shutdown.
    public var onExit: () -> Void = {}

    private var gain = InputGain()
    /// How many of the next samples were captured before the start, and so before the start sound.
    private var earlierSamples = 0
    /// The number of samples of the dictation fed to the recogniser.
    private var fedSamples = 0
    var machine: DictationMachine
    var style: Style
    /// Has the recogniser, sinks and style for each dictation; nil if they are always the same.
    let setups: BackendCache?
    /// The overrides and the window of the current dictation.
    var selection = FocusGuard()
    private var queue: [DictationEvent] = []
    private var isHandling = false
    private var deadlines: [DictationDeadline: EventSource] = [:]
    var insertion: TypingTask?
    /// Checks the focus before a text is made.
    var settling: Task<Void, Never>?
    /// What was typed last, if it is still there.
    var inserted: InsertedText?
    /// The text before the cursor after the insertion.
    var expected: (insertion: Insertion, text: EditHistory)?
    let person = UserInputWatch()
    /// The early typing of the last dictation, if words are typed during dictations.
    var live: LiveTyping?
    /// Words to be composed when nothing is being typed.
    var uncomposed: Transcript?
    /// Whether the raw words replace what was typed early.
    var replacesEarly = false
    var timing = DictationTiming()
    /// The kernel's time of the key event that is being handled.
    private var keyTime: Instant?

    /// - Parameter setups: with the recogniser of `parts`.
    public init(
        parts: Parts, rules: DictationRules, style: Style, setups: BackendCache? = nil
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

    /// Handles an event now or, when called while another one is handled, right after that. If the
    /// event was handled and changed nothing, returns the reason.
    @discardableResult
    public func send(_ event: DictationEvent) -> String? {
        queue.append(event)
        guard !isHandling else { return nil }
        isHandling = true
        defer { isHandling = false }
        var told = (machine.display, recognizerState)
        let reason = handle(queue.removeFirst())
        repeat {
            while !queue.isEmpty { handle(queue.removeFirst()) }
            if machine.display.state == .idle { restFromDictation() }
            let present = (machine.display, recognizerState)
            guard queue.isEmpty, told != present else { continue }
            told = present
            // `onChange` may itself send an event.
            onChange()
        } while !queue.isEmpty
        return reason
    }

    @discardableResult
    private func handle(_ event: DictationEvent) -> String? {
        let now = Instant.now
        note(event, now)
        var reason: String?
        for effect in machine.handle(event, at: now) {
            recovery.note(effect)
            if case .ignored(let why) = effect { reason = why } else { perform(effect) }
        }
        return reason
    }

    private func note(_ event: DictationEvent, _ now: Instant) {
        keyTime = nil
        recovery.note(event, during: machine.display.state)
        switch event {
        case .hotkey(.pressed(_, let at)), .hotkey(.released(_, let at)): keyTime = at
        case .refused: forgetSelection()
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

    func perform(_ effect: DictationEffect) {
        switch effect {
        case .startCapture:
            sounds?.begin()
            timing = DictationTiming()
            timing.started = keyTime ?? .now
            earlierSamples = 0
            fedSamples = 0
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
        case .select(let choice):
            interruptRecovery()
            select(choice)
        case .beginRecognition:
            parts.recognizer.begin()
            beginLiveTyping()
        case .finishRecognition: parts.recognizer.finish()
        case .cancelRecognition: parts.recognizer.cancel()
        case .typeEarly(let transcript, let isFinal): live?.type(transcript, isFinal: isFinal)
        case .withdraw: live?.withdraw()
        case .compose(let transcript): composeWhenIdle(transcript)
        case .cancelComposition:
            giveUpComposing()
            settling?.cancel()
            parts.cleaner?.cancel()
        case .keep(let record): keep(record)
        case .insert(let insertion): insert(insertion)
        case .stopInsertion: stopInsertion()
        case .setDeadline(let deadline, let time): set(deadline, time)
        case .clearDeadline(let deadline): deadlines[deadline] = nil
        case .ignored: break
        case .exit:
            interruptRecovery()
            endWhenIdle()
        }
    }

    private func hear(_ event: AudioEvent) {
        guard case .samples(let samples) = event else {
            heed(event)
            send(.audio(event))
            return
        }
        let earlier = min(earlierSamples, samples.count)
        earlierSamples -= earlier
        // The program's own sound is no speech. The user speaks after it, or before.
        if parts.cues?.isSounding == true {
            let silence = [Int16](repeating: 0, count: samples.count - earlier)
            feed(samples.prefix(earlier) + silence)
            return
        }
        feed(samples)
        onLevel(AudioLevel(of: samples))
    }

    private func heed(_ event: AudioEvent) {
        switch event {
        case .stalled:
            Log.warning("the microphone “\(parts.audio.name)” gives no sound")
            // The words before the gap and those after it don't belong together.
            feed([Int16](repeating: 0, count: AudioFormat.samples(in: .milliseconds(500))))
        case .resumed(let lost):
            let time = AudioFormat.duration(samples: lost).milliseconds
            Log.warning("the microphone gives sound again; \(time) ms of it are missing")
        default: break
        }
    }

    private func feed(_ samples: [Int16]) {
        sounds?.add(samples)
        fedSamples += samples.count
        parts.recognizer.feed(style.normalizes ? gain.apply(samples) : samples)
    }

    private func recognize(_ event: RecognizerEvent) {
        if hearForRecovery(event) { return }
        if display.state != .idle { send(.fed(AudioFormat.duration(samples: fedSamples))) }
        send(.recognizer(event))
        if case .utterance(let words) = event, display.state == .recording,
            style.text?.endsDictation(words) == true
        {
            send(.command(.stop))
        }
    }

    private func set(_ deadline: DictationDeadline, _ time: Instant) {
        let delay = Instant.now.duration(to: time)
        do {
            if let timer = deadlines[deadline] {
                timer.rearm(after: delay)
            } else {
                deadlines[deadline] = try EventLoop.shared.timer(after: delay) { [unowned self] in
                    deadlines[deadline] = nil
                    let backlog = AudioFormat.duration(samples: parts.recognizer.unheard)
                    send(.deadline(deadline, backlog: backlog))
                }
            }
        } catch {
            Log.error("no timer for “\(deadline)”: \(error)")
        }
    }
}

extension Instant {
    /// The time of the monotonic clock.
    static var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds) }
}
