import ArgumentParser
import Assembly
import Dictation
import EngineRegistry
import LinuxRuntime
import Problems
import Settings
import SpeechEngines
import SystemPackage
import TextProcessing

// The user's own words from a file.

extension TextCommand {
    struct Learn: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add the names and terms of a file to your own words.",
            discussion: """
                The file is a text, an address book (vCard), or a list with a word or name on each \
                line. What is no ordinary word of the language is shown, and added only if you \
                agree, as “utter text add” does. Nothing else of the file is kept, and nothing is \
                sent anywhere. What was added is printed.
                """)

        @Flag(help: "Add all that is found without being asked: this is the consent.")
        var yes = false

        @Option(
            help: "The language of the file, instead of the one configured.",
            completion: .textLanguages)
        var language: String?

        @Argument(help: "The text, address book or list.", completion: .file())
        var file: String

        /// The longest file in bytes. An address book may have pictures.
        private static let longest = 16 << 20
        /// The most terms that are proposed at once.
        private static let most = 300

        private var name: String { FileName.shown(file) }

        func run() throws {
            let document = try document
            let path = try ConfigCommand.personalPath()
            let (settings, problems) = try Settings.examine(path: nil, schema: Engines.schema)
            let finder = TermFinder(try vocabulary(settings))
            guard !finder.isTooLittleKnown(for: document) else { throw noWordList }
            let learnt = Set(try LearnedWords.read().map { $0.meant.lowercased() })
            let words = Set(settings.text.words.keys.map { $0.lowercased() }).union(learnt)
            let found = finder.terms(in: document).filter { term in
                !words.contains(term.text.lowercased()) && settings.written(for: term.text) == nil
                    && TypableText(cleaning: term.text, lineBreaks: .space).string == term.text
            }
            let terms = Array(found.prefix(Self.most))
            guard !terms.isEmpty else {
                return complain("“\(name)” has no name or term that you could add.")
            }
            try Conversation.run(assumesYes: yes) { talk in
                let chosen = try await Self.choose(terms, of: found.count, talk)
                guard !chosen.isEmpty else { return talk.say("Nothing was added.") }
                let entries = chosen.map { TextEntry.word($0.text) }
                try Registry.check(entries.added(to: settings), besides: problems)
                // The first is the topmost in the file.
                try SettingsWriting(path: path).add(
                    entries.reversed(), or: "Add them one by one: utter text add NAME")
                talk.say(
                    chosen.count == 1 ? "Known from now on:" : "\(chosen.count) known from now on:")
                for term in chosen { try printData(term.text) }
            }
        }

        // MARK: What is asked

        /// The terms that the user agrees to.
        ///
        /// - Parameter count: how many there are in the file.
        @EventLoopActor private static func choose(
            _ terms: [TermFinder.Term], of count: Int, _ talk: Conversation
        ) async throws -> [TermFinder.Term] {
            if talk.assumesYes { return terms }
            let width = "\(terms.count)".count
            for (number, term) in terms.enumerated() {
                let shown = "\(number + 1)"
                let gap = String(repeating: " ", count: width - shown.count)
                let times = term.count > 1 ? "  (\(term.count) times)" : ""
                talk.show("\(gap)\(shown)  \(term.text)\(times)")
            }
            if count > terms.count {
                talk.say("These are the most frequent of \(count); the command finds more later.")
            }
            while true {
                let answer = try await talk.answer(
                    to: "Add them to your words?", ("Enter", "all"), ("n", "none"),
                    ("2 5", "all but these"))
                if let left = leftOut(answer, of: terms.count) {
                    return terms.enumerated().filter { !left.contains($0.offset + 1) }
                        .map(\.element)
                }
            }
        }

        /// The numbers of the terms that an answer leaves out; nil if it is no answer.
        static func leftOut(_ answer: String, of count: Int) -> Set<Int>? {
            switch answer.lowercased() {
            case "", "y", "yes": return []
            case "n", "no": return Set(1...count)
            default:
                let words = answer.split { $0 == " " || $0 == "," }
                let numbers = words.compactMap { Int($0) }.filter { (1...count).contains($0) }
                return numbers.count == words.count && !words.isEmpty ? Set(numbers) : nil
            }
        }

        // MARK: What is read

        private var document: String {
            get throws {
                guard let bytes = try StandardInput.readFile(file, most: Self.longest) else {
                    throw unread(
                        "it is longer than \(Self.longest >> 20) MB",
                        "Take a part of it, or a shorter text about the same things.")
                }
                guard !bytes.contains(0) else {
                    throw unread(
                        "it is no plain text", "Save it as plain text (.txt) first.")
                }
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw unread("it is not UTF-8", "Convert it: iconv -f LATIN1 -t UTF-8")
                }
                return text
            }
        }

        private func unread(_ why: String, _ remedy: String) -> Problem {
            Problem("nothing was learnt from “\(name)”", why: why, remedy: remedy)
        }

        private var noWordList: Problem {
            unread(
                "it has nouns with capitals, and no list of the language’s nouns is installed",
                "Install one, for German Debian’s package wngerman, or learn from a list of names.")
        }

        // MARK: What is known of the language

        private func vocabulary(_ general: Settings) throws -> Vocabulary {
            var settings = general.withRules(for: general.chosenEngine)
            if let language { settings.text.language = language }
            let options = try naming(language.map { _ in "--language" }, for: "text.language") {
                try settings.textOptions()
            }
            let models = SpeechModels()
            let known = LanguageTag(options.language.tag).map { tag in
                Engines.all.compactMap { $0.knownWords(of: tag, among: models) }
            }
            return Vocabulary(
                options.language, list: options.words,
                written: known?.first(where: \.areRanked)?.words ?? [],
                spoken: Set(known?.filter { !$0.areRanked }.flatMap(\.words) ?? []))
        }
    }
}
