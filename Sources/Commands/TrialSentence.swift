import Dictation
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
        _ settings: Settings, locales: [String]
    ) -> (text: String, language: LanguageTag)? {
        guard let language = settings.dictationLanguage, let text = text(in: language) else {
            return nil
        }
        let known = locales.compactMap { LanguageTag($0) }
        guard known.isEmpty || known.contains(where: { $0.fitness(for: language) != nil }) else {
            return nil
        }
        return (text, language)
    }
}

extension Settings {
    /// The language that is recognised: that of `[recognizer]`, else that of the rules for text.
    var dictationLanguage: LanguageTag? {
        ((try? spokenLanguage()) ?? nil) ?? LanguageTag(text.language)
    }
}
