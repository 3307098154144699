import Dictation
import LinuxRuntime
import SinkChains

/// Whether the user has typed or clicked since a text was typed. It watches from then until the
/// first input, so that it costs nothing while the user works.
@EventLoopActor
final class UserInputWatch {
    private(set) var hasTyped = false
    private(set) var isWatching = false
    /// Called once with the next input, or never.
    private var onInput: () -> Void = {}
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
            self?.onInput()
            self?.onInput = {}
        }
    }

    /// Also calls back with the next input. What was typed before stays known.
    func watchNext(
        _ sinks: SinkChain, ignoring hotkeys: Set<HotkeyCode>, _ onInput: @escaping () -> Void
    ) async {
        let hadTyped = hasTyped
        await begin(sinks, ignoring: hotkeys)
        self.onInput = onInput
        hasTyped = hadTyped || hasTyped
    }

    func end() {
        if isWatching { sinks?.stopWatchingUserInput() }
        (isWatching, sinks) = (false, nil)
    }
}
