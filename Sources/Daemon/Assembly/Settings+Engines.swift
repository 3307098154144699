import Dictation
import EngineRegistry
import Problems
public import Settings
public import SpeechEngines
import SystemPackage

// The engines that the settings name.

extension Settings {
    /// The engine and its fallback, if that is another one.
    ///
    /// - Throws: an error for a name that no engine has, or if there is no engine for the language.
    package func engines(among models: SpeechModels = SpeechModels()) throws -> [EngineChoice] {
        try checkTranslation(among: models)
        let translates = translates(among: models)
        return try namedEngines(among: models).map { choice in
            var choice = choice
            choice.translates = translates
            return choice
        }
    }

    /// Throws if nobody has said which language is to be translated.
    private func checkTranslation(among models: SpeechModels) throws {
        let language = likelyLanguages(among: models)[0]
        guard recognizer.translate, recognizer.language == nil, language.tag.isEnglish else {
            return
        }
        throw error(
            with: "recognizer.translate",
            Problem(
                "there is nothing to translate",
                why: "what you speak is English, by \(language.source.rawValue)",
                remedy: "Say which language it is, such as: utter config set recognizer.language de"
            ))
    }

    private func namedEngines(among models: SpeechModels) throws -> [EngineChoice] {
        let fallback = try recognizer.fallback.map {
            EngineChoice(
                engine: try engine($0, "recognizer.fallback", models), settings: self)
        }
        let first: EngineChoice
        if recognizer.engine == Recognizer.automatic {
            do {
                first = try AutomaticEngine(settings: self, models: models).choice()
            } catch {
                guard let fallback else { throw error }
                return [fallback]
            }
        } else {
            first = EngineChoice(
                engine: try engine(recognizer.engine, "recognizer.engine", models),
                settings: self)
        }
        guard let fallback, fallback.engine.name != first.engine.name else { return [first] }
        return [first, fallback]
    }

    private func engine(
        _ name: String, _ key: String, _ models: SpeechModels
    ) throws -> any Engine {
        if let engine = models.engine(named: name) { return engine }
        var names = models.engines.map(\.name)
        if key == "recognizer.engine" { names.insert(Recognizer.automatic, at: 0) }
        throw SettingsError([
            problem(
                with: key,
                reason: "there is no engine “\(name)”; there is \(names.joined(separator: ", "))",
                value: name, names: names)
        ])
    }

    /// The folders or files of the models that the engine and the fallback would load.
    public func modelsInUse(_ models: SpeechModels) -> Set<String> {
        let engines = (try? engines(among: models)) ?? []
        let paths = engines.flatMap {
            (try? $0.engine.modelPaths($0.settings, among: models)) ?? []
        }
        return Set(paths.map(\.string))
    }
}
