public import Assembly
import ControlProtocol
import DesktopBus
import DesktopParts
import Dictation
import DictationParts
import Glibc
import History
public import LinuxRuntime
public import Problems
import RecognizerRouting
import Session
public import Settings
import SinkChains
import TextEditing
import TextProcessing

/// The service: the dictation machine with its parts, driven by hotkey, control socket and
/// signals.
@EventLoopActor
public final class Daemon {
    var settings: Settings
    var reload: SettingsReload
    let server: ControlServer
    let setups: BackendCache
    let runner: DictationRunner
    var hotkey: Hotkey
    var overlay: OverlaySupervisor?
    let desktop: DesktopLink
    /// Puts the last dictation on the clipboard.
    var copying: ChildProcess?
    /// The window for the settings, if it was opened from a notice.
    var settingsWindow: ChildProcess?
    let feedback: SpokenFeedback
    /// The microphone, if it listens for a phrase between dictations.
    var wake: WakeMicrophone?
    /// Whether the user can't see what is typed: the screen is locked, for example.
    private var isAway = false
    private var lessons = KeyLessons()
    /// The corrections made by voice.
    var corrections = CorrectionOffers()
    private var published = Published()
    /// Given when the sinks are ready, or needn't be awaited any more.
    private let prepared = OneShot<Void>()
    private var ending = Ending()
    /// Called once, when the daemon can dictate: its model is loaded.
    public var onReady: (_ hotkeyProblem: Problem?) -> Void = { _ in }

    /// The source of the hotkey, and what is known of it.
    struct Hotkey {
        /// Nil if the hotkey is switched off.
        var source: (any HotkeySource)?
        var problem: Problem?
        /// Whether the key that cancels is watched for.
        var isCancelWatched = false
    }

    /// The values that were last published.
    private struct Published {
        var state = DictationState.idle
        /// The line for systemd.
        var line = ""
        var isReady = false
        var hasReleasedMemory = false
    }

    /// The end of the program.
    @EventLoopActor
    private struct Ending {
        var signal: EventSource?
        var hasBegun = false
        let isOver = OneShot<Void>()
    }

    /// Throws a `Problem` if a part can't be made from the settings.
    ///
    /// - Parameter source: where changed settings come from; nil if they never change.
    public init(_ settings: Settings, from source: SettingsSource? = nil) throws {
        self.settings = settings
        reload = SettingsReload(source: source)
        server = ControlServer(path: try ControlSocketPath.standard())
        try Registry.checkProfiles(settings)
        setups = try Registry.setups(settings)
        wake = try Registry.wakeMicrophone(settings)
        var parts = DictationRunner.Parts(
            audio: wake ?? Registry.audio(settings), recognizer: setups.recognizer,
            sinks: setups.general.sinks, cues: Registry.cues(settings),
            cleaner: setups.general.cleaner)
        let session = Registry.desktop
        parts.windows = session.focus
        parts.locks = [session.lock].compactMap(\.self)
        parts.layoutName = try Registry.layoutName(settings)
        let failure = ReportedFailure()
        feedback = SpokenFeedback(settings) { failure.report($0) }
        parts.announcer = feedback.announcer
        runner = DictationRunner(
            parts: parts, rules: try settings.allRules(), style: setups.general.style,
            setups: setups)
        hotkey = Hotkey(source: try Registry.hotkey(settings))
        overlay = Self.overlay(settings)
        desktop = DesktopLink(settings)
        failure.report = { [weak self] in self?.warnUnheard($0) }
    }

    /// Forwards failures of parts that are created before the runner.
    private final class ReportedFailure {
        var report: (Problem) -> Void = { _ in }
    }

    /// Nothing can be said aloud. A notification may be read by a screen reader.
    private func warnUnheard(_ problem: Problem) {
        Log.warning(problem.description)
        runner.send(.notice(Notice(.warning, problem)))
    }

    static func overlay(_ settings: Settings) -> OverlaySupervisor? {
        settings.overlay.enabled ? OverlaySupervisor(settings.overlayOptions) : nil
    }

    /// Serves until the end is requested. Throws a `Problem` if another daemon runs or the control
    /// socket can't be made.
    public func run(until termination: Termination) async throws {
        ending.signal = try termination.watch { [unowned self] in runner.send(.shutdown) }
        try server.start { [unowned self] in answer($0, $1) }
        server.onQuiet = { [unowned self] in
            if runner.display.state == .idle { IdleMemory.releaseCode() }
        }
        runner.onCorrections = { [weak self] in self?.learn($0) }
        runner.onReadBack = { [weak self] in self?.feedback.readBack($0, language: $1) }
        feedback.onReading = { [weak self] in self?.watchCancel() }
        runner.onChange = { [unowned self] in
            // First: what is said isn't recorded, so it must begin before the first samples.
            followDictation()
            watchCancel()
            publishStatus()
            adoptSettings()
            offerToLearn()
        }
        runner.onLevel = { [unowned self] in
            server.publish($0, at: .now)
            feedback.hear($0)
        }
        runner.onExit = { [unowned self] in finish() }
        forgetRecordings()
        keepDictations(settings)
        followWake()
        runner.start()
        runner.parts.audio.prepare()
        hotkey.source?.start { [unowned self] in press($0) }
        try await prepareSinks()
        if ending.hasBegun { return await close() }
        reportUnusableParts()
        reportMissingRules()
        publishStatus()
        startOverlay()
        watchSettings()
        desktop.onAction = { [weak self] in self?.act($0) }
        runner.onAction = { [weak self] in self?.act($0) }
        desktop.watchSession { [unowned self] in handle($0) }
        published.isReady = true
        EventLoop.shared.feedWatchdog()
        ServiceNotification.ready()
        runner.recover()
        followDictation()
        try await ending.isOver.get()
        await close()
    }

    /// Returns when the sinks are ready, or the program must end: the display server may be
    /// stopped.
    private func prepareSinks() async throws {
        EventLoop.task { [self] in
            await runner.parts.sinks.prepare()
            prepared.give(())
        }
        try await prepared.get()
    }

    func startOverlay() {
        overlay?.start { [unowned self] in runner.send(.trouble($0)) }
    }

    private func finish() {
        ending.hasBegun = true
        prepared.give(())
        ServiceNotification.stopping()
        ending.isOver.give(())
    }

    private func close() async {
        reload.watch = nil
        reload.loss = nil
        hotkey.source?.stop()
        wake?.close()
        setups.close()
        runner.parts.windows?.close()
        server.close()
        overlay?.stop()
        feedback.announcer.close()
        ending.signal = nil
        await desktop.end()
    }

    /// Logs once what will not work.
    private func reportUnusableParts() {
        if let problem = runner.parts.audio.availability().problem {
            Log.warning(problem.description)
        }
        if let problem = runner.parts.cleaner?.availability().problem {
            Log.warning(problem.description)
        }
        if let problem = setups.general.style.hook?.availability.problem {
            Log.warning(problem.description)
        }
        // Where one types, the others aren't needed, unless the user named them; the doctor says what
        // they lack.
        let problems = runner.parts.sinks.availabilities.map(\.availability.problem)
        guard !settings.output.sinks.isEmpty || !problems.contains(nil) else { return }
        for problem in problems.compactMap(\.self) { Log.warning(problem.description) }
    }

    /// A key like Escape is watched only while there is something to cancel: a proposal, too, and
    /// what is read aloud.
    private func watchCancel() {
        let display = runner.display
        let isBusy =
            display.state != .idle || display.notice?.proposal != nil || feedback.isReading
        guard isBusy != hotkey.isCancelWatched else { return }
        hotkey.isCancelWatched = isBusy
        hotkey.source?.watch(cancel: isBusy)
    }

    func press(_ event: HotkeyEvent) {
        if event == .answered { return publishStatus() }
        guard case .failed(let problem) = event else {
            hotkey.problem = nil
            if case .cancel = event, stopReading() { return }
            runner.send(.hotkey(event))
            return
        }
        // Reported once: a wireless keyboard that goes to sleep needs no notice.
        if hotkey.problem == nil, !published.isReady { runner.send(.hotkey(event)) }
        if hotkey.problem != problem { Log.warning(problem.description) }
        hotkey.problem = problem
    }

    /// Stops what is read aloud. Returns whether something was, and nothing else is to be cancelled.
    func stopReading() -> Bool {
        let isIdle = runner.display.state == .idle && runner.display.notice?.proposal == nil
        return feedback.hush() && isIdle
    }

    private func handle(_ event: LoginSession.Event) {
        switch event {
        case .left(let absence):
            // Ends capture, too.
            isAway = true
            wake?.stopListening()
            runner.send(.left(absence))
            publishStatus()
            guard runner.parts.audio.idleMode != .closed else { return }
            // Nothing is recorded in the meantime, and after suspend the device may be a different
            // one.
            replaceMicrophone(settings)
            publishStatus()
        case .returned:
            isAway = false
            runner.send(.returned)
            publishStatus()
            guard runner.display.state != .recording else { return }
            runner.parts.audio.prepare()
            followDictation()
            publishStatus()
        case .resumed:
            // Devices and connections may not have survived.
            EventLoop.task { [self] in
                await runner.parts.sinks.prepare()
                publishStatus()
            }
        }
    }

    /// Listens for the phrase when nothing is dictated, and says what changed.
    private func followDictation() {
        listenForPhrase()
        feedback.follow(runner, listeningFor: phrase)
    }

    /// Listens for the phrase, if there is one and nothing is dictated.
    func listenForPhrase() {
        guard let wake, published.isReady, !isAway, !ending.hasBegun else { return }
        if runner.display.state == .idle, !runner.display.isStartQueued { wake.listen() }
    }

    func publishStatus() {
        let report = report
        server.publish(report)
        // After recording has begun, so that nothing delays it.
        if runner.display.state == .recording, published.state != .recording {
            overlay?.dictationBegan()
        }
        if runner.display.state == .idle, published.state == .inserting { lessons.note() }
        published.state = runner.display.state
        desktop.show(runner.display, hasOverlay: overlay?.isRunning ?? false)
        if report.recognizer.state != .loading, !published.hasReleasedMemory {
            // The model is loaded last, so the start is complete.
            published.hasReleasedMemory = true
            IdleMemory.releaseAll()
            if report.recognizer.state == .ready { onReady(hotkey.problem) }
            EventLoop.task { [settings] in await Registry.measureModels(settings) }
        }
        let line = report.line
        if line != published.line { ServiceNotification.status(line) }
        published.line = line
    }

    /// Of a dictation with another language than usual.
    private var unusualLanguage: String? {
        let usual = setups.general.style.text.processor?.languageTag
        return runner.languageTag == usual ? nil : runner.languageTag
    }

    var report: StatusReport {
        let display = runner.display
        let partial = runner.partialText
        return StatusReport(
            state: .init(display.state), hearing: display.isHearing,
            heardSince: display.isHearing ? runner.timing.hearing : nil,
            queued: display.isStartQueued && !display.staysOn, staysOn: display.staysOn,
            isPaused: display.isPaused,
            partial: partial.isEmpty
                ? nil : TypableText(cleaning: partial, lineBreaks: .space).string,
            isMarked: runner.parts.sinks.isMarking,
            caret: display.state == .idle ? nil : runner.parts.sinks.caret,
            isInTerminal: display.state != .idle && runner.isInTerminal,
            notice: display.notice.map(StatusReport.Notice.init),
            recognizer: .init(
                runner.parts.recognizer.name, title: setups.engineTitle, runner.recognizerState,
                reason: setups.engineReason, weakness: setups.engineWeakness,
                translates: setups.translates),
            microphone: .init(runner.parts.audio),
            wake: settings.wake.phrase.map { phrase in
                .init(
                    phrase: phrase, listening: wake?.isListening ?? false,
                    problem: wake?.problem)
            },
            sinks: runner.parts.sinks.availabilities.map {
                .init(name: $0.sink.name, availability: $0.availability)
            },
            hotkey: .init(
                name: hotkey.source?.name, problem: hotkey.problem,
                isPending: hotkey.source?.isPending ?? false,
                hint: hotkey.source.flatMap {
                    lessons.areOver || hotkey.problem != nil
                        ? nil : settings.keyHint(watchesCancel: $0.watchesCancel)
                }),
            settingsProblem: reload.problem, profile: runner.profile,
            language: unusualLanguage, timing: .init(runner.timing), isAway: isAway,
            version: Version.current)
    }
}
