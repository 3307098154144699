public import Dictation
import LinuxRuntime
public import Problems
public import Settings
import SystemPackage

/// The models that engines are chosen from: the speech models on this machine, in the usual
/// folders, the engines that were asked for them, and the user's language.
public struct SpeechModels: Sendable {
    /// The best first.
    public let engines: [any Engine]
    /// In order of preference; within a folder by name.
    public let all: [SpeechModel]
    /// The folder for the user's own models; nil without a home directory.
    public let ownFolder: String?
    /// The language of the user's locale; nil if it names none.
    public let locale: LanguageTag?
    private let places: [String]
    /// The folders and all in them, as they were before they were searched.
    private let states: [String: FileState?]

    /// Searches the user's own folder, and the engines'.
    public init(
        of engines: [any Engine], environment: (String) -> String? = Settings.environment
    ) {
        let own = BaseDirectory.data.path(environment).map { "\($0)/models" }
        let places = [own].compactMap(\.self) + engines.flatMap { $0.modelFolders(environment) }
        self.init(
            of: engines, in: places.filter { $0.hasPrefix("/") }, own: own,
            locale: DictationLanguage.ofLocale(environment))
    }

    /// Searches only these folders.
    public init(
        of engines: [any Engine], in places: [String], own: String?, locale: LanguageTag? = nil
    ) {
        (self.engines, self.locale, self.places) = (engines, locale, places)
        ownFolder = own
        var states: [String: FileState?] = [:]
        func paths(in place: String) -> [FilePath] {
            states[place] = FileState(place)
            return Folder.names(in: place).map { FilePath(place).appending($0) }
        }
        let paths = places.flatMap { paths(in: $0) }
        for path in paths { states[path.string] = FileState(path.string) }
        self.states = states
        all = paths.compactMap { path in
            engines.lazy.compactMap { $0.model(at: path) }.first
        }
    }

    /// These models, or the result of another search if something in their folders was added,
    /// changed or removed.
    public func renewed() -> SpeechModels {
        if states.allSatisfy({ FileState($0.key) == $0.value }) { return self }
        return SpeechModels(of: engines, in: places, own: ownFolder, locale: locale)
    }

    /// The engine with a name; nil if there is none.
    public func engine(named name: String) -> (any Engine)? {
        engines.first { $0.name == name }
    }

    /// The models of an engine.
    public func models(of engine: String) -> [SpeechModel] {
        all.filter { $0.engine == engine }
    }

    /// The model that fits a language best, the first of several; nil if none fits.
    public func model(of engine: String, for language: LanguageTag) -> SpeechModel? {
        var best: (model: SpeechModel, fitness: Int)?
        for model in models(of: engine) {
            let fitnesses = model.languages.compactMap { $0.fitness(for: language) }
            guard let fitness = fitnesses.max() else { continue }
            if fitness > best?.fitness ?? 0 { best = (model, fitness) }
        }
        return best?.model
    }

    /// The model with a name, which may lack the extension of its file, and its engine.
    ///
    /// - Throws: a problem that says so, and which model may be meant.
    public func find(_ name: String) throws(Problem) -> (engine: any Engine, model: SpeechModel) {
        let model =
            all.first { $0.name == name } ?? all.first { $0.path.lastComponent?.stem == name }
        if let model, let engine = engine(named: model.engine) { return (engine, model) }
        // The name comes from outside and is printed in a terminal.
        let shown = TypableText(cleaning: name, lineBreaks: .space).string
        let names = all.map(\.name) + all.compactMap { $0.path.lastComponent?.stem }
        let meant = Spelling.question(Spelling.nearest(to: name, among: names))
        throw Problem(
            "there is no model “\(shown)”\(meant)", why: "",
            remedy: "“utter models” says what there is and how to install more.")
    }

    /// The model with that name; nil if there is none.
    public func model(of engine: String, named name: String) -> SpeechModel? {
        models(of: engine).first { $0.name == name }
    }
}
