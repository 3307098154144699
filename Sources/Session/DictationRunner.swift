public import Dictation
import DictationParts
public import History
public import LinuxRuntime
import MonotonicTime
public import RecognizerRouting
import SinkChains
public import TextEditing
import TextProcessing

/// Drives the dictation machine: turns its effects into calls of the parts, and the parts' reports
/// into events. The work of a call is in a separate type: ``SoundFeed``, ``FocusGuard``,
/// ``TextPipeline``, ``DictationArchive``, ``SoundRecovery``.
@EventLoopActor
public final class DictationRunner {
    /// Called when the display or the recogniser's state changed.
    public var onChange: () -> Void = {}
    /// Called with the level of each period while recording.
    public var onLevel: (AudioLevel) -> Void = { _ in }
    /// Called with what was corrected by voice, and whether the last correction is to be learnt.
    public var onCorrections: (CorrectionReport) -> Void = { _ in }
    /// Called when a hotkey was pressed that starts no dictation.
    public var onAction: (HotkeyAction) -> Void = { _ in }
    /// Called with the last text and its language, if the user asks to hear it.
    public var onReadBack: (String, _ language: String?) -> Void = { _, _ in }
    /// Called once, at the end of a shutdown.
    public var onExit: () -> Void = {}

    private(set) var machine: DictationMachine
    /// The events that wait while one is handled; nil: none is.
    private var queue: [DictationEvent]?
    /// Whether a dictation that stays on is between two utterances.
    private var isRenewing = false
    private var deadlines: [DictationDeadline: EventSource] = [:]
    /// After this time without a text the user is told that it is being recognised.
    var lateAfter = Duration.seconds(10)
    private var lateness: EventSource?
    /// The text around the dictation, once it is known.
    var context: String?
    /// Of the window's title, likewise.
    var namesInTitle: [String] = []
    let current: CurrentSetup
    private let sound: SoundFeed
    let focus: FocusGuard
    let text: TextPipeline
    let archive: DictationArchive
    let recovery: SoundRecovery
    public private(set) var timing = DictationTiming()
    /// The text that has just been typed, and its language; only while that is reported.
    public private(set) var typed: (text: String, language: String?)?
    /// The last text that was typed, unless it was a password.
    private(set) var lastTyped: DictationRecord?
    /// The revision that a command is making to it.
    var revision: Composition.Revision?

    /// - Parameter setups: with the recogniser of `parts`.
    public init(
        parts: Parts, rules: DictationRules, style: Style,
        setups: (any DictationSetups)? = nil
    ) {
        machine = DictationMachine(rules: rules)
        current = CurrentSetup(parts, style, setups)
        archive = DictationArchive(limit: style.historyLimit)
        sound = SoundFeed(current, archive)
        focus = FocusGuard(current)
        text = TextPipeline(current, focus, archive)
        recovery = SoundRecovery(current, archive)
        text.onCorrections = { [weak self] in self?.onCorrections($0) }
        text.onReadBack = { [weak self] in self?.onReadBack($0, $1) }
        text.onPassword = { [weak self] in self?.notePassword() }
        text.onNotice = { [weak self] in self?.send(.notice($0)) }
        text.proposals.isIdle = { [weak self] in self?.display.state == .idle }
        text.alternatives.dictation = { [weak self] in self?.recovery.last }
        text.alternatives.readings = { [weak self] take in await self?.recovery.read(take) }
        text.rewriting.onNotice = { [weak self] in self?.send(.notice($0)) }
    }

    public var display: DictationDisplay { machine.display }
    /// The partial transcript of the current utterance as it would be typed; the words themselves if
    /// nothing of them would be, as of a command.
    public var partialText: String {
        text.composer.partial(machine.display.partial, after: machine.heard)
    }
    public var recognizerState: RecognizerRouter.State { current.recognizerState }
    public var history: DictationHistory { archive.history }
    /// The profile in force, if any.
    public var profile: String? { current.profile }
    /// The language in force; nil if the recogniser's words are typed as they are.
    public var languageTag: String? { current.style.text.processor?.languageTag }
    public var parts: Parts {
        get { current.parts }
        set { current.parts = newValue }
    }

    /// Begins to load the model.
    public func start() {
        perform(.prepareRecognizer)
    }

    /// Calls back once with the user's next key or click, where that can be seen.
    public func watchNextInput(_ onInput: @escaping () -> Void) async {
        await text.composer.watchNextInput(onInput)
    }

    // MARK: Events

    /// Handles an event now or, when called while another one is handled, right after that. If the
    /// event was handled and changed nothing, returns the reason.
    @discardableResult
    public func send(_ event: DictationEvent) -> String? {
        guard queue == nil else {
            queue?.append(event)
            return nil
        }
        queue = []
        defer { queue = nil }
        var shown = (machine.display, recognizerState)
        let reason = handle(event)
        repeat {
            while let next = queue?.first {
                queue?.removeFirst()
                handle(next)
            }
            if machine.display.state == .idle { idleAfterDictation() }
            followProcessing()
            let present = (machine.display, recognizerState)
            guard queue?.isEmpty == true, shown != present else { continue }
            shown = present
            // `onChange` may itself send an event.
            onChange()
        } while queue?.isEmpty == false
        return reason
    }

    @discardableResult
    private func handle(_ event: DictationEvent) -> String? {
        let now = Instant.now
        note(event, now)
        machine.keepsUnsettledSound = recovery.rest != nil
        var reason: String?
        let effects = machine.handle(event, at: now)
        focus.absence = machine.absence
        for effect in effects {
            recovery.note(effect)
            if case .ignored(let why) = effect { reason = why }
            perform(effect, since: event.keyTime)
        }
        return reason
    }

    private func note(_ event: DictationEvent, _ now: Instant) {
        recovery.note(event, during: machine.display.state)
        switch event {
        case .refused: focus.forget()
        case .recognizer(.ready): current.recognizerState = .ready
        case .recognizer(.failed(let problem)): current.recognizerState = .failed(problem)
        case .recognizer(.finished(let decoding)):
            timing.recognized = now
            timing.backlog = decoding.backlog
        // Not when it is resumed.
        case .audio(.started) where timing.hearing == nil:
            timing.hearing = now
            timing.capturing = parts.audio.capturingSince
            sound.noteEarlier(
                DictationTiming.between(timing.capturing, timing.started) ?? .zero)
        case .composed: timing.composed = now
        case .insertion(let outcome) where outcome.end == .complete:
            timing.inserted = now
            timing.confirmed = outcome.isConfirmed
        default: break
        }
    }

    // MARK: Effects

    /// - Parameter keyTime: the kernel's time, if the event that is being handled is a key's.
    func perform(_ effect: DictationEffect, since keyTime: Instant? = nil) {
        switch effect {
        case .startCapture:
            sound.begin()
            timing = DictationTiming()
            timing.started = keyTime ?? .now
            parts.audio.start { [unowned self] in hear($0) }
            // While the microphone is being opened: neither waits for the other.
            if !isRenewing { parts.cues?.play(.start) }
            isRenewing = false
        case .stopCapture:
            timing.stopped = .now
            if !sound.isPaused { parts.audio.stop() }
            timing.captureEnded = .now
            isRenewing = machine.display.staysOn
            if !isRenewing { parts.cues?.play(.stop) }
        case .pauseCapture:
            parts.audio.stop()
            sound.pause()
            parts.cues?.play(.stop)
        case .resumeCapture:
            sound.isPaused = false
            parts.audio.start { [unowned self] in hear($0) }
            parts.cues?.play(.start)
        case .prepareRecognizer:
            current.recognizerState = .loading
            parts.recognizer.prepare { [unowned self] in recognize($0) }
        case .select(let choice):
            recovery.interrupt()
            select(choice)
        case .beginRecognition:
            parts.recognizer.begin()
            // Else the setup isn't known yet.
            if focus.task == nil { tellExpected() }
            text.begin(machine.commit)
        case .finishRecognition: parts.recognizer.finish()
        case .cancelRecognition: parts.recognizer.cancel()
        case .typeEarly(let transcript, let isFinal):
            text.typeEarly(transcript, isFinal: isFinal)
        case .withdraw: text.withdraw()
        case .compose(let transcript, let purpose):
            text.compose(transcript, for: purpose) { [self] in send($0) }
        case .composeAgain(let transcript):
            text.begin(.end)
            text.compose(transcript, for: .text) { [self] in send($0) }
        case .act(let action): onAction(action)
        case .cancelComposition: text.cancelComposition()
        case .keep(let record): archive.keep(record)
        case .forget(let number): archive.forget(number)
        case .insert(let insertion): insert(insertion)
        case .stopInsertion: text.stopInsertion()
        case .setDeadline(let deadline, let time): set(deadline, time)
        case .clearDeadline(let deadline): deadlines[deadline] = nil
        case .ignored: break
        case .exit:
            recovery.interrupt()
            // No key may stay down.
            text.end { [self] in onExit() }
        }
    }

    private func hear(_ event: AudioEvent) {
        switch event {
        case .samples(let samples):
            if let level = sound.take(samples) { onLevel(level) }
            return
        case .stalled:
            Log.warning("the microphone “\(parts.audio.name)” gives no sound")
            sound.stall()
        case .resumed(let lost):
            let time = AudioFormat.duration(samples: lost).milliseconds
            Log.warning("the microphone gives sound again; \(time) ms of it are missing")
        default: break
        }
        send(.audio(event))
    }

    private func recognize(_ event: RecognizerEvent) {
        if let report = recovery.take(event) { return note(report) }
        if display.state != .idle { send(.fed(sound.fed)) }
        send(.recognizer(event))
        guard case .utterance(let words) = event,
            display.state == .recording || display.staysOn,
            let command = current.style.text.processor?.lastCommand(of: words)
        else { return }
        switch command {
        case .stop, .sleep: send(.command(.stop))
        case .pause where display.state == .recording && !display.isPaused:
            send(.command(.pause))
        default: break
        }
    }

    private func insert(_ insertion: Insertion) {
        archive.beginTyping(insertion, of: machine.typing)
        text.insert(insertion, of: machine.typing) { [self] outcome, characters in
            archive.endTyping(isLeft: outcome.end != .complete && recovery.isEnding)
            if outcome.end == .complete {
                timing.characters = characters
                lastTyped = machine.isSecret ? nil : machine.typing
                // What is taken back isn't typed.
                let isTyped = revision == nil || revision == .restoreRaw
                let language = current.style.text.processor?.languageTag
                typed = isTyped ? lastTyped?.text.map { ($0, language) } : nil
            }
            revision = nil
            send(.insertion(outcome))
            typed = nil
        }
    }

    private func set(_ deadline: DictationDeadline, _ time: Instant) {
        let delay = Instant.now.duration(to: time)
        if let timer = deadlines[deadline] { return timer.rearm(after: delay) }
        deadlines[deadline] = EventLoop.shared.timer(after: delay) { [unowned self] in
            deadlines[deadline] = nil
            let backlog = AudioFormat.duration(samples: parts.recognizer.unheard)
            send(.deadline(deadline, backlog: backlog))
        }
    }

    /// Says once a dictation that its text comes late, or the user would say everything again.
    private func followProcessing() {
        guard machine.display.state == .processing else {
            lateness = nil
            return
        }
        guard lateness == nil else { return }
        lateness = EventLoop.shared.timer(after: lateAfter) { [unowned self] in
            guard machine.display.state == .processing else { return }
            send(.notice(Self.late))
        }
    }

    private static let late = Notice(
        .info, "What you said is still being recognised",
        remedy: "Wait: it is typed then. A smaller model is faster.")

    // MARK: What a dictation is made with

    /// Chooses what the dictation that begins is made with. Where the window matters, the desktop
    /// is asked for it, and the recogniser waits; the microphone doesn't.
    private func select(_ choice: DictationOverrides) {
        (context, namesInTitle) = (nil, [])
        let questions = focus.begin(choice)
        archive.sounds?.describe(focus.overrides(profile: nil))
        guard let questions else { return begin(current.backends?.choose(choice, for: nil)) }
        current.backends?.recognizer.hold()
        focus.task = EventLoop.task { [self] in
            // Another dictation may have begun.
            guard await focus.ask(questions) else { return }
            begin(current.backends?.choose(choice, for: focus.start.window))
            focus.task = nil
            // The dictation may have been cancelled in the meantime.
            if display.state == .idle { idleAfterDictation() }
            if display.state == .recording { tellExpected() }
        }
    }

    /// The dictation is made with this setup; nil for the present one.
    private func begin(_ setup: DictationSetup?) {
        adopt(setup)
        parts.sinks.refreshAvailability()
        parts.sinks.beginDictation()
        text.composer.beginDictation()
        focus.findField { [weak self] isSecure in
            // A kept text that is typed again stays kept.
            if self?.parts.sinks.contextBeforeInput != nil { self?.timing.contextKnown = .now }
            if isSecure, self?.display.state != .inserting { self?.notePassword() }
            self?.tellContext()
            self?.onChange()
        }
    }

    private func notePassword() { send(.passwordField(current.style.passwords)) }

    /// Uses other settings from now on; only while nothing is dictated.
    ///
    /// - Parameter recognizerState: the state of the recogniser that they chose.
    public func adopt(
        _ rules: DictationRules, _ general: DictationSetup,
        _ recognizerState: RecognizerRouter.State
    ) {
        recovery.interrupt()
        machine.adopt(rules)
        current.recognizerState = recognizerState
        archive.limit = general.style.historyLimit
        text.composer.forget()
        adopt(general)
    }

    private func adopt(_ setup: DictationSetup?) {
        guard let setup else { return }
        archive.sounds?.describe(focus.overrides(profile: setup.profile))
        if current.adopt(setup) { onChange() }
        if let problem = setup.problem { send(.trouble(problem)) }
    }

    /// The dictation has ended.
    private func idleAfterDictation() {
        text.proposals.follow(display.notice)
        text.rewriting.follow(display.notice)
        if isRenewing {
            // It was ended between two utterances.
            isRenewing = false
            parts.cues?.play(.stop)
        }
        parts.sinks.endDictation()
        text.composer.endDictation()
        recovery.endDictation()
        recoverNext()
    }
}

extension DictationEvent {
    /// The kernel's time of a hotkey's event.
    fileprivate var keyTime: Instant? {
        switch self {
        case .hotkey(.pressed(_, let at)), .hotkey(.released(_, let at)): at
        default: nil
        }
    }
}
