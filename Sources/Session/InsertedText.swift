import Dictation
import DictationParts
import LinuxRuntime
import MonotonicTime

/// The text that was just typed into a window, and so is before the cursor as far as known.
struct InsertedText {
    let target: SinkTarget
    let text: EditHistory
    let end: Instant
    let input: UserInputWatch

    /// After this time the user may have done other things, if nothing watches for input.
    private static let validity = Duration.seconds(30)
    /// The same while input is watched for, and there was none.
    private static let watchedValidity = Duration.seconds(600)

    /// This text if that window has the focus, the user has typed nothing since as far as known,
    /// and it isn't too old; else nil.
    @EventLoopActor
    func current(in window: SinkTarget?) -> InsertedText? {
        let limit = input.isWatching ? Self.watchedValidity : Self.validity
        guard target == window, !input.hasTyped, end.duration(to: .now) < limit else {
            return nil
        }
        return self
    }
}
