public import Dictation
public import LinuxRuntime

/// Watches for the global hotkeys.
@EventLoopActor
public protocol HotkeySource: AnyObject {
    /// The chords as the configuration names them.
    var name: String { get }

    /// Whether keyboards are there and may be read.
    func availability() -> Availability

    /// Whether the desktop watches for the keys: then it decides which they are, and only the running
    /// daemon knows whether it does.
    var isDesktops: Bool { get }

    /// As ``availability()``, by asking whoever would watch; nil if nothing is wrong.
    func problem() async -> Problem?

    /// Begins to watch.
    func start(_ deliver: @escaping (HotkeyEvent) -> Void)

    /// Switches the chord that cancels on or off. It is off at first: a key like Escape is
    /// nobody's business unless something can be cancelled.
    func watch(cancel: Bool)

    /// Ends watching; nothing is delivered afterwards.
    func stop()
}

extension HotkeySource {
    public var isDesktops: Bool { false }

    public func problem() async -> Problem? { availability().problem }
}
