public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems
public import Settings
public import SpeechEngines
import SpeechWorker
import SpeechWorkerProtocol
public import SystemPackage
public import VoskFiles

/// The engine `vosk`.
public struct Vosk: Engine {
    public typealias Keys = VoskSettings

    public init() {}

    public var title: String { "Vosk" }
    public var isAutomatic: Bool { true }

    // MARK: Languages

    public func understands(
        _ language: LanguageTag, _ settings: Settings, among models: SpeechModels
    ) -> Bool {
        settings[Keys.self].model != nil || models.model(of: name, for: language) != nil
    }

    public func forgetModels(otherThan language: LanguageTag, in settings: inout Settings) {
        guard let model = settings[Keys.self].model,
            let known = VoskModel(FilePath(model)).language, known.fitness(for: language) == nil
        else { return }
        settings[Keys.self].model = nil
    }

    // MARK: Recognition

    /// - Throws: an error for a name that is no model's.
    public func configuration(
        for settings: Settings, among models: SpeechModels
    ) throws -> VoskConfiguration {
        var configuration = VoskConfiguration(
            libraries: libraries(settings),
            model: VoskModel(FilePath(try modelPath(settings, models))))
        configuration.limits.idle = settings.unloadLimit
        return configuration
    }

    private func modelPath(_ settings: Settings, _ models: SpeechModels) throws -> String {
        let folder = models.ownFolder ?? Self.systemFolder
        if let name = settings[Keys.self].model {
            if name.hasPrefix("/") { return name }
            if let found = models.model(of: self.name, named: name) { return found.path.string }
            guard !name.contains("/") else {
                throw settings.error(
                    with: "\(Keys.section).model",
                    Problem(
                        "“\(name)” isn't a model",
                        why: "it is neither a folder's name nor a full "
                            + "path", remedy: "“utter models” lists them."))
            }
            return "\(folder)/\(name)"
        }
        guard let language = try settings.spokenLanguage() else {
            let all = models.models(of: name)
            if all.count < 2 { return all.first?.path.string ?? "\(folder)/vosk-model-…" }
            // Of several, the one for the likeliest language.
            let best = settings.likelyLanguages(among: models).lazy.compactMap {
                models.model(of: name, for: $0.tag)
            }
            return (best.first ?? all[0]).path.string
        }
        return models.model(of: name, for: language)?.path.string
            ?? "\(folder)/vosk-model-\(language.description.lowercased())-…"
    }

    /// Paths and names where the library may be.
    private func libraries(_ settings: Settings) -> [String] {
        if let library = settings[Keys.self].library { return [library] }
        let own = BaseDirectory.data.path(Settings.environment).map { "\($0)/libvosk.so" }
        return [own, "libvosk.so"].compactMap(\.self)
    }

    public func problem(with configuration: VoskConfiguration) -> Problem? {
        configuration.problem
    }

    public func recognizer(_ configuration: VoskConfiguration) throws -> any SpeechRecognizer {
        VoskRecognizer(configuration)
    }

    // MARK: Models

    private static let systemFolder = "/usr/share/vosk"

    /// The folders of packages and of Vosk's own programs.
    public func modelFolders(_ environment: (String) -> String?) -> [String] {
        [
            environment("VOSK_MODEL_PATH"), Self.systemFolder,
            environment("HOME").map { "\($0)/.cache/vosk" },
        ].compactMap(\.self)
    }

    public func model(at path: FilePath) -> SpeechModel? {
        guard VoskModel.isModel(path) else { return nil }
        let model = VoskModel(path)
        return SpeechModel(
            engine: name, path: path, languages: model.language.map { [$0] } ?? [],
            examine: { model.problem })
    }

    public func configuration(
        loading model: SpeechModel, _ settings: Settings
    ) throws -> VoskConfiguration? {
        VoskConfiguration(libraries: libraries(settings), model: VoskModel(model.path))
    }

    public func modelPaths(of configuration: VoskConfiguration) -> [FilePath] {
        [configuration.model.path]
    }

    public func advice(_ settings: Settings, among models: SpeechModels) -> [String] {
        var advice: [String] = []
        let folder = models.ownFolder ?? Self.systemFolder
        let library = VoskConfiguration(libraries: libraries(settings), model: VoskModel("/"))
        if let problem = library.libraryProblem {
            let own = models.ownFolder.map { "\(FilePath($0).removingLastComponent())/libvosk.so" }
            advice.append(
                """
                Vosk's library is not there (\(problem.why)). To install it:
                  python3 -m pip download --no-deps --only-binary=:all: vosk==0.3.45
                  python3 -m zipfile --extract vosk-0.3.45-*.whl vosk-0.3.45
                  install -D vosk-0.3.45/vosk/libvosk.so \(own ?? "/usr/local/lib/libvosk.so")
                """)
        }
        if models.models(of: name).isEmpty {
            advice.append(
                """
                Vosk has no model. Unpack one of https://alphacephei.com/vosk/models:
                  mkdir -p \(folder)
                  python3 -m zipfile --extract vosk-model-….zip \(folder)
                It is used for its language then.
                """)
        }
        return advice
    }
}
