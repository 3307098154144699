public import Dictation
public import Settings

/// A language that dictations are probably in, and what it is known from.
public struct DictationLanguage: Hashable, Sendable {
    /// Completes “by …”.
    public enum Source: String, Hashable, Sendable {
        case recognizer = "[recognizer] language"
        case text = "[text] language"
        case locale = "the locale"
        case standard = "default"
    }

    public let tag: LanguageTag
    public let source: Source

    public init(_ tag: LanguageTag, by source: Source) {
        (self.tag, self.source) = (tag, source)
    }

    /// Whether the configuration names it. Of another one there may be no model, and the next is
    /// taken.
    public var isConfigured: Bool { source == .recognizer || source == .text }

    /// The language of the user's locale (locale(7)): from LC_ALL if it is set; else the first that
    /// is named by the locale for messages, for characters, or for all. Nil for “C” and “POSIX”,
    /// which name none.
    public static func ofLocale(_ environment: (String) -> String?) -> LanguageTag? {
        func value(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let values =
            value("LC_ALL").map { [$0] }
            ?? ["LC_MESSAGES", "LC_CTYPE", "LANG"].compactMap(value)
        // LANGUAGE[_REGION][.CHARSET][@MODIFIER]
        return values.lazy.compactMap { LanguageTag($0.prefix { $0 != "." && $0 != "@" }) }.first
    }
}

extension Settings {
    /// Whether the configuration names a language of the rules for text.
    public var hasTextLanguage: Bool {
        text.language != Settings(schema).text.language || place(of: "text.language") != nil
    }

    /// The languages that dictations may be in unless one is chosen for a dictation, the likeliest
    /// first, never none: the one in `[recognizer]`, else the one of the rules for text if the
    /// configuration names it and nothing is translated, and only these; else the locale's, then
    /// English.
    public func likelyLanguages(among models: SpeechModels) -> [DictationLanguage] {
        if let tag = recognizer.fixedLanguage.flatMap({ LanguageTag($0) }) {
            return [DictationLanguage(tag, by: .recognizer)]
        }
        let rules = LanguageTag(text.language)
        if let rules, hasTextLanguage, !recognizer.translate {
            return [DictationLanguage(rules, by: .text)]
        }
        let locale = models.locale.map { DictationLanguage($0, by: .locale) }
        let english = DictationLanguage(rules ?? LanguageTag("en")!, by: .standard)
        return [locale, english].compactMap(\.self)
    }
}
