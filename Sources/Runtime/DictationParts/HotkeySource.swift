public import Dictation
public import LinuxRuntime

/// Watches for the global hotkeys.
@EventLoopActor
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
