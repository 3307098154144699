import ArgumentParser
import EngineRegistry
import GGUF
import LinuxRuntime
import Models
import Problems
import Settings
import SpeechEngines
import SystemPackage

struct ModelsInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Download a model, or install one from here.",
        discussion: """
            Asks once, with the address, the size and the licence; then downloads, checks length \
            and checksum, and puts the model into ~/.local/share/utter/models. When it is \
            interrupted, the same command continues where it stopped. What Hugging Face's cache has is \
            not downloaded again. A file is copied, and a folder's model converted; what the \
            catalogue has must be right, and all else must load.
            """)

    @Flag(help: "Download without being asked: this is the consent.")
    var yes = false

    @OptionGroup var configurationFile: ConfigurationFile

    @Argument(
        help: ArgumentHelp(
            "A name of “utter models available”, or a path.",
            discussion: "The path of a file, NAME.gguf or ggml-NAME.bin (whisper.cpp's), or of a "
                + "folder with a Whisper as faster-whisper uses it; of one in Hugging Face's cache "
                + "the name is enough."),
        completion: .installableModels)
    var model: String

    func run() throws {
        let settings = try configurationFile.load()
        let store = try ModelStore(environment: Settings.environment)
        if ModelFileName.isModel(model) || model.contains("/") {
            return try install(FilePath(model), to: store, settings)
        }
        guard let known = ModelCatalogue.model(named: model) else {
            guard let folder else { throw unknown }
            return try install(folder, to: store, settings)
        }
        if store.isInstalled(known) {
            complain("“\(known.name)” is installed already.")
            return try printData(store.path(of: known).string)
        }
        let source = try settings.modelSource()
        try Conversation.run(assumesYes: yes) { talk in
            let installation = try ModelInstallation(known, to: store, from: source)
            guard try await installation.run(talk) else { throw ExitCode.failure }
            talk.say("It is installed:")
        }
        try printData(store.path(of: known).string)
    }

    /// A folder here, or in Hugging Face's cache.
    private var folder: FilePath? {
        let cached = HuggingFaceCache.whispers(Settings.environment)
        return (WhisperFolder(FilePath(model)) ?? cached.first { $0.name == model })?.path
    }

    private var unknown: Problem {
        let near = Spelling.nearest(to: model, among: ModelCatalogue.all.map(\.name))
        return Problem(
            "there is no model “\(model)” to install", why: "the catalogue doesn't have it",
            remedy: (near.map { "Did you mean “\($0)”? " } ?? "")
                + "“utter models available” has all names; a path has a slash in it.")
    }

    // MARK: From here

    private func install(
        _ path: FilePath, to store: ModelStore, _ settings: Settings
    ) throws {
        // Nothing is asked, and no terminal needed.
        try Conversation.run(assumesYes: true) { talk in
            let installed: InstalledModel
            if let folder = WhisperFolder(path) {
                let conversion = WhisperImport(folder, to: store, trial: settings.modelTrial)
                installed = try await conversion.run()
            } else {
                let copy = ModelImport(path, to: store, trial: settings.modelTrial)
                installed = try await copy.run { _ in }
            }
            if let known = installed.model {
                talk.say(
                    "It is “\(known.name)” of the catalogue, unchanged "
                        + "(\(known.licence.rawValue)). It is installed:")
            } else {
                talk.say(
                    "It loads. The catalogue doesn't have it: what it may be used for is for you to "
                        + "know. It is installed:")
            }
            try printData(installed.path.string)
        }
    }
}

extension Settings {
    /// Loads a file in a process that may do nothing else, with the first engine that takes it.
    @EventLoopActor
    var modelTrial: ModelTrial {
        { file in
            for engine in Engines.all {
                if let problem = try await engine.loadingProblem(of: file, self) {
                    return problem
                }
            }
            return nil
        }
    }

    /// Where models are downloaded from.
    ///
    /// - Throws: `SettingsError` for a mirror that can't be one.
    func modelSource() throws -> ModelSource {
        guard let mirror = models.mirror else { return .standard }
        do throws(Problem) {
            return try ModelSource(mirror: mirror)
        } catch {
            throw SettingsError([problem(with: "models.mirror", reason: error.description)])
        }
    }
}
