import Dictation
import EngineRegistry
import Settings
import SpeechEngines

/// A sentence to read aloud, by which the words of an engine are judged: everyday, without names,
/// figures, spoken marks and apostrophes.
enum TrialSentence {
    private static let all = [
        "en": "I will be a little late tomorrow morning, so please start the meeting without me.",
        "de": "Ich komme morgen früh etwas später, fangt bitte ohne mich mit der Besprechung an.",
        "es": "Mañana por la mañana llegaré un poco tarde, por favor comienza la reunión sin mí.",
        "fr": "Je serai un peu en retard demain matin, alors commencez la réunion sans moi.",
        "it":
            "Domani mattina arriverò un poco più tardi, per favore cominciate la riunione senza di me.",
        "nl": "Ik kom morgenochtend iets later, begin alsjeblieft zonder mij met de vergadering.",
        "pl": "Jutro rano trochę się spóźnię, więc proszę zacznijcie zebranie beze mnie.",
        "pt": "Amanhã de manhã vou chegar um pouco tarde, por favor comecem a reunião sem mim.",
    ]

    /// The sentence for a language; nil if there is none.
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
