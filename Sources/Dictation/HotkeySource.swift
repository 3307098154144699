/// What a hotkey source tells.
public enum HotkeyEvent: Sendable, Equatable {
    /// The chord went down, at the kernel's time.
    case pressed(at: Instant)
    /// The chord went up, at the kernel's time, or its device vanished.
    case released(at: Instant)
    /// The keys can't be watched (no permission, no keyboards). `start` needn't be called
    /// again: it recovers by itself where it can.
    case failed(Problem)
}

/// Watches for the global hotkey.
///
/// An object that lives on the event loop's thread: it is called there and delivers there.
public protocol HotkeySource: AnyObject {
    /// The name by which the configuration knows it.
    var name: String { get }

    /// Whether keyboards are there and may be read.
    func availability() -> Availability

    /// Begins to watch.
    func start(_ deliver: @escaping (HotkeyEvent) -> Void)

    /// Ends watching; nothing is delivered afterwards.
    func stop()
}
