import Dictation
import LinuxRuntime

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
        isWatching = await sinks.watchUserInput(ignoring: hotkeys) { [weak self] in
            self?.hasTyped = true
            self?.end()
        }
    }

    func end() {
        if isWatching { sinks?.stopWatchingUserInput() }
        (isWatching, sinks) = (false, nil)
    }
}
