import Dictation
import EngineRegistry
import Settings
import SpeechEngines

/// A sentence to read aloud, by which the words of an engine are judged: everyday, without names,
/// figures and spoken marks.
enum TrialSentence {
    private static let all = [
        "en": "I will be a little late tomorrow morning, so please start the meeting without me.",
        "de": "Ich komme morgen früh etwas später, fangt bitte ohne mich mit der Besprechung an.",
    ]

    /// That of a language; nil if there is none.
    static func text(in language: LanguageTag) -> String? { all[language.language] }

    /// The sentence for dictations with these settings, and its language; nil if there is none.
    ///
    /// - Parameter locales: what the recogniser understands; empty if that isn't known.
    static func find(
        _ settings: Settings, locales: [String], among models: SpeechModels = SpeechModels()
    ) -> (text: String, language: LanguageTag)? {
        let known = locales.compactMap { LanguageTag($0) }
        for language in settings.likelyLanguages(among: models).map(\.tag)
        where known.isEmpty || known.contains(where: { $0.fitness(for: language) != nil }) {
            return text(in: language).map { ($0, language) }
        }
        return nil
    }
}
