import Dictation
public import Settings
public import TextProcessing

// The settings in the form of text processing.

extension Settings {
    /// The options of text processing. Throws errors in the language or a pattern, with their
    /// places in the file.
    public func textOptions() throws(SettingsError) -> TextOptions {
        var options = TextOptions()
        options.language = try Languages.find(self)
        options.words = options.language[.wordLists].lazy.compactMap(SortedWordFile.init).first
        options.numbers = text.numbers
        // Where sentences end, and whether the language has capitals, isn't known without rules.
        let hasRules = text.language != Languages.none
        options.punctuation = hasRules ? text.punctuation : .spoken
        options.obeysSpokenMarks = text.spokenMarks
        options.obeysSleep = wake.phrase != nil
        options.obeysCorrections = text.corrections
        options.leavesOutFillers = text.removeFillers
        options.leavesOutRepetitions = text.removeRepetitions
        options.capitalizes = hasRules && text.capitals
        options.plainMarks = !text.typographic
        options.writesCommandLines =
            !text.typographic && !options.capitalizes && options.punctuation == .spoken
        options.writesCode = text.codeNames == .anywhere
        options.commandPrefix = text.commandPrefix
        options.rewritings = cleanup.rewrites
        options.keys = Set(output.keys.compactMap(EditingKey.init(rawValue:)))
        if output.formatting == .wordProcessor { options.keys.insert(.pageBreak) }
        options.replacements = try LearnedWords.read().map {
            TextReplacement(.phrase($0.heard), text: $0.meant)
        }
        options.replacements += text.words.keys.sorted().map {
            TextReplacement(.phrase($0), text: $0, isExact: true)
        }
        options.replacements += text.snippets.sorted { $0.key < $1.key }.map {
            TextReplacement(.phrase($0.key), text: $0.value, isExact: true)
        }
        for (number, rule) in text.replace.enumerated() {
            options.replacements.append(
                TextReplacement(
                    try subject(rule, number), text: rule.write, isExact: rule.exact))
        }
        return options
    }

    private func subject(
        _ rule: Replacement, _ number: Int
    ) throws(SettingsError) -> TextReplacement.Subject {
        switch rule.subject {
        case .say(let phrase):
            return .phrase(phrase)
        case .pattern(let pattern):
            do throws(TextPattern.Mistake) {
                return .pattern(try TextPattern(pattern))
            } catch {
                throw SettingsError([
                    problem(
                        with: "text.replace[\(number)].pattern",
                        reason: "\(error.reason), at character \(error.offset + 1)")
                ])
            }
        }
    }
}
