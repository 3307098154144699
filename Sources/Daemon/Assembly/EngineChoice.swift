import Dictation
import EngineRegistry
import Models
import Problems
public import Settings
public import SpeechEngines

/// An engine for dictations.
public struct EngineChoice: Sendable {
    public let engine: any Engine
    /// The settings for its recogniser. If it was chosen for a language, that is the spoken language,
    /// whether the configuration or the locale names it.
    public let settings: Settings
    /// Why it is this one, if the configuration leaves that to the program: `the first with a model
    /// for de-DE, by the locale`.
    public var reason: String?
    /// Whether it writes in English what is said in another language.
    public var translates = false
    /// The model that a command named; nil for the one that the settings lead to.
    var model: SpeechModel?

    /// The name for people, who know the model better than the program that loads it:
    /// `Whisper tiny.en`; without a model of its catalogue's form, the engine's.
    public func title(among models: SpeechModels) -> String {
        let path = model?.path ?? (try? engine.modelPaths(settings, among: models))?.first
        return path.flatMap { InstalledModel($0)?.title } ?? engine.title
    }
}

/// Chooses the engine where the configuration says "auto": the first that may be used without being
/// named and has a usable model of the language.
struct AutomaticEngine {
    let settings: Settings
    let models: SpeechModels

    private var candidates: [any Engine] { models.engines.filter(\.isAutomatic) }

    /// - Throws: an error if `[recognizer] language` names a language that no engine understands.
    func choice() throws -> EngineChoice {
        if settings.translates(among: models) { return try translating }
        guard let language = try settings.spokenLanguage() else { return withoutLanguage }
        if let choice = best(for: DictationLanguage(language, by: .recognizer)) { return choice }
        // One whose library or model is damaged says so itself.
        if let engine = candidates.first(where: { understands(language, $0) }) {
            return EngineChoice(
                engine: engine, settings: settings,
                reason: "no engine has a usable model for \(language)")
        }
        throw settings.error(
            with: "recognizer.language",
            Problem(
                "no engine understands “\(language)”",
                why: "none of \(names) has a model of it",
                remedy: "“utter models” says what there is and how to install more."))
    }

    /// The first that can translate the likeliest language; never one for another language.
    private var translating: EngineChoice {
        get throws {
            let language = settings.likelyLanguages(among: models)[0]
            if let choice = best(for: language) { return choice }
            throw settings.error(
                with: "recognizer.translate",
                Problem(
                    "no engine can translate “\(language.tag)” into English",
                    why: "none of \(names) has a model here that does",
                    remedy: "Install the package utter-model-base, or another Whisper model of"
                        + " several languages; “utter models available” lists them."))
        }
    }

    /// The first with a usable model of a language; one that is too slow comes last.
    private func best(for language: DictationLanguage) -> EngineChoice? {
        var wanted = settings
        wanted.recognizer.language = language.tag.description
        let usable = candidates.filter {
            understands(language.tag, $0) && $0.problem(wanted, among: models) == nil
        }
        let best = usable.first { !$0.isTooSlow(wanted, among: models) } ?? usable.first
        let source = language.isConfigured ? "" : ", by \(language.source.rawValue)"
        return best.map {
            EngineChoice(
                engine: $0, settings: wanted,
                reason: "the first with a model for \(language.tag)\(source)")
        }
    }

    /// That for the likeliest language with a model, or the first that can recognise anything. If
    /// there is none, the last one, which says what is missing.
    private var withoutLanguage: EngineChoice {
        let languages = settings.likelyLanguages(among: models)
        if let choice = languages.lazy.compactMap({ best(for: $0) }).first { return choice }
        let name = " for \(languages[0].tag)"
        if let engine = candidates.first(where: { $0.problem(settings, among: models) == nil }) {
            return EngineChoice(
                engine: engine, settings: settings, reason: "no engine has a model\(name)")
        }
        return EngineChoice(
            engine: candidates.last ?? models.engines[0], settings: settings,
            reason: "none of \(names) has a usable model")
    }

    private func understands(_ language: LanguageTag, _ engine: any Engine) -> Bool {
        engine.understands(language, settings, among: models)
    }

    private var names: String { candidates.map(\.name).joined(separator: ", ") }
}
