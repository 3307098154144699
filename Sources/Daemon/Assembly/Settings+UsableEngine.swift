public import Problems
public import Settings
public import SpeechEngines

// The engine that can recognise now.

extension Settings {
    /// The engine of dictations, or its fallback if it can't run itself, judging by the files; nil
    /// if neither can.
    public func usableEngine(among models: SpeechModels) -> EngineChoice? {
        let choices = (try? engines(among: models)) ?? []
        return choices.first { $0.engine.problem($0.settings, among: models) == nil }
    }

    /// The engine of dictations, whether it can run or not; nil if the settings name none.
    public var chosenEngine: EngineChoice? { (try? engines())?.first }

    /// The weakness of that engine's words that users must know about; nil if they are good enough
    /// to write with.
    public func weakness(among models: SpeechModels) -> Problem? {
        usableEngine(among: models)?.engine.weakness
    }
}
