public import Dictation
import RecognizerPocketSphinx
public import Settings
import SystemPackage
import TextProcessing

// The settings as the parts take them.

extension Settings {
    /// What the dictation machine goes by.
    public var rules: DictationRules {
        var rules = DictationRules()
        rules.silenceLimit = audio.silenceLimit == .zero ? nil : audio.silenceLimit
        rules.maximumLength = audio.maxLength
        return rules
    }

    /// How text is made and kept.
    public func style() throws(SettingsError) -> DictationRunner.Style {
        var style = DictationRunner.Style()
        style.text = text.raw ? nil : TextProcessor(try textOptions())
        style.lineBreaks = output.lineBreaks
        style.historyLimit = history.keep
        return style
    }

    func pocketSphinx() throws -> PocketSphinxConfiguration {
        do throws(Problem) {
            return try PocketSphinxConfiguration(
                model: recognizer.model.map { FilePath($0) },
                dictionary: recognizer.dictionary.map { FilePath($0) },
                languageModel: recognizer.languageModel.map { FilePath($0) },
                words: text.words.filter { !$0.value.isEmpty },
                options: recognizer.options)
        } catch {
            throw self.error(with: "recognizer.options", error)
        }
    }

    /// A part's complaint about a value, with the value's place in the file.
    func error(with key: String, _ problem: Problem) -> SettingsError {
        SettingsError([self.problem(with: key, reason: problem.description)])
    }
}
