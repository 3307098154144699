import EngineRegistry
public import Settings
public import SpeechEngines
import SystemPackage

// The engines that the settings name.

extension Settings {
    /// The engine and its fallback, if that is another one.
    ///
    /// - Throws: an error for a name that is no engine's.
    func engines(among models: SpeechModels = SpeechModels()) throws -> [any Engine] {
        var chosen = [try engine(recognizer.engine, "recognizer.engine", models)]
        if let fallback = recognizer.fallback, fallback != recognizer.engine {
            chosen.append(try engine(fallback, "recognizer.fallback", models))
        }
        return chosen
    }

    private func engine(
        _ name: String, _ key: String, _ models: SpeechModels
    ) throws -> any Engine {
        if let engine = models.engine(named: name) { return engine }
        let names = models.engines.map(\.name)
        throw SettingsError([
            problem(
                with: key,
                reason: "there is no engine “\(name)”; there is \(names.joined(separator: ", "))",
                value: name, names: names)
        ])
    }

    /// The folders or files of the models that the engine and the fallback would load.
    public func modelsInUse(_ models: SpeechModels) -> Set<String> {
        let engines = [recognizer.engine, recognizer.fallback].compactMap(\.self)
            .compactMap { models.engine(named: $0) }
        let paths = engines.flatMap { (try? $0.modelPaths(self, among: models)) ?? [] }
        return Set(paths.map(\.string))
    }
}
