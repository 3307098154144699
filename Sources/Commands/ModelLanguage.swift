import Dictation
import Settings

/// The language that a model is wanted for if none is named.
struct ModelLanguage: Equatable {
    /// What it is known from.
    enum Source: String {
        case recognizer = "[recognizer] language"
        case locale = "the locale"
        case text = "[text] language"
    }

    let tag: LanguageTag
    let source: Source

    /// That of `[recognizer] language`, else the locale's, else that of the rules for text.
    init(_ settings: Settings, environment: (String) -> String? = Settings.environment) {
        // The first that is set decides, as locale(7) says; “C” is none.
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { name in
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }.first
        if let tag = settings.recognizer.language.flatMap({ LanguageTag($0) }) {
            (self.tag, source) = (tag, .recognizer)
        } else if let tag = locale.flatMap({ LanguageTag($0.prefix { $0 != "." && $0 != "@" }) }) {
            (self.tag, source) = (tag, .locale)
        } else {
            (tag, source) = (LanguageTag(settings.text.language) ?? LanguageTag("en")!, .text)
        }
    }
}
