import ArgumentParser
import Assembly
import Dictation
import LinuxRuntime
import Problems
import Settings
import TextProcessing

struct TextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract: "Add your own words, and see what happens to words before they are typed.",
        subcommands: [
            Try.self, Apply.self, Commands.self, Add.self, Remove.self, Learn.self, List.self,
            Learned.self, Language.self,
        ])

    /// Options of both commands.
    struct Rules: ParsableArguments {
        @Option(
            help: "The language of the words, instead of the one configured.",
            completion: .textLanguages)
        var language: String?

        @Option(help: "The profile whose rules hold.", completion: .profiles)
        var profile: String?

        @OptionGroup var configurationFile: ConfigurationFile

        func processor() throws -> TextProcessor {
            let settings = inLanguage(try configurationFile.load(profile: profile))
            return TextProcessor(
                try naming(language.map { _ in "--language" }, for: "text.language") {
                    try settings.textOptions()
                })
        }

        /// The settings with the language of the words.
        func inLanguage(_ settings: Settings) -> Settings {
            guard let language else { return settings.withRules(for: settings.chosenEngine) }
            var settings = settings
            settings.text.language = language
            return settings
        }
    }

    struct Try: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what each stage makes of some words.",
            discussion: "Marks are shown in brackets, commands in angle brackets, and a bar is "
                + "the pause between two arguments; = means no change. A bar within an argument is a "
                + "short pause between two words; two of them set off the words between them. Below, "
                + "each name of a mark or command is listed with the reason why it was obeyed or left "
                + "as text. Where the desktop reports the focused window, the last line is what would "
                + "be typed there, with ↵ for Enter and ⇧↵ for Shift+Enter.")

        @OptionGroup var rules: Rules

        @Argument(help: "The words, one argument per utterance.")
        var words: [String]

        func run() throws {
            let processor = try rules.processor()
            let stages = processor.stages(transcript, after: .unknown)
            let width = stages.map(\.name.count).max() ?? 0
            var before: String?
            for stage in stages {
                let gap = String(repeating: " ", count: width - stage.name.count)
                let text = TypableText(cleaning: stage.text, lineBreaks: .keep).string
                try printData("\(stage.name)\(gap)  \(text == before ? "=" : text)")
                before = text
            }
            for phrase in processor.compose(transcript, after: .unknown).phrases {
                let name = "why" + String(repeating: " ", count: max(0, width - 3))
                let text = TypableText(cleaning: phrase.explanation, lineBreaks: .space).string
                try printData("\(name)  \(text)")
            }
            guard rules.profile == nil, let typed = try typedText() else { return }
            let name = "typed" + String(repeating: " ", count: max(0, width - 5))
            try printData("\(name)  \(typed)")
        }

        private var transcript: Transcript {
            var transcript = Transcript()
            for utterance in words { transcript.append(marked: utterance) }
            return transcript
        }

        /// The text as it would be typed into the focused window, and its name; nil if it is unknown.
        private func typedText() throws -> String? {
            let general = try rules.configurationFile.load()
            guard let window = try EventLoop.shared.run({ await Settings.focusedWindow() }) else {
                return nil
            }
            let settings = rules.inLanguage(general.resolved(for: window).settings)
            let pieces = TextProcessor(try settings.textOptions())
                .compose(transcript, after: .unknown).pieces
            let shown = pieces.map { piece in
                switch piece {
                case .key(let key): "<\(key)>"
                case .utterance(let text):
                    String(
                        TypableText(
                            cleaning: text, lineBreaks: settings.output.lineBreaks.cleaning,
                            tabs: settings.output.tabs
                        ).string.flatMap { character -> String in
                            switch character {
                            case "\n": "↵"
                            case TypableText.soft: "⇧↵"
                            case "\t": "⇥"
                            default: String(character)
                            }
                        })
                }
            }
            return "\(shown.joined())  (into \(window.name))"
        }
    }

    struct Commands: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what can be said to edit what was typed.")

        @OptionGroup var rules: Rules

        func run() throws {
            let settings = rules.inLanguage(
                try rules.configurationFile.load(profile: rules.profile))
            let language = try naming(
                rules.language.map { _ in "--language" }, for: "text.language"
            ) { try Languages.find(settings) }
            for action in EditAction.allCases {
                let phrases = language.phrases(for: action)
                guard !phrases.isEmpty else { continue }
                try printData(phrases.joined(separator: ", "))
            }
        }
    }

    struct Language: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the rules of a language, as a file to begin another with.",
            discussion: "Put it, changed, into ~/.local/share/utter/languages/NAME.toml and "
                + "choose it: utter config set text.language NAME.")

        @OptionGroup var configurationFile: ConfigurationFile

        @Argument(help: "The language, such as en or de.", completion: .textLanguages)
        var name: String

        func run() throws {
            var settings = try configurationFile.load()
            settings.text.language = name
            let language = try naming("The language", for: "text.language") {
                try Languages.find(settings)
            }
            try printData(Languages.write(language))
        }
    }

    struct Learned: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what was learnt of corrections by voice.",
            discussion: "The words that the engine hears, and what is written for them.")

        @Option(help: "Remove what was learnt for these words.")
        var remove: String?

        func run() throws {
            if let remove {
                guard try LearnedWords.remove(remove) else {
                    throw Problem("nothing was removed", why: "nothing was learnt for these words")
                }
                return
            }
            for pair in try LearnedWords.read() {
                let line = TypableText(
                    cleaning: "\(pair.heard) → \(pair.meant)", lineBreaks: .space)
                try printData(line.string)
            }
        }
    }

    struct Apply: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the text of the words on standard input.",
            discussion: "One utterance a line; the text is as it would be typed at the start of "
                + "an empty document.")

        @OptionGroup var rules: Rules

        func run() throws {
            let words = try StandardInput.readText().split(whereSeparator: \.isNewline)
            let text = try rules.processor()
                .compose(Transcript(words.map(String.init)), after: .unknown).text
            try printData(TypableText(cleaning: text, lineBreaks: .keep).string)
        }
    }
}
