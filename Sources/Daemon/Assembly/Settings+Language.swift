import Dictation
import RecognizerPocketSphinx
import RecognizerVosk
public import Settings
import SystemPackage

extension Settings {
    /// The value that means the language of the active keyboard layout.
    static let layoutLanguage = "layout"

    /// The settings for another spoken language: the recogniser's, and the rules for text if there
    /// are any for it.
    ///
    /// If the engine has no model of the language, the fallback replaces it, and if that has none
    /// either, another local engine that has one; but never an engine that sends sound to another
    /// machine or runs a program without being chosen.
    public func with(language: String, models: SpeechModels = SpeechModels()) -> Settings {
        var settings = self
        settings.recognizer.language = language
        var rules = self
        rules.text.language = language
        if (try? Languages.find(rules)) != nil { settings.text.language = language }
        guard let tag = LanguageTag(language) else { return settings }
        settings.recognizer.choose(for: tag, models)
        return settings
    }
}

extension SettingsValues<Settings.Recognizer> {
    /// The spoken language, if it doesn't depend on the keyboard layout.
    var fixedLanguage: String? {
        self.language == Settings.layoutLanguage ? nil : self.language
    }

    fileprivate mutating func choose(for language: LanguageTag, _ models: SpeechModels) {
        forgetModels(otherThan: language)
        if let other = self.fallback, !understands(language, other, models) {
            self.fallback = nil
        }
        guard !understands(language, self.engine, models) else { return }
        let local = ["vosk", "pocketsphinx"].first { understands(language, $0, models) }
        guard let other = self.fallback ?? local else { return }
        self.engine = other
        self.fallback = nil
    }

    /// Removes models whose names have another language.
    private mutating func forgetModels(otherThan language: LanguageTag) {
        if let name = self.voskModel, let known = VoskModel(FilePath(name)).language,
            known.fitness(for: language) == nil
        {
            self.voskModel = nil
        }
        if let known = pocketSphinxLanguage, known.fitness(for: language) == nil {
            (self.model, self.dictionary, self.languageModel) = (nil, nil, nil)
        }
    }

    /// The language of the named model; nil if none is named, or its name has no language.
    private var pocketSphinxLanguage: LanguageTag? {
        guard let model = self.model else { return nil }
        let configuration = try? PocketSphinxConfiguration(model: FilePath(model))
        return configuration.flatMap { LanguageTag($0.locale) }
    }

    private func understands(
        _ language: LanguageTag, _ engine: String, _ models: SpeechModels
    ) -> Bool {
        switch engine {
        case "vosk": self.voskModel != nil || models.model(of: engine, for: language) != nil
        case "pocketsphinx":
            self.model != nil || models.model(of: engine, for: language) != nil
        // The engine gets the language with each sound.
        default: true
        }
    }
}
