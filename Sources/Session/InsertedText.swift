import Dictation
import DictationParts
import LinuxRuntime
import MonotonicTime

/// The text that was just typed into a window, and so is before the cursor as far as known.
struct InsertedText {
    let target: SinkTarget
    let text: EditHistory
    let end: Instant
    let person: UserInputWatch

    /// After this time the user may have done other things, if nothing watches for input.
    private static let validity = Duration.seconds(30)
    /// The same while input is watched for, and there was none.
    private static let watchedValidity = Duration.seconds(600)

    /// This text if that window has the focus, the user has typed nothing since as far as known,
    /// and it isn't too old; else nil.
    @EventLoopActor
    func current(in window: SinkTarget?) -> InsertedText? {
        let limit = person.isWatching ? Self.watchedValidity : Self.validity
        guard target == window, !person.hasTyped, end.duration(to: .now) < limit else {
            return nil
        }
        return self
    }
}

/// The text before the cursor, as far as known.
struct StandingText {
    /// The window.
    var target: SinkTarget?
    /// What was just typed there.
    var text: EditHistory?
    /// The whole text before the cursor, if a sink knows it.
    var document: String?
}

/// Whether the user has typed or clicked since a text was typed. It watches from then until the
/// first input, so that it costs nothing while the user works.
@EventLoopActor
final class UserInputWatch {
    private(set) var hasTyped = false
    private(set) var isWatching = false
    /// The sinks that watch.
    private var sinks: SinkChain?

    func begin(_ sinks: SinkChain, ignoring hotkeys: Set<HotkeyCode>) async {
        hasTyped = false
        if isWatching, self.sinks === sinks { return }
        end()
        self.sinks = sinks
        isWatching = await sinks.watchPerson(ignoring: hotkeys) { [weak self] in
            self?.hasTyped = true
            self?.end()
        }
    }

    func end() {
        if isWatching { sinks?.stopWatchingPerson() }
        (isWatching, sinks) = (false, nil)
    }
}
