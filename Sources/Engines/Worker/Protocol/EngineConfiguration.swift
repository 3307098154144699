/// The values that an engine needs to load, in a form that can describe any engine: a name in the
/// worker's table of engines, and values that only this engine understands.
public struct EngineConfiguration: Hashable, Sendable {
    /// The engine's name in the worker's table.
    public let engine: String
    /// The model's name for messages: its path.
    public let model: String
    /// The engine's own values, under names that its module chooses.
    public let values: [String: String]
    /// Absolute paths of files and folders that the engine reads: its model, and the folder of a
    /// library that it opens.
    public let readable: [String]
    /// Whether it opens a library, so that it must read where the dynamic loader looks for them.
    public let opensLibrary: Bool
    /// Whether its library computes on a GPU, so that it must open that device and control it.
    public let usesGPU: Bool

    public init(
        engine: String, model: String, values: [String: String], readable: [String],
        opensLibrary: Bool = false, usesGPU: Bool = false
    ) {
        (self.engine, self.model, self.values) = (engine, model, values)
        (self.readable, self.opensLibrary, self.usesGPU) = (readable, opensLibrary, usesGPU)
    }
}
