import Dictation
import EngineRegistry
import PocketSphinxModel
import RecognizerPocketSphinx
import RecognizerVosk
import Settings
import SpeechEngines
import SystemPackage
import TestSupport
import Testing
import VoskFiles

@testable import Assembly

/// Folders that look like models to the code that searches for them.
private struct Models {
    let directory: ScratchDirectory

    init(_ vosk: String...) throws {
        directory = try ScratchDirectory("models")
        for name in vosk { try add(name, ["conf/model.conf"]) }
    }

    func add(_ name: String, _ files: [String]) throws {
        for file in files {
            try directory.makeFolders(for: "\(name)/\(file)")
            try directory.write("x", to: "\(name)/\(file)")
        }
    }

    var found: SpeechModels {
        SpeechModels(of: Engines.all, in: [directory.path], own: directory.path)
    }

    func vosk(_ settings: Settings) throws -> VoskConfiguration {
        try Vosk().configuration(for: settings, among: found)
    }

    func pocketSphinx(_ settings: Settings) throws -> PocketSphinxConfiguration {
        try PocketSphinx().configuration(for: settings, among: found)
    }
}

struct SpeechModelsTests {
    @Test func findsModelsOfBothEngines() throws {
        let models = try Models("vosk-model-de-0.21", "vosk-model-small-en-us-0.15")
        try models.add("fr", ["fr/mdef", "fr.dict", "fr.lm.bin"])
        try models.add("it", ["mdef", "it.dic", "it.lm"])
        try models.add("notes", ["mdef", "readme.txt"])
        try models.directory.write("x", to: "vosk-model-es-0.42.zip")
        let found = models.found.all.map { "\($0.engine) \($0.language?.description ?? "?")" }
        #expect(found == ["pocketsphinx fr", "pocketsphinx it", "vosk de", "vosk en-US"])
        #expect(models.found.all[2].bytes == 1)
    }

    @Test func areSearchedAgainWhenTheirFolderHasChanged() throws {
        let models = try Models("vosk-model-de-0.21")
        let found = models.found
        #expect(found.renewed().all.map(\.name) == ["vosk-model-de-0.21"])
        // A folder that becomes a model while it is copied.
        try models.add("vosk-model-fr-0.22", ["README"])
        let half = found.renewed()
        #expect(half.all.map(\.name) == ["vosk-model-de-0.21"])
        try models.add("vosk-model-fr-0.22", ["conf/model.conf"])
        #expect(half.renewed().all.map(\.name) == ["vosk-model-de-0.21", "vosk-model-fr-0.22"])
    }

    @Test(arguments: [
        ("de", "vosk-model-de-0.21"), ("de-AT", "vosk-model-de-0.21"),
        ("en", "vosk-model-en-in-0.5"), ("en-US", "vosk-model-small-en-us-0.15"),
        ("en-GB", "vosk-model-en-in-0.5"), ("fr", nil),
    ])
    func choosesByLanguage(_ language: String, _ name: String?) throws {
        let models = try Models(
            "vosk-model-de-0.21", "vosk-model-small-de-0.15", "vosk-model-en-in-0.5",
            "vosk-model-small-en-us-0.15")
        let tag = try #require(LanguageTag(language))
        #expect(models.found.model(of: "vosk", for: tag)?.name == name)
    }

    @Test(arguments: [
        (nil, nil, "vosk-model-en-us-0.22"), (nil, "de", "vosk-model-de-0.21"),
        (nil, "fr", "vosk-model-fr-…"), ("vosk-model-de-0.21", nil, "vosk-model-de-0.21"),
        ("vosk-model-it-0.22", nil, "vosk-model-it-0.22"), ("/opt/it", "de", "it"),
    ])
    func voskGetsItsModel(_ model: String?, _ language: String?, _ name: String) throws {
        let models = try Models("vosk-model-de-0.21", "vosk-model-en-us-0.22")
        var settings = Settings()
        settings[VoskSettings.self].model = model
        settings.recognizer.language = language
        let path = try models.vosk(settings).model.path
        #expect(path.lastComponent?.string == name)
        #expect(path.starts(with: FilePath(models.directory.path)) == (model != "/opt/it"))
    }

    @Test func aWrongNameIsTold() throws {
        var settings = Settings()
        settings[VoskSettings.self].model = "../de"
        #expect(throws: SettingsError.self) { try Models().vosk(settings) }
        settings[VoskSettings.self].model = nil
        settings.recognizer.language = "german"
        #expect(throws: SettingsError.self) { try Models().vosk(settings) }
    }

    @Test func pocketSphinxGetsTheModelOfTheLanguage() throws {
        let models = try Models()
        try models.add("fr", ["fr/mdef", "fr.dict", "fr.lm.bin"])
        var settings = Settings()
        settings.recognizer.language = "fr-CA"
        let configuration = try models.pocketSphinx(settings)
        #expect(configuration.model.string == models.directory.path("fr/fr"))
        #expect(configuration.dictionary.string == models.directory.path("fr/fr.dict"))
        #expect(configuration.languageModel.string == models.directory.path("fr/fr.lm.bin"))
        settings.recognizer.language = "de"
        #expect(throws: SettingsError.self) { try models.pocketSphinx(settings) }
    }

    /// Configured engine, fallback and language; then the resulting engine and fallback, with
    /// models of German (Vosk) and English (PocketSphinx) installed.
    @Test(arguments: [
        ("vosk", nil, "de", "vosk", nil), ("pocketsphinx", nil, "en", "pocketsphinx", nil),
        ("pocketsphinx", nil, "de", "vosk", nil), ("vosk", "pocketsphinx", "de", "vosk", nil),
        ("vosk", "pocketsphinx", "en", "pocketsphinx", nil),
        ("server", "vosk", "de", "server", "vosk"), ("server", "vosk", "en", "server", nil),
        ("pocketsphinx", "server", "de", "server", nil),
        ("pocketsphinx", nil, "fr", "pocketsphinx", nil), ("command", nil, "fr", "command", nil),
        ("auto", nil, "de", "auto", nil), ("auto", "vosk", "en", "auto", nil),
        ("auto", "server", "fr", "server", nil), ("auto", nil, "fr", "auto", nil),
    ])
    func anotherLanguageMayMeanAnotherEngine(
        _ engine: String, _ fallback: String?, _ language: String, _ other: String,
        _ otherFallback: String?
    ) throws {
        let models = try Models("vosk-model-de-0.21")
        try models.add("en-us", ["en-us/mdef", "x.dict", "x.lm.bin"])
        var settings = Settings()
        settings.recognizer.engine = engine
        settings.recognizer.fallback = fallback
        let changed = settings.with(language: language, models: models.found)
        #expect(changed.recognizer.engine == other)
        #expect(changed.recognizer.fallback == otherFallback)
        #expect(changed.recognizer.language == language)
        #expect(changed.text.language == (language == "fr" ? Languages.none : language))
    }

    @Test func aModelOfAnotherLanguageIsForgotten() throws {
        let models = try Models("vosk-model-de-0.21", "vosk-model-en-us-0.22")
        var settings = Settings()
        settings.recognizer.engine = "vosk"
        settings[VoskSettings.self].model = "vosk-model-en-us-0.22"
        let english = settings.with(language: "en-GB", models: models.found)
        #expect(english[VoskSettings.self].model == "vosk-model-en-us-0.22")
        let german = settings.with(language: "de", models: models.found)
        #expect(try models.vosk(german).model.path.lastComponent == "vosk-model-de-0.21")
    }
}
