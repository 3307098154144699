import ArgumentParser
import Assembly
import Dictation
import EngineRegistry
import LinuxRuntime
import Problems
import Session
import Settings
import SpeechBench
import SpeechEngines
import TextEditing
import TextProcessing

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure engines and models, to choose one by figures.",
        subcommands: [Speech.self])

    struct Speech: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Recognise a folder of recordings with each model, and count the wrong words.",
            discussion: """
                The folder, and the folders in it, have recordings that “utter transcribe” reads, \
                and what was said in them: NAME.txt beside NAME.wav, a table (*.tsv) with the \
                columns file and transcript, or LibriSpeech's files (*.trans.txt). Each recording \
                is recognised as if its speaker were new.

                One line for each model on this machine: the share of wrong words; the time and the \
                processor time for each second of sound, fed as fast as the engine takes it; the \
                median and the longest wait from the end of a recording to its text, for those that \
                are also played as fast as they were spoken; and the most memory that utter-speech \
                had with the model.

                With --engine, one line for each recording, with the engine as it is configured.
                """)

        @Option(
            help: ArgumentHelp(
                "Only the model of this name, as “utter models” prints it. May be repeated.",
                valueName: "name"), completion: .models)
        var model: [String] = []

        @Option(
            help: """
                The language of the recordings, instead of the language of dictations. Models \
                without it are left out.
                """, completion: .spokenLanguages)
        var language: String?

        @Option(
            help: "How many of the recordings are played as fast as they were spoken; 0 for none.")
        var played = 10

        @Option(help: "Measure one engine as it is configured, recording by recording.")
        var engine: EngineName?

        @Flag(help: "Make quiet recordings louder, as [audio] normalize does in a dictation.")
        var normalize = false

        @Flag(
            help: "Print one JSON object a model; with --engine one a recording, and one for all.")
        var json = false

        @Flag(
            help: """
                With --engine, also count what is typed and deleted where [output] commit is \
                "live", for each character that stays.
                """)
        var live = false

        @OptionGroup var configurationFile: ConfigurationFile

        @Argument(help: "The folder.", completion: .directory)
        var folder: String

        func validate() throws {
            if played < 0 { throw ValidationError("--played is 0 or more.") }
            if engine == nil, live { throw ValidationError("--live needs --engine.") }
            if engine != nil, !model.isEmpty || language != nil {
                throw ValidationError("--engine is used without --model and --language.")
            }
        }

        func run() throws {
            var settings = try configurationFile.load()
            let folder = try SpeechFolder(folder, read: StandardInput.readFile)
            if let engine {
                settings.recognizer.engine = engine.name
                let style = try settings.withRules(for: settings.chosenEngine).style()
                try EventLoop.shared.run { [json, live, normalize, settings] in
                    try await EngineBench(
                        settings, normalizes: normalize, printsJSON: json,
                        live: live
                            ? { style.text.processor?.compose($0, after: .unknown).text ?? $0.text }
                            : nil
                    ).run(folder)
                }
                return
            }
            let models = try models(settings)
            settings.recognizer.language = try tag(settings).description
            try EventLoop.shared.run { [json, normalize, played, settings] in
                try await ModelsBench(
                    settings, normalizes: normalize, printsJSON: json, played: played
                ).run(models, folder)
            }
        }

        private func tag(_ settings: Settings) throws -> LanguageTag {
            guard let language else {
                return settings.likelyLanguages(among: SpeechModels())[0].tag
            }
            guard let tag = LanguageTag(language) else {
                throw ValidationError("--language is of the form “de” or “de-AT”.")
            }
            return tag
        }

        /// The models to measure; says which are left out.
        private func models(_ settings: Settings) throws -> [SpeechModel] {
            let models = SpeechModels()
            let language = try tag(settings)
            let wanted =
                model.isEmpty ? models.all : try model.map { try models.find($0).model }
            let usable = wanted.filter { $0.understands(language) }
            for other in wanted where !other.understands(language) {
                complain(
                    "\(other.name) is left out: it understands \(other.languageList), not \(language)."
                )
            }
            guard usable.isEmpty else { return usable }
            throw Problem(
                "no model on this machine understands “\(language)”", why: "",
                remedy: "“--language” takes the language of the recordings; “utter models"
                    + " available” lists models to install.")
        }
    }
}
