import ArgumentParser
import Assembly
import Dictation
import Doctor
import EngineRegistry
import JSONLines
import LinuxRuntime
import Models
import Problems
import Settings
import SpeechEngines
import SystemPackage

struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models", abstract: "List, install and check speech models.",
        subcommands: [
            List.self, ModelsAvailableCommand.self, ModelsInstallCommand.self,
            ModelsRemoveCommand.self, Check.self, ModelsConvertCommand.self,
        ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print engine, language, size and folder of each model, * if it is in use.")

        @Flag(help: "Print one JSON object per line.")
        var json = false

        @OptionGroup var configurationFile: ConfigurationFile

        func run() throws {
            let settings = try configurationFile.load()
            let models = SpeechModels()
            let inUse = settings.modelsInUse(models)
            let lines = models.all.map { Line($0, isInUse: inUse.contains($0.path.string)) }
            for line in lines { try printData(json ? JSONLine.text(line) : line.text) }
            guard !json else { return }
            if let weakness = settings.weakness(among: models) { complain(weakness.sentences) }
            adviseInstalling(settings, models)
            let cached = HuggingFaceCache.whispers(Settings.environment)
            let names = models.all.map(\.name)
            for model in cached where !names.contains("\(model.name).gguf") {
                complain(
                    """
                    “\(model.name)” is in Hugging Face's cache. To use it:
                      utter models install \(model.name)
                    """)
            }
        }

        /// Says how to install what an engine lacks: while one can be used, not of those that the
        /// user neither chose nor has a model for.
        private func adviseInstalling(_ settings: Settings, _ models: SpeechModels) {
            let isUsable = settings.usableEngine(among: models) != nil
            var isComplete = true
            for engine in models.engines {
                let isWanted =
                    engine.name == settings.recognizer.engine
                    || !models.models(of: engine.name).isEmpty
                guard isWanted || !isUsable else {
                    isComplete = false
                    continue
                }
                for advice in engine.advice(settings, among: models) { complain(advice) }
            }
            // The weakness of an engine has led there.
            if !isComplete, settings.weakness(among: models) == nil {
                complain("More models: utter models available")
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check files and checksums, and load each model.",
            discussion: "Exit status 1 if one is bad.")

        @OptionGroup var configurationFile: ConfigurationFile

        @Argument(help: "The model's name, instead of all.", completion: .models)
        var name: String?

        func run() throws {
            let settings = try configurationFile.load()
            let models = SpeechModels().all.filter { name == nil || $0.name == name }
            guard !models.isEmpty else {
                throw Problem(
                    name.map { "there is no model “\($0)”" } ?? "there are no models", why: "",
                    remedy: "“utter models” says what there is, and what to install.")
            }
            let isBad = try EventLoop.shared.run {
                var isBad = false
                for model in models {
                    let findings = await ModelCheck(model, settings).run()
                    for finding in findings { try printData(finding.words) }
                    isBad = isBad || findings.contains { $0.grade == .failure }
                }
                return isBad
            }
            if isBad { throw ExitCode.failure }
        }
    }

    /// A model in the list.
    private struct Line: Encodable {
        let engine: String
        let language: String?
        let bytes: Int
        let path: String
        let inUse: Bool
        /// Nil if it seems complete.
        let problem: String?

        private enum CodingKeys: String, CodingKey {
            case engine, language, bytes, path
            case inUse = "in_use"
            case problem
        }

        init(_ model: SpeechModel, isInUse: Bool) {
            engine = model.engine
            language = model.language?.description
            bytes = model.bytes
            path = model.path.string
            inUse = isInUse
            problem = model.problem?.description
        }

        var text: String {
            let megabytes = "\((bytes + 500_000) / 1_000_000) MB"
            let columns = [
                inUse ? "*" : " ", pad(engine, 12), pad(language ?? "?", 5),
                String(repeating: " ", count: max(0, 7 - megabytes.count)) + megabytes, path,
            ]
            return columns.joined(separator: "  ") + (problem.map { "\n    \($0)" } ?? "")
        }

        private func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
    }
}
