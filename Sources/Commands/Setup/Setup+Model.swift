import Assembly
import Dictation
import EngineRegistry
import LinuxRuntime
import Models
import Problems
import Settings
import SpeechEngines
import SystemPackage

extension Setup {
    /// Recommends a model for the user's language and this computer, and installs it after a yes.
    ///
    /// - Returns: false if that didn't succeed. Dictation goes on with the engine that is there.
    func offerModel() async throws -> Bool {
        let settings = try file.load()
        let models = SpeechModels()
        let (language, computer) = (settings.likelyLanguages(among: models)[0], ComputerSpeed())
        talk.say("Your language is \(language.tag.title), by \(language.source.rawValue).")
        if settings.recognizer.engine != Settings.Recognizer.automatic,
            let choice = settings.usableEngine(among: models), choice.engine.weakness == nil
        {
            talk.say("✓ \(choice.title(among: models)) recognises, as the configuration says.")
            return true
        }
        if let words = recognition(settings, language.tag) {
            talk.say("✓ \(words): no other model is needed.")
            if let better = try better(than: settings, for: language.tag, computer) {
                talk.say("Fewer wrong words, if you like: utter models install \(better.name)")
            }
            adopt(language, settings)
            return true
        }
        guard let model = ModelCatalogue.recommended(for: language.tag, computer) else {
            talk.say(
                "There is no model for “\(language.tag)” to install; a program or a server may "
                    + "understand it: man utter.toml.")
            goOn(settings)
            return true
        }
        let store = try ModelStore(environment: Settings.environment)
        if store.isInstalled(model) {
            talk.say("✗ “\(model.name)” is installed, but not used: \(obstacle(settings))")
            goOn(settings)
            return false
        }
        if let problem = await libraryProblem(with: store.path(of: model), settings) {
            talk.say(problem)
            talk.say("No model is offered, since none could be used.")
            goOn(settings)
            return false
        }
        if talk.assumesYes {
            talk.say("Recommended for you: \(summary(of: model, computer))")
            talk.say(
                "Left out: nothing is downloaded without a question. To get it: “utter models "
                    + "install \(model.name)”")
            goOn(settings)
            return true
        }
        talk.say(
            """
            This computer has \(computer.cores == 1 ? "one core" : "\(computer.cores) cores"): an \
            estimated \(Int(computer.share * 100)) % of the speed of the laptop with eight cores \
            that the published speeds are from.
            """)
        // The question says the rest.
        let facts = [model.name] + [speed(of: model, computer)].compactMap(\.self)
        talk.say("Recommended for you: \(facts.joined(separator: ", "))")
        return try await install(model, to: store, for: language, settings)
    }

    /// Why the engine of a model that isn't there yet could not use it; nil if it could.
    private func libraryProblem(with model: FilePath, _ settings: Settings) async -> Problem? {
        for engine in Engines.all where engine.model(at: model) != nil {
            return await engine.libraryProblem(settings)
        }
        return nil
    }

    private func install(
        _ model: CatalogueModel, to store: ModelStore, for language: DictationLanguage,
        _ settings: Settings
    ) async throws -> Bool {
        do {
            let installation = try ModelInstallation(
                model, to: store, from: try settings.modelSource())
            guard try await installation.run(talk) else {
                talk.say("Later: “utter models install \(model.name)”")
                goOn(settings)
                return true
            }
        } catch let problem as Problem {
            try Task.checkCancellation()
            talk.say(problem)
            goOn(settings)
            return false
        } catch let error as SettingsError {
            talk.say("✗ \(error)")
            goOn(settings)
            return false
        }
        guard let words = recognition(settings, language.tag) else {
            talk.say("✗ It is installed, but not used: \(obstacle(settings))")
            goOn(settings)
            return false
        }
        talk.say("✓ It is installed. \(words).")
        adopt(language, settings)
        return true
    }

    /// The model that recognises a language, or its engine without one, if the words are good enough
    /// to write with: `Canary 180M flash recognises German`.
    private func recognition(_ settings: Settings, _ language: LanguageTag) -> String? {
        let models = SpeechModels()
        guard let choice = choice(settings, language, among: models), choice.engine.weakness == nil
        else { return nil }
        return "\(choice.title(among: models)) recognises \(language.title)"
    }

    private func choice(
        _ settings: Settings, _ language: LanguageTag, among models: SpeechModels
    ) -> EngineChoice? {
        var settings = settings
        settings.recognizer.language = language.description
        return settings.usableEngine(among: models)
    }

    /// The recommended model, if the one in use came with utter.
    private func better(
        than settings: Settings, for language: LanguageTag, _ computer: ComputerSpeed
    ) throws -> CatalogueModel? {
        let models = SpeechModels()
        guard let path = choice(settings, language, among: models)?.modelPath(among: models),
            let better = ModelCatalogue.recommended(for: language, computer)
        else { return nil }
        let store = try ModelStore(environment: Settings.environment)
        let own = store.path(of: better).removingLastComponent()
        return path.starts(with: own) || store.isInstalled(better) ? nil : better
    }

    /// Why an installed model isn't used.
    private func obstacle(_ settings: Settings) -> String {
        let engine = settings.recognizer.engine
        return engine == Settings.Recognizer.automatic
            ? "utter models check looks for what is wrong with it."
            : "the configuration names the engine “\(engine)”; engine = \"auto\" would take it."
    }

    private func summary(of model: CatalogueModel, _ computer: ComputerSpeed) -> String {
        var facts = ["\(ByteCount(model.file.bytes))", model.licence.rawValue]
        if let figures = model.figures {
            facts.append("\(figures.errors) % wrong words published")
        }
        facts += [speed(of: model, computer)].compactMap(\.self)
        return "\(model.name) (\(facts.joined(separator: ", ")))"
    }

    /// In words; nil if it is unknown.
    private func speed(of model: CatalogueModel, _ computer: ComputerSpeed) -> String? {
        computer.estimate(for: model).map {
            "about \(($0 * 10).rounded() / 10) times as fast as speech here"
        }
    }

    /// A language that only the locale says is written into the configuration: recognition goes by
    /// that, and a model that is told a wrong language translates into it.
    private func adopt(_ language: DictationLanguage, _ settings: Settings) {
        let name = language.tag.language
        guard language.source == .locale, settings.recognizer.language == nil,
            LanguageTag(settings.text.language)?.language != name
        else { return }
        keep(.spokenLanguage, name)
        var rules = settings
        rules.text.language = name
        if (try? Languages.find(rules)) != nil { keep(.textLanguage, name) }
    }

    /// Says which engine recognises without a new model.
    private func goOn(_ settings: Settings) {
        let models = SpeechModels()
        guard let choice = settings.usableEngine(among: models) else { return }
        talk.say("Setup continues with \(choice.title(among: models)).")
        if let weakness = choice.engine.weakness { talk.say(weakness.sentences) }
    }
}

extension EngineChoice {
    /// The file or folder of the model that it loads; nil if it has none.
    func modelPath(among models: SpeechModels) -> FilePath? {
        try? engine.modelPaths(settings, among: models).first
    }
}
