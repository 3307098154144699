/// The daemon's demand on the computation under way. It may be asked from any thread, as often as
/// the engine likes; never while the engine is made.
public protocol DecodingDemand: Sendable {
    /// Whether nobody wants the result any more. Then `decode` or `finish` returns early, in any
    /// way, and the engine stays usable: `begin` follows.
    var isAbandoned: Bool { get }

    /// The samples that the engine will get before `finish`, once the end of the dictation is
    /// known; nil before.
    var lastSamples: [Int16]? { get }
}
