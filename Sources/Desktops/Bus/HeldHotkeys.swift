import Dictation
import DictationParts
import MonotonicTime

/// The hotkeys that are down, as a desktop reports them: it may repeat a press while the key is
/// held.
struct HeldHotkeys {
    private var down: Set<Int> = []

    /// The event of a press; nil if it is a repetition.
    mutating func press(_ index: Int?) -> HotkeyEvent? {
        guard let index, down.insert(index).inserted else { return nil }
        return .pressed(index, at: .now)
    }

    /// The event of a release; nil if the key wasn't down.
    mutating func release(_ index: Int?) -> HotkeyEvent? {
        guard let index, down.remove(index) != nil else { return nil }
        return .released(index, at: .now)
    }

    /// The events when the desktop has gone.
    mutating func releaseAll() -> [HotkeyEvent] {
        defer { down = [] }
        return down.sorted().map { .released($0, at: .now) }
    }
}
