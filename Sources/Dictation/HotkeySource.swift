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

/// Watches for the global hotkeys.
///
/// An object that lives on the event loop's thread: it is called there and delivers there.
public protocol HotkeySource: AnyObject {
    /// The chords as the configuration names them.
    var name: String { get }

    /// Whether keyboards are there and may be read.
    func availability() -> Availability

    /// Begins to watch.
    func start(_ deliver: @escaping (HotkeyEvent) -> Void)

    /// Switches the chord that cancels on or off. It is off at first: a key like Escape is
    /// nobody's business unless something can be cancelled.
    func watch(cancel: Bool)

    /// Ends watching; nothing is delivered afterwards.
    func stop()
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
