import Assembly
import Dictation
import DictationParts
import HotkeyChords
import HotkeyHelper
import LinuxRuntime
import MonotonicTime
public import Problems
public import Settings

/// Waits for the hotkey as the daemon would.
public enum HotkeyTrial {
    public enum Outcome: Hashable, Sendable {
        case pressed
        /// Not pressed within the time.
        case missed
        case failed(Problem)
        /// Nothing watches, since the hotkey is switched off.
        case off
    }

    /// - Parameter onReady: called when the watch has begun, as far as that is known, with whether the
    ///   desktop asks the user first.
    /// - Throws: errors in the settings; `CancellationError`.
    @EventLoopActor
    public static func run(
        _ settings: Settings, within limit: Duration, onReady: (_ asksUser: Bool) -> Void
    ) async throws -> Outcome {
        guard let hotkey = try Registry.hotkey(settings) else { return .off }
        if let problem = hotkey.availability().problem ?? hotkey.unsupportedChord {
            return .failed(problem)
        }
        // Otherwise a key would be asked for that nobody can see.
        if let problem = await hotkey.problem() { return .failed(problem) }
        let outcome = OneShot<Outcome>()
        let end = EventLoop.shared.timer(after: limit) { outcome.give(.missed) }
        hotkey.start { event in
            switch event {
            case .pressed: outcome.give(.pressed)
            case .failed(let problem): outcome.give(.failed(problem))
            case .released, .spoiled, .cancel, .answered: break
            }
        }
        defer {
            hotkey.stop()
            withExtendedLifetime(end) {}
        }
        onReady(hotkey.asksUser)
        return try await outcome.get()
    }

    /// Keys of which every keyboard has some, and which the helper may watch; as many as it takes.
    public static let candidates = [
        "RightCtrl", "Menu", "RightSuper", "Pause", "Scroll_Lock", "F8", "F9", "F13",
    ]

    /// Waits for one of the candidates; nil if none is pressed in time, or none can be watched.
    ///
    /// - Parameter onReady: called when the watch has begun, as far as that is known.
    @EventLoopActor
    public static func firstPressed(
        _ settings: Settings, within limit: Duration, onReady: () -> Void
    ) async throws -> String? {
        var settings = settings
        settings.hotkey.cancel = ""
        // A desktop would take these keys from the daemon's own hotkeys, or ask about each.
        settings.hotkey.source = .evdev
        settings.hotkey.dictate = candidates[0]
        settings.hotkey.binding = candidates.dropFirst().map { .init(keys: $0, mode: .toggle) }
        guard let hotkey = try Registry.hotkey(settings), await hotkey.problem() == nil
        else { return nil }
        let pressed = OneShot<Int?>()
        let end = EventLoop.shared.timer(after: limit) { pressed.give(nil) }
        hotkey.start { event in
            switch event {
            case .pressed(let number, _): pressed.give(number)
            case .failed: pressed.give(nil)
            case .released, .spoiled, .cancel, .answered: break
            }
        }
        defer {
            hotkey.stop()
            withExtendedLifetime(end) {}
        }
        onReady()
        return try await pressed.get().map { candidates[$0] }
    }

    /// A chord in the form of the configuration.
    ///
    /// - Throws: a `Problem` if it names no key, or one that can't be a hotkey.
    public static func chord(_ text: String) throws(Problem) -> String {
        let chord = try HotkeyChord(text, names: .evdev)
        if let objection = chord.objection { throw objection }
        return chord.description
    }
}
