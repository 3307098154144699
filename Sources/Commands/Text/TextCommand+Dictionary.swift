import ArgumentParser
import Assembly
import Dictation
import EngineRegistry
import LinuxRuntime
import Problems
import Settings

// The user's own words.

extension TextCommand {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a name, or what is written for a word or phrase.",
            discussion: """
                With one argument, a name as it is written (utter text add Siobhan): the engine \
                expects it, if it can, and it keeps its capitals. With two, what is said and what \
                is written for it (utter text add sean Shaun). They go into your configuration \
                file, as [text.words] and [[text.replace]].
                """)

        @Argument(help: "The name, or what is said.")
        var words: String

        @Argument(help: "What is written for it.")
        var text: String?

        func validate() throws {
            for word in [words, text ?? "-"] {
                guard word.contains(where: { !$0.isWhitespace }),
                    !word.contains(where: \.isNewline)
                else {
                    throw ValidationError("A word or phrase is one line, with something in it.")
                }
            }
        }

        func run() throws {
            let path = try ConfigCommand.personalPath()
            let (settings, problems) = try Settings.examine(path: nil, schema: Engines.schema)
            try refuseKnown(settings, path)
            let entry = text.map { TextEntry.replacement(say: words, write: $0) } ?? .word(words)
            try EventLoop.shared.run {
                try Registry.check(entry.added(to: settings), besides: problems)
            }
            try SettingsWriting(path: path).add(entry)
            complain(
                text.map { "“\(words)” is written “\($0)” from now on." }
                    ?? "“\(words)” is known from now on.")
        }

        /// Refuses words that are in the dictionary already: they would not be changed.
        private func refuseKnown(_ settings: Settings, _ path: String) throws(Problem) {
            let what = "“\(words)” was not added"
            if text == nil {
                guard settings.text.words[words] != nil else { return }
                throw Problem(what, why: "it is among your words already")
            }
            guard let written = settings.written(for: words) else { return }
            throw Problem(
                what, why: "“\(written)” is written for it already", remedy: "Change it in \(path)."
            )
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a word of your own, with what is written for it.",
            discussion: """
                A name, what is said, or a /pattern/, as “utter text list” prints it, goes from \
                your configuration file. What was learnt of corrections by voice is removed by \
                “utter text learned --remove WORD”.
                """)

        @Argument(help: "The name, or what is said.")
        var words: String

        func run() throws {
            let path = try ConfigCommand.personalPath()
            let (settings, _) = try Settings.examine(path: nil, schema: Engines.schema)
            let removal = TextEntryRemoval(words)
            guard removal.applies(to: settings) else { throw try missing() }
            try SettingsWriting(path: path).remove(removal)
            complain("“\(words)” was removed from your words.")
        }

        private func missing() throws -> Problem {
            let isLearnt = try LearnedWords.read().contains {
                $0.heard.lowercased() == words.lowercased()
            }
            return Problem(
                "“\(words)” was not removed", why: "it is not among your words",
                remedy: isLearnt
                    ? "It was learnt. To forget it: utter text learned --remove WORD"
                    : "“utter text list” prints them.")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print your own words, and what is written for words.",
            discussion: """
                From your configuration file: names, and after an arrow what is written for a \
                word, phrase or /pattern/. “utter text learned” prints what was learnt of \
                corrections by voice.
                """)

        @OptionGroup var configurationFile: ConfigurationFile

        func run() throws {
            for line in Self.lines(try configurationFile.load()) {
                try printData(TypableText(cleaning: line, lineBreaks: .space).string)
            }
        }

        private static func lines(_ settings: Settings) -> [String] {
            settings.text.words.keys.sorted()
                + settings.text.replace.map { "\($0.subject.shown) → \($0.write)" }
                + settings.text.snippets.sorted { $0.key < $1.key }.map {
                    "\($0.key) → \($0.value)"
                }
        }
    }
}

extension Settings {
    /// The replacement for a word or phrase; nil if it is written as spoken.
    func written(for words: String) -> String? {
        let same = { (other: String) in other.lowercased() == words.lowercased() }
        let rule = text.replace.first { rule in
            if case .say(let said) = rule.subject { same(said) } else { false }
        }
        return rule?.write ?? text.snippets.first { same($0.key) }?.value
    }
}
