import Dictation
import LinuxRuntime

/// What was typed into a window a moment ago, and so stands before the cursor as far as anybody
/// knows.
struct InsertedText {
    let target: SinkTarget
    let text: EditHistory
    let end: Instant
    let person: UserInputWatch

    /// Longer than this, a person does other things in between, if nothing tells what they do.
    private static let validity = Duration.seconds(30)
    /// As long as they have not touched anything.
    private static let watchedValidity = Duration.seconds(600)

    /// This text if that window has the focus, the person has typed nothing since as far as can be
    /// known, and no long time has passed; else nil.
    @EventLoopActor
    func current(in window: SinkTarget?) -> InsertedText? {
        let limit = person.isWatching ? Self.watchedValidity : Self.validity
        guard target == window, !person.hasTyped, end.duration(to: .now) < limit else {
            return nil
        }
        return self
    }
}

/// What stands before the cursor, as far as anybody knows.
struct StandingText {
    /// The window.
    var target: SinkTarget?
    /// What was typed there a moment ago.
    var text: EditHistory?
    /// All of it, if a sink knows.
    var document: String?
}

/// Whether the person has typed or clicked since a text was typed. It watches from then to the
/// first time, so that it costs nothing while somebody works.
@EventLoopActor
final class UserInputWatch {
    private(set) var hasTyped = false
    private(set) var isWatching = false
    /// Who watch.
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
