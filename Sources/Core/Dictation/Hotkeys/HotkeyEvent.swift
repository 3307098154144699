public import MonotonicTime
public import Problems

/// The events of a hotkey source. Bindings are given by their index in the list that the source was
/// made with: ``DictationRules/hotkeys``.
public enum HotkeyEvent: Sendable, Equatable {
    /// The chord went down, at the kernel's time.
    case pressed(Int, at: Instant)
    /// The chord went up, at the kernel's time, or its device vanished.
    case released(Int, at: Instant)
    /// Another key went down while the chord, which ends in a modifier, was down: the user means a
    /// longer chord, such as Ctrl+C. `released` still follows.
    case spoiled(Int, at: Instant)
    /// The chord that cancels went down.
    case cancel(at: Instant)
    /// The keys can't be watched (no permission, no keyboards). `start` needn't be called again:
    /// the source recovers by itself if possible.
    case failed(Problem)
    /// The desktop that was asked to watch has answered, with keys or without.
    case answered
}

/// The last key of a hotkey, so that it can be distinguished from typing.
public struct HotkeyCode: Hashable, Sendable {
    /// The code in linux/input-event-codes.h.
    public let key: UInt16
    /// Whether it is the hotkey only together with others.
    public let hasModifiers: Bool

    public init(key: UInt16, hasModifiers: Bool) {
        (self.key, self.hasModifiers) = (key, hasModifiers)
    }
}
