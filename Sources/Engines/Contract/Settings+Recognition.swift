public import Dictation
import Problems
public import Settings

// What engines read in [recognizer], the section of all of them.

extension Settings {
    /// The value of `[recognizer] language` that means the language of the active keyboard layout.
    public static let layoutLanguage = "layout"

    /// How long an engine may take.
    public var recognitionLimit: RecognitionLimit {
        RecognitionLimit(perHalfMinute: recognizer.timeLimit)
    }

    /// How long a model stays loaded without a dictation; nil for good.
    public var unloadLimit: Duration? {
        recognizer.unloadAfter == .zero ? nil : recognizer.unloadAfter
    }

    /// Whether dictations are translated into English: `[recognizer] translate`, unless English is
    /// spoken.
    public func translates(among models: SpeechModels) -> Bool {
        recognizer.translate && !likelyLanguages(among: models)[0].tag.isEnglish
    }

    /// `[recognizer] language`; nil if there is none, or it depends on the keyboard layout.
    public func spokenLanguage() throws -> LanguageTag? {
        guard let text = recognizer.fixedLanguage else { return nil }
        if let tag = LanguageTag(text) { return tag }
        let name = text.prefix(1).uppercased() + text.dropFirst().lowercased()
        throw error(
            with: "recognizer.language",
            Problem(
                "“\(text)” isn't a language", why: "it isn't of the form “de” or “de-AT”",
                remedy: LayoutLanguage.tag(of: name).map { "Did you mean “\($0)”?" }
                    ?? "“utter models” lists the languages of the models that are there."))
    }
}

extension SettingsValues<Settings.Recognizer> {
    /// The spoken language, if it doesn't depend on the keyboard layout.
    public var fixedLanguage: String? {
        self.language == Settings.layoutLanguage ? nil : self.language
    }
}
