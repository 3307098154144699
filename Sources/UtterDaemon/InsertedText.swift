import Dictation
import LinuxRuntime

/// What was typed into a window a moment ago, and so stands before the cursor as far as anybody
/// knows: nothing tells whether the person typed since.
struct InsertedText {
    let target: SinkTarget
    /// One text an utterance, with the space before it.
    let utterances: [String]
    let end: Instant

    /// Longer than this, a person does other things in between.
    private static let validity = Duration.seconds(30)

    /// The inserted text if the same window has focus and no long time has passed, else nil.
    @EventLoopActor
    static func current(_ inserted: InsertedText?, _ sinks: SinkChain) -> InsertedText? {
        guard let inserted, inserted.target == sinks.focusedTarget,
            inserted.end.duration(to: .now) < validity
        else { return nil }
        return inserted
    }
}
