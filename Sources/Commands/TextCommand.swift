import ArgumentParser
import Assembly
import Dictation
import LinuxRuntime
import Settings
import TextProcessing

struct TextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text", abstract: "Try what becomes of words before they are typed.",
        subcommands: [Try.self, Apply.self, Language.self])

    /// Options of both commands.
    struct Rules: ParsableArguments {
        @Option(help: "The language of the words, instead of the one configured.")
        var language: String?

        @Option(help: "The profile whose rules hold.")
        var profile: String?

        @OptionGroup var configurationFile: ConfigurationFile

        func processor() throws -> TextProcessor {
            var settings = try configurationFile.load(profile: profile)
            if let language {
                settings.text.language = language
            } else {
                settings = settings.withRules(for: settings.chosenEngine)
            }
            return TextProcessor(try settings.textOptions())
        }
    }

    struct Try: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print what each stage makes of some words.",
            discussion: "Marks are shown in brackets, commands in angle brackets, and a bar is "
                + "the pause between two arguments; = is what the stage before gave.")

        @OptionGroup var rules: Rules

        @Argument(help: "The words, one argument an utterance.")
        var words: [String]

        func run() throws {
            let stages = try rules.processor().stages(Transcript(words), after: .unknown)
            let width = stages.map(\.name.count).max() ?? 0
            var before: String?
            for stage in stages {
                let gap = String(repeating: " ", count: width - stage.name.count)
                let text = TypableText(cleaning: stage.text, lineBreaks: .keep).string
                try printData("\(stage.name)\(gap)  \(text == before ? "=" : text)")
                before = text
            }
        }
    }

    struct Language: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the rules of a language, as a file to begin another with.",
            discussion: "Put it, changed, into ~/.local/share/utter/languages/NAME.toml and "
                + "choose it with [text] language = \"NAME\".")

        @OptionGroup var configurationFile: ConfigurationFile

        @Argument(help: "The language, such as en or de.")
        var name: String

        func run() throws {
            var settings = try configurationFile.load()
            settings.text.language = name
            try printData(Languages.write(try Languages.find(settings)))
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
