import Dictation
import EngineRegistry
import Settings
import SpeechEngines
import Testing

/// The languages that dictations are probably in.
struct DictationLanguageTests {
    private func languages(_ file: String, _ locale: [String: String]) throws -> [String] {
        let settings = try Settings.parse(
            Array(file.utf8), file: "/f.toml", schema: Engines.schema)
        let models = SpeechModels(
            of: [], in: [], own: nil, locale: DictationLanguage.ofLocale { locale[$0] })
        return settings.likelyLanguages(among: models).map { "\($0.tag), by \($0.source.rawValue)" }
    }

    @Test(arguments: [
        ("[recognizer]\nlanguage = \"fr\"", "de_DE.UTF-8", ["fr, by [recognizer] language"]),
        (
            "[recognizer]\nlanguage = \"fr\"\n[text]\nlanguage = \"de\"", "",
            ["fr, by [recognizer] language"]
        ),
        (
            "[recognizer]\nlanguage = \"layout\"", "de_DE.UTF-8",
            ["de-DE, by the locale", "en, by default"]
        ),
        ("[text]\nlanguage = \"de\"", "es_MX@euro", ["de, by [text] language"]),
        // The default counts as well, if it is written down.
        ("[text]\nlanguage = \"en\"", "de_DE", ["en, by [text] language"]),
        ("", "de_DE.UTF-8", ["de-DE, by the locale", "en, by default"]),
        ("", "C.UTF-8", ["en, by default"]), ("", "POSIX", ["en, by default"]),
        ("", "", ["en, by default"]),
    ])
    func theConfigurationSaysItOrTheLocale(
        _ file: String, _ locale: String, _ result: [String]
    ) throws {
        #expect(try languages(file, ["LANG": locale]) == result)
    }

    @Test(
        arguments: [
            (["LC_ALL": "fr_FR", "LC_MESSAGES": "it_IT", "LANG": "de_DE"], "fr-FR"),
            (["LC_ALL": "C", "LANG": "de_DE"], nil),
            (
                ["LC_ALL": "", "LC_MESSAGES": "it_IT", "LC_CTYPE": "es_ES", "LANG": "de_DE"],
                "it-IT"
            ),
            (["LC_CTYPE": "es_ES", "LANG": "de_DE"], "es-ES"),
            // Who wants messages in English only, speaks German nevertheless.
            (["LC_MESSAGES": "C", "LANG": "de_DE"], "de-DE"),
            (["LC_CTYPE": "C.UTF-8", "LANG": "ca_ES.UTF-8@valencia"], "ca-ES"), ([:], nil),
        ] as [([String: String], String?)])
    func theLocaleIsThatOfThePosixVariables(_ values: [String: String], _ tag: String?) {
        #expect(DictationLanguage.ofLocale { values[$0] }?.description == tag)
    }
}
