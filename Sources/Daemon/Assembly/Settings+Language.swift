import Dictation
public import EngineRegistry
public import Settings
public import SpeechEngines

extension Settings {
    /// The settings for another spoken language: the recogniser's, and the rules for text; none if
    /// there are none for it.
    ///
    /// If the engine doesn't understand the language, the fallback replaces it, and if that doesn't
    /// either, another engine that may be used without being named.
    public func with(language: String, models: SpeechModels = SpeechModels()) -> Settings {
        var settings = self
        settings.recognizer.language = language
        settings.text.language = rules(for: language)
        guard let tag = LanguageTag(language) else { return settings }
        settings.chooseEngine(for: tag, models)
        return settings
    }

    /// The name of the rules for text of a spoken language: the language itself, or ``Languages/none``.
    private func rules(for language: String) -> String {
        var rules = self
        rules.text.language = language
        return (try? Languages.find(rules)) == nil ? Languages.none : language
    }

    /// Whether the configuration names no language of the rules, and there are none for the one that
    /// is spoken.
    public var lacksRules: Bool {
        !hasTextLanguage && withRules(for: chosenEngine).text.language == Languages.none
    }

    /// The settings with the rules for text of the language that an engine was chosen for, unless the
    /// configuration names one for the rules. A translation's are English.
    public func withRules(for choice: EngineChoice?) -> Settings {
        if choice?.translates == true {
            var settings = self
            if LanguageTag(text.language)?.isEnglish != true { settings.text.language = "en" }
            return settings
        }
        let spoken = choice?.settings.recognizer ?? recognizer
        guard !hasTextLanguage, let language = spoken.fixedLanguage else { return self }
        var settings = self
        settings.text.language = rules(for: language)
        return settings
    }

    private mutating func chooseEngine(for language: LanguageTag, _ models: SpeechModels) {
        for engine in models.engines { engine.forgetModels(otherThan: language, in: &self) }
        if let other = recognizer.fallback, !understands(language, other, models) {
            recognizer.fallback = nil
        }
        guard !understands(language, recognizer.engine, models) else { return }
        let automatic = models.engines.first {
            $0.isAutomatic && $0.understands(language, self, among: models)
        }
        guard let other = recognizer.fallback ?? automatic?.name else { return }
        recognizer.engine = other
        recognizer.fallback = nil
    }

    private func understands(
        _ language: LanguageTag, _ engine: String, _ models: SpeechModels
    ) -> Bool {
        if engine == Recognizer.automatic {
            return models.engines.contains {
                $0.isAutomatic && $0.understands(language, self, among: models)
            }
        }
        return models.engine(named: engine)?.understands(language, self, among: models) ?? true
    }
}
