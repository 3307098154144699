import Dictation
import Models
import Problems
import Settings
import SpeechEngines
import SystemPackage
import TestSupport
import Testing
import TranscribeCppFiles

@testable import RecognizerTranscribeCpp

/// What the engine makes of settings and models.
@Suite struct TranscribeCppTests {
    private let folder: ScratchDirectory
    private let models: SpeechModels

    init() throws {
        folder = try ScratchDirectory("models")
        for (name, languages) in [("english", ["en"]), ("many", ["en", "de", "fr"])] {
            var header = ToneGGUF.Header()
            header.languages = languages
            _ = try ToneGGUF(name, in: folder.path, header)
        }
        models = SpeechModels(of: [TranscribeCpp()], in: [folder.path], own: folder.path)
    }

    private func settings(_ change: (inout Settings) -> Void = { _ in }) -> Settings {
        var settings = Settings()
        change(&settings)
        return settings
    }

    @Test func takesTheModelOfTheLanguage() throws {
        #expect(models.models(of: "transcribe-cpp").map(\.name) == ["english.gguf", "many.gguf"])
        for (language, model) in [("en", "english"), ("de-AT", "many"), ("fr", "many")] {
            let configuration = try TranscribeCpp().configuration(
                for: settings { $0.recognizer.language = language }, among: models)
            #expect(configuration.model.name == model)
            #expect(configuration.language == LanguageTag(language))
        }
        let german = try #require(LanguageTag("de"))
        let japanese = try #require(LanguageTag("ja"))
        #expect(TranscribeCpp().understands(german, settings(), among: models))
        #expect(!TranscribeCpp().understands(japanese, settings(), among: models))
    }

    @Test func takesAModelThatTranslates() throws {
        for name in ["english", "parakeet", "whisper"] {
            var header = ToneGGUF.Header()
            header.languages = name == "english" ? ["en"] : ["en", "de"]
            header.architecture = name == "whisper" ? "whisper" : "parakeet"
            header.translates = true
            _ = try ToneGGUF(name, in: folder.path, header)
        }
        let models = models.renewed()
        func configuration(
            _ language: String, _ model: String? = nil
        ) throws -> TranscribeCppConfiguration {
            let settings = settings {
                $0.recognizer.translate = true
                $0.recognizer.language = language
                $0[TranscribeCppSettings.self].model = model
            }
            return try TranscribeCpp().configuration(for: settings, among: models)
        }
        let german = try configuration("de")
        #expect(german.model.name == "whisper" && german.translates)
        // English is English already.
        let english = try configuration("en")
        #expect(english.model.name == "english" && !english.translates)
        // A named one stays, and is refused.
        let named = try configuration("de", "many")
        #expect(named.model.name == "many" && named.translates)
    }

    /// What a warning of a slow model names.
    @Test func fasterModelsOfTheCatalogueAreKnown() throws {
        for (language, names) in [
            ("de", ["canary-180m-flash"]),
            ("en", ["parakeet-tdt_ctc-110m", "canary-180m-flash"]),
        ] {
            let slow = try #require(ModelCatalogue.model(named: "parakeet-tdt-0.6b-v3"))
            let file = FilePath(folder.path).appending(slow.file.name)
            let faster = TranscribeCpp.faster(
                than: file, for: LanguageTag(language), among: models.models(of: "transcribe-cpp"))
            #expect(faster.allSatisfy { $0.factor > 1 && !$0.isInstalled })
            for name in names { #expect(faster.map(\.name).contains(name)) }
        }
        #expect(
            TranscribeCpp.faster(
                than: FilePath("/models/my-own.gguf"), for: LanguageTag("en"), among: []) == [])
    }

    /// Without a language in the settings: the locale's where a model has it, else English, else the
    /// only one that the model has.
    @Test(arguments: [
        (nil, nil, "english", "en"), ("de-AT", nil, "many", "de-AT"),
        ("ja-JP", nil, "english", "en"),
        ("de-AT", "english", "english", "en"), ("ja-JP", "many", "many", "en"),
    ])
    func theLocaleSaysTheLanguage(
        _ locale: String?, _ named: String?, _ model: String, _ language: String
    ) throws {
        let models = SpeechModels(
            of: [TranscribeCpp()], in: [folder.path], own: folder.path,
            locale: locale.flatMap { LanguageTag($0) })
        let configuration = try TranscribeCpp().configuration(
            for: settings { $0[TranscribeCppSettings.self].model = named }, among: models)
        #expect(configuration.model.name == model)
        #expect(configuration.language == LanguageTag(language))
    }

    @Test func aModelOfOneLanguageHasThat() throws {
        var header = ToneGGUF.Header()
        header.languages = ["fr"]
        let other = try ScratchDirectory("transcribe")
        _ = try ToneGGUF("french", in: other.path, header)
        let models = SpeechModels(
            of: [TranscribeCpp()], in: [other.path], own: nil, locale: LanguageTag("de-DE"))
        let configuration = try TranscribeCpp().configuration(for: settings(), among: models)
        #expect(configuration.language == LanguageTag("fr"))
        // What the configuration says is never replaced.
        let told = try TranscribeCpp().configuration(
            for: settings { $0.recognizer.language = "de" }, among: models)
        #expect(told.language == LanguageTag("de"))
    }

    /// Of several for the language, the one that the catalogue has first for this computer.
    @Test func takesTheBestOfSeveral() throws {
        let known = try ["moonshine-streaming-tiny", "parakeet-tdt_ctc-110m", "whisper-base"].map {
            try #require(ModelCatalogue.model(named: $0))
        }
        for model in known {
            let name = String(model.file.name.dropLast(".gguf".count))
            _ = try ToneGGUF(name, in: folder.path, ToneGGUF.Header())
        }
        let models = SpeechModels(of: [TranscribeCpp()], in: [folder.path], own: folder.path)
        let english = try #require(LanguageTag("en"))
        let best = ModelCatalogue.best(of: known, for: english, ComputerSpeed())
        let configuration = try TranscribeCpp().configuration(for: settings(), among: models)
        #expect(configuration.model.path.lastComponent?.string == best?.file.name)
        #expect(TranscribeCpp().problem(with: configuration) == nil)
    }

    @Test(arguments: ["many", "many.gguf"])
    func takesTheModelThatIsNamed(_ name: String) throws {
        let chosen = settings {
            $0.recognizer.language = "en"
            $0[TranscribeCppSettings.self].model = name
            $0[TranscribeCppSettings.self].threads = 3
            $0[TranscribeCppSettings.self].device = .gpu
        }
        let configuration = try TranscribeCpp().configuration(for: chosen, among: models)
        #expect(configuration.model.path == FilePath(folder.path("many.gguf")))
        #expect(configuration.threads == 3)
        #expect(configuration.device == .gpu)
    }

    @Test func aModelThatIsMissingIsNamed() throws {
        let chosen = settings { $0[TranscribeCppSettings.self].model = "other" }
        let configuration = try TranscribeCpp().configuration(for: chosen, among: models)
        let problem = configuration.model.problem
        #expect(problem?.what == "there is no speech model “\(folder.path("other.gguf"))”")
        let none = SpeechModels(of: [TranscribeCpp()], in: [], own: folder.path)
        #expect(TranscribeCpp().advice(settings(), among: none).count == 1)
        #expect(TranscribeCpp().advice(settings(), among: models).isEmpty)
    }

    /// Loading a model to check it needs no language in the settings.
    @Test func eachModelCanBeLoaded() throws {
        for model in models.all {
            let chosen = settings { $0.recognizer.language = "ja" }
            let configuration = try TranscribeCpp().configuration(loading: model, chosen)
            #expect(configuration?.language == LanguageTag("en"))
        }
    }
}
