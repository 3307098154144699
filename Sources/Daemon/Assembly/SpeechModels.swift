public import Dictation
import LinuxRuntime
import RecognizerPocketSphinx
import RecognizerVosk
public import Settings
public import SystemPackage

/// A speech model on this machine.
public struct SpeechModel: Sendable {
    /// The engine that uses it, as the configuration names it.
    public let engine: String
    public let path: FilePath
    /// Nil if its name tells none.
    public let language: LanguageTag?

    /// As `[recognizer] vosk_model` takes it.
    public var name: String { path.lastComponent?.string ?? path.string }

    /// Of all its files.
    public var bytes: Int { Folder.size(of: path.string) }

    /// The first thing that is missing or damaged, as far as a look at the files tells.
    public var problem: Problem? {
        engine == "vosk" ? VoskModel(path).problem : PocketSphinxFolder(path)?.problem
    }
}

/// The speech models on this machine: folders in the places where there are some.
public struct SpeechModels: Sendable {
    /// In the order in which they are preferred, those of one place by name.
    public let all: [SpeechModel]
    /// Where models of the person's own belong; nil without a home.
    public let ownFolder: String?
    /// Where a library of Vosk of the person's own belongs.
    public var ownLibrary: String {
        ownFolder.map { "\(FilePath($0).removingLastComponent())/libvosk.so" }
            ?? "/usr/local/lib/libvosk.so"
    }

    public init(environment: (String) -> String? = Settings.environment) {
        let own = BaseDirectory.data.path(environment).map { "\($0)/models" }
        // Where Debian's packages and Vosk's own programs have them.
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

    /// Those of an engine.
    public func models(of engine: String) -> [SpeechModel] {
        all.filter { $0.engine == engine }
    }

    /// The one that serves who speaks a language best, the first of several; nil if none does.
    public func model(of engine: String, for language: LanguageTag) -> SpeechModel? {
        var best: (model: SpeechModel, fitness: Int)?
        for model in models(of: engine) {
            guard let fitness = model.language?.fitness(for: language) else { continue }
            if fitness > best?.fitness ?? 0 { best = (model, fitness) }
        }
        return best?.model
    }

    /// The one of that name; nil if there is none.
    public func model(of engine: String, named name: String) -> SpeechModel? {
        models(of: engine).first { $0.name == name }
    }
}
