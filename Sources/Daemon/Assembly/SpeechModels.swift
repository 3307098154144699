public import Dictation
import LinuxRuntime
public import Problems
import RecognizerPocketSphinx
import RecognizerVosk
public import Settings
public import SystemPackage

/// A speech model on this machine.
public struct SpeechModel: Sendable {
    /// The name of the engine that uses it, as in the configuration.
    public let engine: String
    public let path: FilePath
    /// Nil if its name has no language.
    public let language: LanguageTag?

    /// The value for `[recognizer] vosk_model`.
    public var name: String { path.lastComponent?.string ?? path.string }

    /// The size of all its files.
    public var bytes: Int { Folder.size(of: path.string) }

    /// The first thing that is missing or damaged, judging by the files.
    public var problem: Problem? {
        engine == "vosk" ? VoskModel(path).problem : PocketSphinxFolder(path)?.problem
    }
}

/// The speech models on this machine, in the usual folders.
public struct SpeechModels: Sendable {
    /// In order of preference; those of one folder by name.
    public let all: [SpeechModel]
    /// The folder for the user's own models; nil without a home directory.
    public let ownFolder: String?
    /// The path for the user's own library of Vosk.
    public var ownLibrary: String {
        ownFolder.map { "\(FilePath($0).removingLastComponent())/libvosk.so" }
            ?? "/usr/local/lib/libvosk.so"
    }

    public init(environment: (String) -> String? = Settings.environment) {
        let own = BaseDirectory.data.path(environment).map { "\($0)/models" }
        // The folders of Debian's packages and of Vosk's own programs.
        let places = [
            own, "/usr/share/pocketsphinx/model", environment("VOSK_MODEL_PATH"),
            "/usr/share/vosk", environment("HOME").map { "\($0)/.cache/vosk" },
        ]
        self.init(places.compactMap(\.self).filter { $0.hasPrefix("/") }, own: own)
    }

    init(_ places: [String], own: String?) {
        ownFolder = own
        all = places.flatMap { place in
            Folder.names(in: place).compactMap { Self.model(FilePath(place).appending($0)) }
        }
    }

    private static func model(_ path: FilePath) -> SpeechModel? {
        if let folder = PocketSphinxFolder(path) {
            return SpeechModel(engine: "pocketsphinx", path: path, language: folder.language)
        }
        guard VoskModel.isModel(path) else { return nil }
        return SpeechModel(engine: "vosk", path: path, language: VoskModel(path).language)
    }

    /// The models of an engine.
    public func models(of engine: String) -> [SpeechModel] {
        all.filter { $0.engine == engine }
    }

    /// The model that fits a language best, the first of several; nil if none fits.
    public func model(of engine: String, for language: LanguageTag) -> SpeechModel? {
        var best: (model: SpeechModel, fitness: Int)?
        for model in models(of: engine) {
            guard let fitness = model.language?.fitness(for: language) else { continue }
            if fitness > best?.fitness ?? 0 { best = (model, fitness) }
        }
        return best?.model
    }

    /// The model with that name; nil if there is none.
    public func model(of engine: String, named name: String) -> SpeechModel? {
        models(of: engine).first { $0.name == name }
    }
}
