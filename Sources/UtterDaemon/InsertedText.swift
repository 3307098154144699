import Dictation
import LinuxRuntime

/// What was typed into a window a moment ago, and so stands before the cursor as far as anybody
/// knows.
struct InsertedText {
    let target: SinkTarget
    let text: TypedText
    let end: Instant
    let person: PersonWatch

    /// Longer than this, a person does other things in between, if nothing tells what they do.
    private static let validity = Duration.seconds(30)
    /// As long as they have not touched anything.
    private static let watchedValidity = Duration.seconds(600)

    /// The inserted text if the same window has the focus, the person has typed nothing since as
    /// far as can be known, and no long time has passed; else nil.
    @EventLoopActor
    static func current(_ inserted: InsertedText?, _ sinks: SinkChain) -> InsertedText? {
        guard let inserted, inserted.target == sinks.focusedTarget, !inserted.person.hasTyped,
            inserted.end.duration(to: .now)
                < (inserted.person.isWatching ? watchedValidity : validity)
        else { return nil }
        return inserted
    }
}

/// Whether the person has typed or clicked since a text was typed. It watches from then to the
/// first time, so that it costs nothing while somebody works.
@EventLoopActor
final class PersonWatch {
    private(set) var hasTyped = false
    private(set) var isWatching = false
    private let sinks: SinkChain
    private let hotkeys: Set<HotkeyCode>

    init(_ sinks: SinkChain, hotkeys: Set<HotkeyCode>) {
        (self.sinks, self.hotkeys) = (sinks, hotkeys)
    }

    func begin() async {
        hasTyped = false
        guard !isWatching else { return }
        isWatching = await sinks.watchPerson(ignoring: hotkeys) { [weak self] in
            self?.hasTyped = true
            self?.end()
        }
    }

    func end() {
        if isWatching { sinks.stopWatchingPerson() }
        isWatching = false
    }
}
