import Announcements
import AudioALSA
import DesktopParts
import Dictation
public import DictationParts
import DocumentATSPI
public import EngineRegistry
public import LinuxRuntime
public import Problems
package import RecognizerRouting
public import Settings
public import SinkChains
import SinkClipboardWayland
import SinkClipboardX11
import SinkIBus
import SinkInputMethod
import SinkKWin
import SinkUinput
import SinkVirtualKeyboard
import SinkXTest
public import SpeechEngines

/// The one table from names in the configuration to parts; the one for engines is `Engines`. An
/// unknown name is a `SettingsError` with its place in the file.
@EventLoopActor
public enum Registry {
    private typealias Table<Part> = [(
        name: String, make: @EventLoopActor (Settings) throws -> Part
    )]

    private nonisolated static let sinks: Table<any TextSink> = [
        ("xtest", { _ in XTestSink() }),
        ("input-method", { _ in InputMethodSink() }),
        ("ibus", { ibus($0) }),
        ("virtual-keyboard", { _ in VirtualKeyboardSink() }),
        ("kwin", { KWinSink(on: desktop, isComposing: !$0.pastes) }),
        ("uinput", { UinputSink(try $0.uinput(), on: desktop) }),
        ("clipboard", { clipboard($0) }),
    ]

    /// The names of the sinks.
    public nonisolated static var sinkNames: [String] { sinks.map(\.name) }

    /// The sink that commits through IBus, in this session.
    private static func ibus(_ settings: Settings) -> any TextSink {
        let (session, desktop) = (SessionEnvironment.current, desktop)
        return IBusSink(
            IBusSinkOptions(
                environment: session.variables, record: EngineRecord.path(session.variables),
                interruptsInputMethod: settings.output.interruptInputMethod,
                typesPasswords: settings.output.passwords == .allow,
                hasEachField: desktop.hasIBus,
                shell: { () throws(Problem) in try await desktop.catchUp() },
                pause: { await desktop.waitForPause() }))
    }

    /// Puts the user's input source in force again after a crash in the middle of a text; only if
    /// there is something to put back.
    package static func restoreInputSource() async throws(Problem) {
        let session = SessionEnvironment.current.variables
        guard let record = EngineRecord.path(session), EngineRecord.hasEngine(record),
            let address = IBusAddress.find(session)
        else { return }
        try await IBusTurn.restore(on: try await IBusLink.open(address), record: record)
    }

    /// The clipboard sink for this kind of session; Xwayland's where it is the only one.
    private static func clipboard(_ settings: Settings) -> any TextSink {
        let chord = settings.output.pasteChord
        return pastesByWayland
            ? WaylandClipboardSink(chord: chord) : X11ClipboardSink(chord: chord)
    }

    /// Whether the clipboard is pasted by Wayland's means, and not by X11's.
    package static var pastesByWayland: Bool { desktop.isWayland && !desktop.hasIBus }

    /// Puts a text on the session's clipboard. Where a Wayland compositor lets no program do so
    /// unless it has the focus (GNOME), it is the clipboard of Xwayland, which such desktops pass on.
    public static func copy(_ text: String) async throws(Problem) -> any ClipboardOffer {
        if desktop.isWayland {
            if let offer = try await WaylandClipboardOffer.make(of: text) { return offer }
            guard Settings.environment("DISPLAY") != nil else {
                throw Problem(
                    "cannot copy", why: "this compositor has no zwlr_data_control_manager_v1",
                    remedy: "utter retype types the text.")
            }
        }
        return try await X11ClipboardOffer.make(of: text)
    }

    /// Prepares to take over what the clipboard sink of another process serves.
    public static func inheritClipboard() async throws(Problem) -> any ClipboardHeir {
        if pastesByWayland, let heir = try await WaylandClipboardOffer.inherit() { return heir }
        return try await X11ClipboardOffer.inherit()
    }

    public static func audio(_ settings: Settings) -> any AudioSource {
        ALSAMicrophone(settings.audio.device, idleMode: settings.microphoneIdleMode)
    }

    /// The microphone that listens for the phrase of `[wake]` between dictations; nil without one.
    package static func wakeMicrophone(_ settings: Settings) throws -> WakeMicrophone? {
        try phraseListener(settings).map { WakeMicrophone(audio(settings), $0) }
    }

    /// Why the phrase of `[wake]` can't be listened for; nil if it can, or there is none.
    public static func wakeProblem(_ settings: Settings) -> Problem? {
        do {
            let listener = try phraseListener(settings)
            defer { listener?.close() }
            return listener?.availability().problem
        } catch {
            return Problem("cannot listen for the wake phrase", why: "\(error)")
        }
    }

    private static func phraseListener(
        _ settings: Settings
    ) throws -> (any SpeechRecognizer)? {
        guard let phrase = settings.wake.phrase else { return nil }
        do throws(Problem) {
            for engine in Engines.all {
                if let listener = try engine.phraseListener(for: phrase, settings) {
                    return listener
                }
            }
        } catch {
            throw settings.error(with: "wake.phrase", error)
        }
        return nil
    }

    /// Listens for one of these English answers.
    ///
    /// - Throws: what is missing for it.
    public static func answerListener(
        for answers: [String]
    ) throws(Problem) -> any SpeechRecognizer {
        for engine in Engines.all {
            if let listener = try engine.answerListener(for: answers) { return listener }
        }
        throw Problem("cannot listen for an answer", why: "no engine here can")
    }

    /// Nil if the user wants no sounds. What begins by voice is heard in any case.
    package static func cues(_ settings: Settings) -> (any CuePlayer)? {
        guard settings.audio.sounds || settings.wake.phrase != nil else { return nil }
        // A microphone's PCM may have no playback; ALSA's default is the desktop's output.
        let (tone, volume) = (settings.audio.tone, settings.audio.volume)
        return ALSACuePlayer("default", tone, volume) { Log.warning($0.description) }
    }

    /// Says things aloud; does nothing before the first.
    public static func announcer(
        onFailure: @escaping (Problem) -> Void
    ) -> any Announcer {
        SpeechDispatcher(
            path: SpeechServerAddress.path(Settings.environment),
            user: Settings.environment("USER") ?? "", onFailure: onFailure)
    }

    /// Whether something can be said aloud: a server listens, or can be started.
    public static func announcerAvailability() -> Availability {
        SpeechDispatcher.availability(environment: Settings.environment)
    }

    /// The chosen engine, with its fallback if there is one.
    public static func recognizer(
        _ settings: Settings, among models: SpeechModels = SpeechModels()
    ) throws -> any SpeechRecognizer {
        let engines = try recognizers(settings, among: models)
        guard engines.count > 1 else { return engines[0] }
        // Later than the engine's own limit, since the engine knows why it took so long.
        let limit = settings.recognizer.timeLimit + .seconds(2)
        return FallbackRecognizer(
            engines[0], fallback: engines[1], limit: RecognitionLimit(perHalfMinute: limit))
    }

    /// The chosen engine and its fallback, separately.
    package static func recognizers(
        _ settings: Settings, among models: SpeechModels = SpeechModels()
    ) throws -> [any SpeechRecognizer] {
        try settings.engines(among: models).map {
            try $0.engine.makeRecognizer($0.settings, among: models)
        }
    }

    /// Measures how fast this computer is with the models that come with utter, unless that is known,
    /// so that the best of them that is fast enough is chosen. Takes seconds, in other processes.
    package static func measureModels(_ settings: Settings) async {
        guard settings.recognizer.engine == Settings.Recognizer.automatic else { return }
        let models = SpeechModels()
        for engine in models.engines where engine.isAutomatic {
            await engine.measureModels(settings, among: models)
        }
    }

    /// The sinks in the order in which they are tried: the configured ones, or the desktop's.
    ///
    /// - Throws: a `SettingsError` for an unknown name, or a `Problem` of a setting.
    public static func sinks(_ settings: Settings) throws -> SinkChain {
        let chosen = settings.output.sinks
        let names = chosen.isEmpty ? desktop.sinks : chosen
        return SinkChain(
            try names.enumerated().map { number, name in try sink(name, number, settings) },
            reader: reader, windows: desktop.focus)
    }

    /// On Wayland the focused text is the input method's to know, but KWin has none for us, IBus
    /// doesn't know whether the field has several lines, and GTK and LibreOffice tell it less.
    private static var reader: any DocumentReader {
        ATSPIDocument(
            environment: BusEnvironment.current, knowsScreen: !desktop.isWayland,
            texts: !desktop.isWayland || desktop.hasFakeInput ? .all : .untoldToInputMethods,
            windows: desktop.makeFocus())
    }

    private static func sink(
        _ name: String, _ number: Int, _ settings: Settings
    ) throws -> any TextSink {
        try make(name, from: sinks, "sink", settings, "output.sinks[\(number)]")
    }

    /// Nil if there is no clean-up.
    public static func cleaner(_ settings: Settings) throws -> (any TextCleaner)? {
        try settings.cleaner()
    }

    /// A function that returns the name of the active keyboard layout.
    package static func layoutName(_ settings: Settings) throws -> () async throws -> String {
        let layout = UserLayout(on: desktop, configured: try settings.uinput().layout)
        return { try await layout.name() }
    }

    /// The cache of parts for dictations.
    package static func setups(_ settings: Settings) throws -> BackendCache {
        try BackendCache(
            settings,
            makers: .init(
                recognizer: { try recognizer($0) }, sinks: { try sinks($0) },
                cleaner: { try cleaner($0) }))
    }

    /// Throws all errors in the names in the settings and in each profile, and in the languages of
    /// the hotkeys.
    ///
    /// - Parameter problems: errors found before.
    public static func check(
        _ settings: Settings, besides problems: [SettingsProblem] = []
    ) throws {
        var mistakes = SettingsMistakes(problems)
        try checkParts(settings, &mistakes)
        try mistakes.collect { _ = try hotkey(settings) }
        try checkProfiles(settings, &mistakes)
        try mistakes.throwAll()
    }

    /// Throws errors in the names in profiles and in the languages of the hotkeys.
    package static func checkProfiles(_ settings: Settings) throws {
        var mistakes = SettingsMistakes([])
        try checkProfiles(settings, &mistakes)
        try mistakes.throwAll()
    }

    private static func checkProfiles(
        _ settings: Settings, _ mistakes: inout SettingsMistakes
    ) throws {
        for profile in settings.profiles { try checkParts(settings.with(profile), &mistakes) }
        let listed = settings.hotkey.binding.flatMap(\.languages)
            .map { DictationOverrides(language: $0) }
        for choice in settings.hotkey.binding.map(\.choice) + listed
        where choice.language != nil {
            try checkParts(settings.resolved(for: nil, choice: choice).settings, &mistakes)
        }
    }

    private static func checkParts(
        _ settings: Settings, _ mistakes: inout SettingsMistakes
    ) throws {
        let models = SpeechModels()
        try mistakes.collect { try recognizer(settings, among: models).close() }
        // Even if another engine is used.
        for engine in models.engines {
            try mistakes.collect { try engine.checkSection(settings, among: models) }
        }
        for (number, name) in settings.output.sinks.enumerated() {
            try mistakes.collect { try sink(name, number, settings).close() }
        }
        try mistakes.collect { try phraseListener(settings)?.close() }
        // Even if the sink isn't used.
        try mistakes.collect { _ = try settings.uinput() }
        try mistakes.collect { _ = try settings.textOptions() }
        try mistakes.collect { try cleaner(settings)?.close() }
    }

    private static func make<Part>(
        _ name: String, from table: Table<Part>, _ kind: String, _ settings: Settings,
        _ key: String
    ) throws -> Part {
        if let entry = table.first(where: { $0.name == name }) { return try entry.make(settings) }
        let names = table.map(\.name)
        throw SettingsError([
            settings.problem(
                with: key,
                reason: "there is no \(kind) “\(name)”; there is \(names.joined(separator: ", "))",
                value: name, names: names)
        ])
    }
}

extension Settings {
    /// Whether the sinks include the clipboard, as the automatic ones do.
    fileprivate var pastes: Bool { output.sinks.isEmpty || output.sinks.contains("clipboard") }
}
