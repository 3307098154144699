public import Problems
public import SpeechDecoding
public import SpeechWorkerProtocol

/// A line of the table of engines: its name, and how it is made.
public struct EngineMaker: Sendable {
    /// True once the result of what the engine computes is no longer wanted. It may ask from any
    /// thread, as often as it likes; then `decode` or `finish` returns early, in any way, and the
    /// engine stays usable: `begin` follows. Never true while it is made.
    public typealias ShouldAbort = @Sendable () -> Bool

    /// The `engine` of ``EngineConfiguration``.
    public let name: String
    /// Loads the engine with its model, on the thread that will use it.
    let make:
        @Sendable (EngineConfiguration, @escaping ShouldAbort) throws(Problem)
            -> any DecodingEngine

    public init(
        _ name: String,
        _ make:
            @escaping @Sendable (EngineConfiguration, @escaping ShouldAbort) throws(Problem)
            -> any DecodingEngine
    ) {
        (self.name, self.make) = (name, make)
    }
}
