import Dictation
import DictationParts
import LinuxRuntime
import Problems
import Settings
import SpeechEngines
import Testing

@testable import Assembly

/// `engine = "auto"`.
struct EngineChoiceTests {
    /// Languages of models: the engine's own, and whether its library is there.
    private func models(
        _ installed: [(engine: String, languages: [String], isUsable: Bool)],
        locale: String? = nil
    ) -> SpeechModels {
        let engines: [any Engine] = installed.map {
            ChosenEngine(name: $0.engine, languages: $0.languages, isUsable: $0.isUsable)
        }
        return SpeechModels(
            of: engines + [NamedEngine()], in: [], own: nil,
            locale: locale.flatMap { LanguageTag($0) })
    }

    private func choice(
        _ language: String?, text: String = "en", fallback: String? = nil, _ models: SpeechModels
    ) throws -> [String] {
        var settings = Settings()
        settings.recognizer.language = language
        settings.recognizer.fallback = fallback
        settings.text.language = text
        return try settings.engines(among: models).map {
            "\($0.engine.name): \($0.reason ?? "named")"
        }
    }

    @Test(arguments: [
        // The language of the configuration.
        ("de", "en", "first: the first with a model for de"),
        ("en", "en", "second: the first with a model for en"),
        ("en-GB", "en", "second: the first with a model for en-GB"),
        // The language of the rules for text.
        (nil, "de", "first: the first with a model for de"),
        (nil, "en", "second: the first with a model for en, by default"),
        (nil, "fr", "first: no engine has a model for fr"),
        ("layout", "en", "second: the first with a model for en, by default"),
    ])
    func theFirstWithAModel(_ language: String?, _ text: String, _ result: String) throws {
        let models = models([("first", ["de"], true), ("second", ["en", "de"], true)])
        #expect(try choice(language, text: text, models) == [result])
    }

    /// An engine that must be told the language isn't left to guess.
    @Test func theLanguageOfTheRulesForTextIsTheSpokenOne() throws {
        let models = models([("first", ["de"], true)])
        var settings = Settings()
        settings.text.language = "de"
        let choice = try #require(try settings.engines(among: models).first)
        #expect(choice.settings.recognizer.language == "de")
        settings.text.language = "fr"
        let other = try #require(try settings.engines(among: models).first)
        #expect(other.settings.recognizer.language == nil)
    }

    /// Where the configuration names none. Of a locale's language without a model, English is
    /// recognised, as before.
    @Test(arguments: [
        ("de-AT", "first: the first with a model for de-AT, by the locale", "de-AT"),
        ("en-GB", "second: the first with a model for en-GB, by the locale", "en-GB"),
        ("fr-FR", "second: the first with a model for en, by default", "en"),
    ])
    func theLocalesLanguageIsTheSpokenOne(
        _ locale: String, _ result: String, _ language: String
    ) throws {
        let models = models([("first", ["de"], true), ("second", ["en"], true)], locale: locale)
        #expect(try choice(nil, models) == [result])
        let spoken = try Settings().engines(among: models)[0].settings.recognizer.language
        #expect(spoken == language)
        // A language of the configuration has precedence.
        #expect(try choice("de", models) == ["first: the first with a model for de"])
        #expect(try choice(nil, text: "de", models) == ["first: the first with a model for de"])
    }

    @Test func ofALocaleWithoutAnyModelTheFirstEngineIsTaken() throws {
        let models = models([("first", ["ja"], true)], locale: "fr-FR")
        #expect(try choice(nil, models) == ["first: no engine has a model for fr-FR"])
    }

    /// The rules for text follow the language that is recognised; none if it has none.
    @Test(arguments: [
        ("de-AT", "de-AT"), ("en-US", "en-US"), ("ja", Languages.none), ("fr", "en"),
    ])
    func theRulesForTextFollow(_ locale: String, _ rules: String) throws {
        let models = models(
            [("first", ["de", "ja"], true), ("second", ["en"], true)], locale: locale)
        var settings = Settings()
        func follow() throws -> String {
            settings.withRules(for: try settings.engines(among: models)[0]).text.language
        }
        #expect(try follow() == rules)
        settings.recognizer.language = "de"
        #expect(try follow() == "de")
        // Unless the configuration says which.
        settings.text.language = "fr"
        #expect(try follow() == "fr")
    }

    // MARK: Translation

    private func translating(_ language: String?, text: String = "en") -> Settings {
        var settings = Settings()
        settings.recognizer.translate = true
        settings.recognizer.language = language
        settings.text.language = text
        return settings
    }

    /// The first that can translate, whose text is English.
    @Test(arguments: [("de-DE", nil), ("fr", "de"), ("en-US", "de")])
    func aTranslationIsEnglish(_ locale: String, _ language: String?) throws {
        let models = models(
            [("first", ["de"], true), ("translator", ["de", "en"], true)], locale: locale)
        for (text, rules) in [("en", "en"), ("de", "en"), ("en-GB", "en-GB")] {
            let settings = translating(language, text: text)
            let choice = try #require(try settings.engines(among: models).first)
            #expect(choice.engine.name == "translator" && choice.translates)
            #expect(settings.withRules(for: choice).text.language == rules)
        }
    }

    @Test func englishIsNotTranslated() throws {
        let models = models([("first", ["en"], true)], locale: "de-DE")
        let choice = try #require(try translating("en").engines(among: models).first)
        #expect(choice.engine.name == "first" && !choice.translates)
    }

    @Test(arguments: [
        (
            "de", "en-US",
            "no engine can translate “de” into English: none of first has a model here that does."
        ),
        (nil, "en-US", "there is nothing to translate: what you speak is English, by the locale."),
    ])
    func whereNothingTranslatesItIsRefused(
        _ language: String?, _ locale: String, _ words: String
    ) throws {
        let models = models([("first", ["de", "en"], true)], locale: locale)
        let error = #expect(throws: SettingsError.self) {
            try translating(language).engines(among: models)
        }
        #expect(
            error?.description.hasPrefix("default settings: [recognizer] translate: \(words)")
                == true,
            "\(error?.description ?? "")")
    }

    @Test func aNamedEngineThatCannotTranslateIsRefused() throws {
        let models = models([("first", ["de"], true)], locale: "de-DE")
        var settings = translating("de")
        settings.recognizer.engine = "named"
        let problem = try settings.engines(among: models)[0].engine.problem(settings, among: models)
        #expect("\(problem ?? Problem("", why: ""))".contains("the engine “named” can't translate"))
        settings.recognizer.translate = false
        #expect(
            try settings.engines(among: models)[0].engine.problem(settings, among: models) == nil)
    }

    @Test func oneThatCannotRunIsPassedOver() throws {
        let models = models([("first", ["de"], false), ("second", ["de"], true)])
        #expect(try choice("de", models) == ["second: the first with a model for de"])
    }

    /// It says itself what is missing, and the fallback gets the sound.
    @Test func whereNoneCanRunTheOneWithTheModelIsTaken() throws {
        let models = models([("first", ["de"], false), ("second", ["en"], true)])
        #expect(try choice("de", models) == ["first: no engine has a usable model for de"])
        let nothing = self.models([("first", ["de"], false), ("second", [], false)])
        #expect(try choice(nil, nothing) == ["second: none of first, second has a usable model"])
        #expect(
            try choice(nil, fallback: "named", nothing)
                == ["second: none of first, second has a usable model", "named: named"])
    }

    @Test func aLanguageThatNoneUnderstands() throws {
        let models = models([("first", ["de"], true), ("second", ["en"], true)])
        let error = #expect(throws: SettingsError.self) { try choice("fr", models) }
        #expect(
            error?.description == "default settings: [recognizer] language: no engine understands "
                + "“fr”: none of first, second has a model of it. “utter models” says what there "
                + "is and how to install more.")
        #expect(try choice("fr", fallback: "named", models) == ["named: named"])
    }
}

/// Settings without any keys.
private struct NoKeys: SettingsKeys {
    static let section = "recognizer.none"
    static let documentation = ""
    static let declared = Self()
}

private struct ChosenEngine: Engine {
    typealias Keys = NoKeys

    let name: String
    let languages: [String]
    let isUsable: Bool
    var isAutomatic: Bool { true }
    var translates: Bool { name == "translator" }

    func understands(
        _ language: LanguageTag, _ settings: Settings, among models: SpeechModels
    ) -> Bool {
        languages.contains { LanguageTag($0)?.fitness(for: language) != nil }
    }

    func configuration(for settings: Settings, among models: SpeechModels) -> Bool { isUsable }

    func problem(with configuration: Bool) -> Problem? {
        configuration ? nil : Problem("no library", why: "")
    }

    func recognizer(_ configuration: Bool) throws -> any SpeechRecognizer {
        throw Problem("it isn't made here", why: "")
    }
}

/// One that is only used if it is named.
private struct NamedEngine: Engine {
    typealias Keys = NoKeys

    var name: String { "named" }

    func configuration(for settings: Settings, among models: SpeechModels) -> Bool { true }

    func recognizer(_ configuration: Bool) throws -> any SpeechRecognizer {
        throw Problem("it isn't made here", why: "")
    }
}
