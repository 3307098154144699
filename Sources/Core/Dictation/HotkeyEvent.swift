/// What a hotkey source tells. Bindings go by their place in the list that the source was made
/// with, which is that of ``DictationRules/hotkeys``.
public enum HotkeyEvent: Sendable, Equatable {
    /// The chord went down, at the kernel's time.
    case pressed(Int, at: Instant)
    /// The chord went up, at the kernel's time, or its device vanished.
    case released(Int, at: Instant)
    /// Another key went down while the chord, which ends in a modifier, was down: the person
    /// means a longer chord, such as Ctrl+C. `released` follows nevertheless.
    case spoiled(Int, at: Instant)
    /// The chord that cancels went down.
    case cancel(at: Instant)
    /// The keys can't be watched (no permission, no keyboards). `start` needn't be called
    /// again: it recovers by itself where it can.
    case failed(Problem)
}

/// The last key of a hotkey, for those who must tell it from what is typed.
public struct HotkeyCode: Hashable, Sendable {
    /// Of linux/input-event-codes.h.
    public let key: UInt16
    /// Whether it means the hotkey only together with others.
    public let hasModifiers: Bool

    public init(key: UInt16, hasModifiers: Bool) {
        (self.key, self.hasModifiers) = (key, hasModifiers)
    }
}
