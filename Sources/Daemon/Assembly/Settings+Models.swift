import Dictation
import Glibc
import Problems
import RecognizerPocketSphinx
import RecognizerVosk
public import Settings
import SystemPackage

// The model of an engine, by name or by language.

extension Settings {
    func pocketSphinx(
        _ models: SpeechModels = SpeechModels()
    ) throws -> PocketSphinxConfiguration {
        let chosen = recognizer
        var folder: PocketSphinxFolder?
        if chosen.model == nil, chosen.dictionary == nil, chosen.languageModel == nil,
            let language = try spokenLanguage()
        {
            folder = models.model(of: "pocketsphinx", for: language)
                .flatMap { PocketSphinxFolder($0.path) }
        }
        let configuration: PocketSphinxConfiguration
        do throws(Problem) {
            configuration = try PocketSphinxConfiguration(
                model: chosen.model.map { FilePath($0) } ?? folder?.model,
                dictionary: chosen.dictionary.map { FilePath($0) } ?? folder?.dictionary,
                languageModel: chosen.languageModel.map { FilePath($0) } ?? folder?.languageModel,
                words: text.words.filter { !$0.value.isEmpty },
                options: chosen.options)
        } catch {
            throw self.error(with: "recognizer.options", error)
        }
        try checkLanguage(of: configuration.locale)
        return configuration
    }

    /// A model of another language would give nonsense.
    private func checkLanguage(of locale: String) throws {
        guard let wanted = try spokenLanguage(), let spoken = LanguageTag(locale),
            spoken.fitness(for: wanted) == nil
        else { return }
        let problem = Problem(
            "PocketSphinx can't understand “\(wanted)”", why: "its model is one of \(locale)",
            remedy: "Name one in [recognizer] model, or choose another engine or fallback.")
        throw error(with: "recognizer.language", problem)
    }

    /// - Throws: an error for a name that is no model's. A model that isn't installed is reported
    ///   by `availability()` instead, since then the fallback can work.
    func vosk(_ models: SpeechModels = SpeechModels()) throws -> VoskConfiguration {
        VoskConfiguration(
            libraries: voskLibraries(), model: VoskModel(FilePath(try voskModelPath(models))))
    }

    private func voskModelPath(_ models: SpeechModels) throws -> String {
        let folder = models.ownFolder ?? "/usr/share/vosk"
        if let name = recognizer.voskModel {
            if name.hasPrefix("/") { return name }
            if let found = models.model(of: "vosk", named: name) { return found.path.string }
            guard !name.contains("/") else {
                throw error(
                    with: "recognizer.vosk_model",
                    Problem(
                        "“\(name)” is no model", why: "it is neither a folder's name nor a full "
                            + "path", remedy: "“utter models” lists them."))
            }
            return "\(folder)/\(name)"
        }
        guard let language = try spokenLanguage() else {
            let all = models.models(of: "vosk")
            if all.count < 2 { return all.first?.path.string ?? "\(folder)/vosk-model-…" }
            // Of several, the one for the language of the text's rules.
            let best = LanguageTag(text.language).flatMap { models.model(of: "vosk", for: $0) }
            return (best ?? all[0]).path.string
        }
        return models.model(of: "vosk", for: language)?.path.string
            ?? "\(folder)/vosk-model-\(language.description.lowercased())-…"
    }

    /// The recogniser's settings with the resulting models: equal for languages with the same
    /// model.
    var recognizerWithModels: SettingsValues<Recognizer> {
        var identity = recognizer
        identity.language = recognizer.fixedLanguage
        let engines = [recognizer.engine, recognizer.fallback].compactMap(\.self)
        // Other engines get the language with each sound.
        guard engines.allSatisfy({ ["pocketsphinx", "vosk"].contains($0) }) else {
            return identity
        }
        if engines.contains("pocketsphinx") {
            guard let found = try? pocketSphinx() else { return identity }
            identity.model = found.model.string
            identity.dictionary = found.dictionary.string
            identity.languageModel = found.languageModel.string
        }
        if engines.contains("vosk") {
            guard let found = try? vosk() else { return identity }
            identity.voskModel = found.model.path.string
        }
        identity.language = nil
        return identity
    }

    /// The folders of the models that the engine and the fallback would load.
    public func modelsInUse(_ models: SpeechModels) -> Set<String> {
        var paths: Set<String> = []
        for engine in [recognizer.engine, recognizer.fallback] {
            switch engine {
            case "vosk": if let vosk = try? vosk(models) { paths.insert(vosk.model.path.string) }
            case "pocketsphinx":
                guard let model = (try? pocketSphinx(models))?.model else { continue }
                paths.formUnion([model.string, model.removingLastComponent().string])
            default: break
            }
        }
        return paths
    }

    /// `[recognizer] language`; nil if there is none.
    func spokenLanguage() throws -> LanguageTag? {
        guard let text = recognizer.fixedLanguage else { return nil }
        if let tag = LanguageTag(text) { return tag }
        throw error(
            with: "recognizer.language",
            Problem(
                "“\(text)” is no language", why: "it isn't of the form “de” or “de-AT”",
                remedy: "“utter models” lists the languages of the models that are there."))
    }
}
