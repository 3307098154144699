public import Dictation
public import DictationParts
import EngineRegistry
public import LinuxRuntime
public import Problems
public import RecognizerRouting
public import Session
public import Settings
public import SinkChains
import SpeechEngines
import TextEditing
public import TextProcessing

/// The parts for dictations, by profile, language and window: caches recognisers, sinks and text
/// processors, which are slow to make.
@EventLoopActor
public final class BackendCache: DictationSetups {
    /// Makes parts from settings.
    public struct Makers {
        public var recognizer: (Settings) throws -> any SpeechRecognizer
        public var sinks: (Settings) throws -> SinkChain
        public var cleaner: (Settings) throws -> (any TextCleaner)?
        public var processor: (TextOptions) -> TextProcessor

        public init(
            recognizer: @escaping (Settings) throws -> any SpeechRecognizer,
            sinks: @escaping (Settings) throws -> SinkChain,
            cleaner: @escaping (Settings) throws -> (any TextCleaner)? = { _ in nil },
            processor: @escaping (TextOptions) -> TextProcessor = TextProcessor.init
        ) {
            self.recognizer = recognizer
            self.sinks = sinks
            self.cleaner = cleaner
            self.processor = processor
        }
    }

    /// Dictations with equal keys can share a recogniser.
    private struct RecognizerKey: Hashable {
        private let engines: [String]
        private let configurations: [AnyHashable]
        /// The time after which the fallback takes over.
        private let limit: Duration?

        /// The key for settings, and their engine; nil if there is none.
        static func of(
            _ settings: Settings, among models: SpeechModels
        ) -> (key: RecognizerKey, engine: EngineChoice?) {
            do {
                let choices = try settings.engines(among: models)
                let key = RecognizerKey(
                    engines: choices.map(\.engine.name),
                    configurations: try choices.map {
                        try $0.engine.identity($0.settings, among: models)
                    },
                    limit: choices.count > 1 ? settings.recognizer.timeLimit : nil)
                return (key, choices[0])
            } catch {
                // There is no recogniser for them, but they aren't equal to other settings.
                let values: [AnyHashable] = [settings.recognizer, settings.text.words]
                return (RecognizerKey(engines: [], configurations: values, limit: nil), nil)
            }
        }

        /// The key for one model of an engine, without a fallback.
        static func of(
            _ model: SpeechModel, _ engine: any Engine, _ settings: Settings
        ) throws -> RecognizerKey {
            RecognizerKey(
                engines: [engine.name],
                configurations: [try engine.identity(loading: model, settings)], limit: nil)
        }
    }

    /// The same for sinks.
    private struct SinksKey: Hashable {
        private let names: [String]
        private let pasteChord: PasteChord
        private let layout: String?
        private let keyHold: Duration?
        private let interruptsInputMethod: Bool

        init(_ settings: Settings) {
            let output = settings.output
            (names, pasteChord) = (output.sinks, output.pasteChord)
            (layout, keyHold) = (output.layout, output.keyHold)
            interruptsInputMethod = output.interruptInputMethod
        }
    }

    public private(set) var settings: Settings
    public let recognizer: RecognizerRouter
    private let makers: Makers
    private var recognizers: [RecognizerKey: any SpeechRecognizer]
    /// The engine of the current recogniser, without its fallback; nil if there is none.
    private var engine: EngineChoice? { didSet { engineTitle = engine?.title(among: models) } }
    /// Its name for people.
    public private(set) var engineTitle: String?
    /// Why it was chosen; nil if the configuration names it.
    public var engineReason: String? { engine?.reason }
    /// The weakness of the engine's words that users must know about.
    public var engineWeakness: Problem? { engine?.engine.weakness }
    /// Whether dictations are written in English, whatever is spoken.
    public var translates: Bool { engine?.translates ?? false }
    private var sinks: [SinksKey: SinkChain]
    private var cleaners: [SettingsValues<Settings.Cleanup>: any TextCleaner] = [:]
    private var processors: TextProcessors
    private var models = SpeechModels()
    /// The setup of a dictation without profile or overrides.
    public private(set) var general: DictationSetup

    /// Makes the general recogniser and sinks; the ones of profiles are made when needed.
    public init(_ settings: Settings, makers: Makers) throws {
        self.settings = settings
        self.makers = makers
        let main = try makers.recognizer(settings)
        let chain = try makers.sinks(settings)
        let (key, engine) = RecognizerKey.of(settings, among: models)
        recognizers = [key: main]
        self.engine = engine
        engineTitle = engine?.title(among: models)
        sinks = [SinksKey(settings): chain]
        recognizer = RecognizerRouter(main)
        let cleaner = try makers.cleaner(settings)
        cleaners[settings.cleanup] = cleaner
        var processors = TextProcessors(makers.processor)
        let style = try settings.withRules(for: engine).style { processors.processor($0) }
        self.processors = processors
        general = DictationSetup(profile: nil, sinks: chain, style: style, cleaner: cleaner)
    }

    /// The language of the keyboard layout that was active at the start of the dictation.
    public var layout: LanguageTag?

    /// Whether a dictation must know the active keyboard layout.
    public func needsLayout(for choice: DictationOverrides) -> Bool {
        if let language = choice.language { return language == Settings.layoutLanguage }
        return ([settings] + settings.profiles.map { settings.with($0) })
            .contains { $0.recognizer.language == Settings.layoutLanguage }
    }

    /// Whether a dictation must know its window.
    public func needsWindow(for choice: DictationOverrides) -> Bool {
        // In a terminal no space is typed after a dictation, and no full stop at its end.
        settings.dependsOnWindow || settings.text.spacing != .none
            || settings.text.punctuation == .auto
            || settings.resolved(for: nil, choice: choice).settings.output.focus != .follow
    }

    /// The setup for a dictation into a window; its recogniser becomes the current one. If its
    /// parts can't be made, which `utter config check` would report, returns the general setup.
    ///
    /// - Parameter keepsRecognizer: whether the current recogniser stays.
    public func choose(
        _ choice: DictationOverrides, for window: DesktopWindow?, keepsRecognizer: Bool
    ) -> DictationSetup {
        let (settings, profile) = settings.resolved(
            for: window, choice: choice, layout: layout)
        do {
            if !keepsRecognizer {
                let (chosen, engine) = try recognizer(settings, model: choice.model)
                recognizer.use(chosen)
                self.engine = engine
            }
            var style = try style(settings, engine)
            style.text.window = window.flatMap(WindowKind.init)
            return DictationSetup(
                profile: profile, sinks: try chain(settings), style: style,
                cleaner: try cleaner(settings))
        } catch {
            let (key, engine) = RecognizerKey.of(self.settings, among: models)
            if !keepsRecognizer, let main = recognizers[key] {
                recognizer.use(main)
                self.engine = engine
            }
            var setup = general
            if choice.model != nil, let problem = error as? Problem {
                setup.problem = problem
                return setup
            }
            setup.problem = Problem(
                "the profile \(profile.map { "“\($0)” " } ?? "")can’t be used", why: "\(error)",
                remedy: "Correct it in the file; utter config check lists all that is wrong.")
            return setup
        }
    }

    /// Also returns the engine.
    ///
    /// - Parameter name: the model to load; nil for what the settings choose.
    private func recognizer(
        _ settings: Settings, model name: String? = nil
    ) throws -> (recognizer: any SpeechRecognizer, engine: EngineChoice?) {
        models = models.renewed()
        if let name { return try recognizer(settings, loading: models.find(name)) }
        let (key, engine) = RecognizerKey.of(settings, among: models)
        if let known = recognizers[key] { return (known, engine) }
        let made = try makers.recognizer(settings)
        recognizers[key] = made
        return (made, engine)
    }

    private func recognizer(
        _ settings: Settings, loading found: (engine: any Engine, model: SpeechModel)
    ) throws -> (recognizer: any SpeechRecognizer, engine: EngineChoice?) {
        var settings = settings
        // A model of one language understands no other.
        if let only = found.model.language, found.model.languages.count == 1 {
            settings.recognizer.language = only.description
        }
        let key = try RecognizerKey.of(found.model, found.engine, settings)
        let choice = EngineChoice(
            engine: found.engine, settings: settings, model: found.model)
        if let known = recognizers[key] { return (known, choice) }
        let made = try found.engine.makeRecognizer(loading: found.model, settings)
        recognizers[key] = made
        return (made, choice)
    }

    /// The name of another model for a dictation, whose words are good enough for writing; nil
    /// without one.
    public func otherModel(for choice: DictationOverrides) -> String? {
        let settings = settings.resolved(for: nil, choice: choice, layout: layout).settings
        guard let engine = try? recognizer(settings, model: choice.model).engine else { return nil }
        let used =
            engine.model.map { [$0.path] }
            ?? (try? engine.engine.modelPaths(engine.settings, among: models))
        let language = engine.settings.likelyLanguages(among: models)[0].tag
        return models.all.first { model in
            used?.contains(model.path) == false && model.understands(language)
                && models.engine(named: model.engine)?.weakness == nil && model.problem == nil
        }?.name
    }

    /// With the rules of the engine's language.
    private func style(
        _ settings: Settings, _ engine: EngineChoice?
    ) throws -> DictationRunner.Style {
        try settings.withRules(for: engine).style { processors.processor($0) }
    }

    private func chain(_ settings: Settings) throws -> SinkChain {
        let key = SinksKey(settings)
        if let known = sinks[key] { return known }
        let made = try makers.sinks(settings)
        sinks[key] = made
        return made
    }

    private func cleaner(_ settings: Settings) throws -> (any TextCleaner)? {
        if let known = cleaners[settings.cleanup] { return known }
        let made = try makers.cleaner(settings)
        cleaners[settings.cleanup] = made
        return made
    }

    /// Changes the settings; only between dictations. Parts that stay the same stay loaded. If the
    /// settings are invalid, throws the errors and changes nothing.
    public func adopt(_ settings: Settings) throws {
        let (main, engine) = try recognizer(settings)
        let style = try style(settings, engine)
        let chain = try chain(settings)
        let cleaner = try cleaner(settings)
        self.settings = settings
        general = DictationSetup(profile: nil, sinks: chain, style: style, cleaner: cleaner)
        recognizer.replace(main: main)
        self.engine = engine
        // The ones of profiles are made again when needed.
        for (key, other) in recognizers where other !== main {
            recognizers[key] = nil
            recognizer.drop(other)
        }
        for (key, other) in sinks where other !== chain {
            sinks[key] = nil
            other.close()
        }
        for (key, other) in cleaners where other !== cleaner {
            cleaners[key] = nil
            other.close()
        }
    }

    public func close() {
        recognizer.close()
        for recognizer in recognizers.values { recognizer.close() }
        for chain in sinks.values { chain.close() }
        for cleaner in cleaners.values { cleaner.close() }
    }
}
