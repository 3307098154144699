public import Problems
public import SpeechWorkerProtocol

/// A line of the table of engines: its name, and how it is made.
public struct EngineMaker: Sendable {
    /// Loads an engine with its model, on the thread that will use it.
    public typealias Make =
        @Sendable (EngineConfiguration, any DecodingDemand) throws(Problem) -> any DecodingEngine

    /// The `engine` of ``EngineConfiguration``.
    public let name: String
    let make: Make

    public init(_ name: String, _ make: @escaping Make) {
        (self.name, self.make) = (name, make)
    }
}
