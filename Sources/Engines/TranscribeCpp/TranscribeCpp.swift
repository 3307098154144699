public import Dictation
public import DictationParts
import GGUF
import LinuxRuntime
import Models
public import Problems
public import Settings
public import SpeechEngines
import SpeechWorker
import SpeechWorkerProtocol
public import SystemPackage
public import TranscribeCppFiles

/// The engine `transcribe-cpp`.
public struct TranscribeCpp: Engine {
    public typealias Keys = TranscribeCppSettings

    public init() {}

    public var title: String { "Models such as Parakeet and Whisper" }
    public var isAutomatic: Bool { true }
    public var translates: Bool { true }

    // MARK: Languages

    /// With a model that was chosen, what that understands.
    public func understands(
        _ language: LanguageTag, _ settings: Settings, among models: SpeechModels
    ) -> Bool {
        if let name = settings[Keys.self].model {
            let languages = TranscribeCppModel(path(of: name, models)).languages
            return languages.isEmpty || languages.contains { $0.fitness(for: language) != nil }
        }
        return model(for: language, among: models, settings) != nil
    }

    public func forgetModels(otherThan language: LanguageTag, in settings: inout Settings) {
        guard let name = settings[Keys.self].model, name.hasPrefix("/") else { return }
        let languages = TranscribeCppModel(FilePath(name)).languages
        if !languages.isEmpty, !languages.contains(where: { $0.fitness(for: language) != nil }) {
            settings[Keys.self].model = nil
        }
    }

    /// The vocabulary of the first model for the language that has many words.
    public func knownWords(of language: LanguageTag, among models: SpeechModels) -> KnownWords? {
        models.models(of: name).lazy.filter { $0.understands(language) }
            .compactMap { try? GGUFVocabulary.words(of: $0.path) }
            .first { $0.count > Self.fewWords }
            .map { KnownWords($0, areRanked: true) }
    }

    /// As many have models that write words in pieces mostly.
    private static let fewWords = 10_000

    /// The model that fits a language best: one that the user has installed before those that come
    /// with utter. Of several, the one that the catalogue ranks first on this computer, else the
    /// first by name.
    private func model(
        for language: LanguageTag, among models: SpeechModels, _ settings: Settings
    ) -> FilePath? {
        let isTranslated = settings.recognizer.translate && !language.isEnglish
        let able = models.models(of: name).filter { model in
            !isTranslated || (try? TranscribeCppModel(model.path).header)?.translates == true
        }
        let fitting = able.compactMap { model in
            TranscribeCppModel(model.path).languages.compactMap { $0.fitness(for: language) }
                .max().map { (path: model.path, fitness: $0) }
        }
        let installed = fitting.filter { !Self.isBundled($0.path) }
        if installed.isEmpty {
            return Self.best(ofBundled: fitting.map(\.path)) { speed(of: $0, settings) }
        }
        let most = installed.map(\.fitness).max()
        let best = installed.filter { $0.fitness == most }.map(\.path)
        guard best.count > 1 else { return best.first }
        let known = best.compactMap { path in
            ModelCatalogue.model(named: path.lastComponent?.string ?? "").map { (path, $0) }
        }
        let first = ModelCatalogue.best(
            of: known.map(\.1), for: language, ComputerSpeed())
        return known.first { $0.1 == first }?.0 ?? best[0]
    }

    // MARK: Recognition

    public func configuration(
        for settings: Settings, among models: SpeechModels
    ) throws -> TranscribeCppConfiguration {
        let model = try modelPath(settings, models)
        let language = try language(of: model, settings, models)
        var configuration = configuration(of: model, language, settings)
        configuration.translates = settings.translates(among: models)
        configuration.faster = Self.faster(
            than: model, for: language, among: models.models(of: name))
        return configuration
    }

    /// The catalogue's models that are faster and understand the language, the fewest errors first.
    static func faster(
        than path: FilePath, for language: LanguageTag?, among installed: [SpeechModel]
    ) -> [FasterModel] {
        let model = ModelCatalogue.model(named: path.lastComponent?.string ?? "")
        guard let speed = model?.figures?.speed, let language else { return [] }
        return ModelCatalogue.all.filter { $0.supports(language) }
            .sorted { $0.figures?.errors ?? 100 < $1.figures?.errors ?? 100 }
            .compactMap { other in
                guard let figure = other.figures?.speed, figure > speed else { return nil }
                return FasterModel(
                    name: other.name, factor: figure / speed,
                    isInstalled: installed.contains {
                        $0.path.lastComponent?.string == other.file.name
                    })
            }
    }

    /// The library's folder, beside this program.
    private static let libraryFolder: FilePath =
        (try? Executable.path()).flatMap { TranscribeCppConfiguration.libraryFolder(beside: $0) }
        ?? "/usr/lib/utter/transcribe"

    private func configuration(
        of model: FilePath, _ language: LanguageTag?, _ settings: Settings
    ) -> TranscribeCppConfiguration {
        let keys = settings[Keys.self]
        let library = Self.libraryFolder
        var configuration = TranscribeCppConfiguration(
            library: library, model: TranscribeCppModel(model),
            language: language, threads: keys.threads, device: keys.device == .gpu ? .gpu : .cpu,
            words: settings.text.words.keys.sorted(),
            voice: keys.speechDetection == .network
                ? TranscribeCppConfiguration.voiceNetwork(in: library) : nil)
        configuration.limits.idle = settings.unloadLimit
        return configuration
    }

    /// The language of dictations with a model: one that the configuration names, whether the model
    /// has it or not; else the likeliest that it has, else its only one.
    private func language(
        of model: FilePath, _ settings: Settings, _ models: SpeechModels
    ) throws -> LanguageTag? {
        let known = TranscribeCppModel(model).languages
        if let spoken = try settings.spokenLanguage() {
            // Whichever region: a model of one language is loaded once for all.
            return known.count == 1 && known[0].fitness(for: spoken) != nil ? known[0] : spoken
        }
        let likely = settings.likelyLanguages(among: models)
        let fitting = likely.first { language in
            known.contains { $0.fitness(for: language.tag) != nil }
        }
        if fitting == nil, known.count == 1, !likely[0].isConfigured { return known[0] }
        return (fitting ?? likely[0]).tag
    }

    private func modelPath(_ settings: Settings, _ models: SpeechModels) throws -> FilePath {
        if let name = settings[Keys.self].model { return path(of: name, models) }
        let first = models.models(of: name).first?.path
        let languages =
            try settings.spokenLanguage().map { [$0] }
            ?? settings.likelyLanguages(among: models).map(\.tag)
        let fitting = languages.lazy.compactMap { model(for: $0, among: models, settings) }.first
        return fitting ?? first ?? path(of: "NAME", models)
    }

    private func path(of name: String, _ models: SpeechModels) -> FilePath {
        if name.hasPrefix("/") { return FilePath(name) }
        let files = ModelFileName.candidates(for: name)
        return files.lazy.compactMap { models.model(of: self.name, named: $0)?.path }.first
            ?? FilePath(models.ownFolder ?? "/usr/share/utter/models").appending(files[0])
    }

    public func problem(with configuration: TranscribeCppConfiguration) -> Problem? {
        configuration.problem
    }

    /// Opens the library in a separate process, as a recogniser would.
    public func libraryProblem(_ settings: Settings) async -> Problem? {
        let configuration = configuration(of: "", nil, settings)
        if let problem = configuration.libraryProblem ?? SpeechProgram.problem { return problem }
        // It throws if the task was cancelled only.
        return (try? await failure(of: configuration.checkingLibrary, configuration.limits)) ?? nil
    }

    /// Loads it as a recogniser would, but doesn't measure how fast it is.
    public func loadingProblem(
        of file: FilePath, _ settings: Settings
    ) async throws -> Problem? {
        let language = TranscribeCppModel(file).languages.first
        var configuration = configuration(of: file, language, settings)
        if let problem = configuration.problem ?? SpeechProgram.problem { return problem }
        configuration.speed = MeasuredSpeed(seconds: 1, threads: 1)
        return try await failure(of: configuration.inWorker, configuration.limits)
    }

    /// Why an engine can't be made in a separate process; nil if it can.
    @EventLoopActor
    private func failure(
        of engine: EngineConfiguration, _ limits: WorkerLimits
    ) async throws -> Problem? {
        let decoding = WorkerRecognizer(engine, limits: limits)
        defer { decoding.close() }
        let answer = OneShot<Problem?>()
        decoding.prepare { event in
            switch event {
            case .ready: answer.give(nil)
            case .failed(let problem): answer.give(problem)
            default: break
            }
        }
        return try await answer.get()
    }

    public func recognizer(
        _ configuration: TranscribeCppConfiguration
    ) throws -> any SpeechRecognizer {
        TranscribeCppRecognizer(configuration, speeds: KeptSpeeds(Settings.environment))
    }

    // MARK: Models

    /// The folder of those that come with utter.
    public func modelFolders(_ environment: (String) -> String?) -> [String] {
        [Self.bundledFolder?.string].compactMap(\.self)
    }

    public func model(at path: FilePath) -> SpeechModel? {
        guard TranscribeCppModel.isModel(path) else { return nil }
        let model = TranscribeCppModel(path)
        return SpeechModel(
            engine: name, path: path, languages: model.languages,
            examine: { model.problem })
    }

    public func configuration(
        loading model: SpeechModel, _ settings: Settings
    ) throws -> TranscribeCppConfiguration? {
        // Some must be told a language: any of theirs will do to load them.
        let languages = TranscribeCppModel(model.path).languages
        let wanted = try settings.spokenLanguage() ?? LanguageTag(settings.text.language)
        let fits = wanted.map { wanted in
            languages.contains { $0.fitness(for: wanted) != nil }
        }
        return configuration(
            of: model.path, fits == true ? wanted : languages.first, settings)
    }

    public func modelPaths(of configuration: TranscribeCppConfiguration) -> [FilePath] {
        [configuration.model.path]
    }

    /// `FILE.sha256` beside it.
    public func checksums(of model: SpeechModel) -> [ChecksumList] {
        let folder = model.path.removingLastComponent().string
        return ["\(model.path).sha256", "\(folder)/SHA256SUMS"].map {
            ChecksumList(program: "sha256sum", folder: folder, path: $0)
        }
    }

    public func advice(_ settings: Settings, among models: SpeechModels) -> [String] {
        guard models.models(of: name).isEmpty else { return [] }
        return [
            """
            transcribe.cpp has no model. To get one:
              utter models available
              utter models install NAME
            """
        ]
    }
}
