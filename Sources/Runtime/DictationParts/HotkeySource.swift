public import Dictation
public import LinuxRuntime
public import Problems

/// Who watches for a hotkey.
public enum HotkeyWatcher: Hashable, Sendable {
    /// The program, or a helper of it.
    case keyboards
    /// The desktop, by the named interface. It decides which keys they are, and only the running
    /// daemon knows whether it watches.
    case desktop(String)
}

/// Watches for the global hotkeys.
@EventLoopActor
public protocol HotkeySource: AnyObject {
    /// The chords as the configuration writes them.
    var name: String { get }

    /// Whether there are keyboards that may be read.
    func availability() -> Availability

    /// Who watches.
    var watcher: HotkeyWatcher { get }

    /// The chords for which the desktop that watches can't be asked, as the configuration writes
    /// them.
    var unsupported: [String] { get }

    /// Whether the desktop that watches asks the user first, as GNOME does.
    var asksUser: Bool { get }

    /// Whether a desktop that was asked to watch hasn't answered yet: it may be asking the user.
    var isPending: Bool { get }

    /// Like ``availability()``, but asks the process that would watch; nil if nothing is wrong.
    func problem() async -> Problem?

    /// Begins to watch.
    func start(_ deliver: @escaping (HotkeyEvent) -> Void)

    /// Whether the chord that cancels is watched for when it is switched on: a desktop doesn't
    /// watch for Escape.
    var watchesCancel: Bool { get }

    /// Switches the chord that cancels on or off. It is off at first: a key like Escape is not
    /// watched unless there is something to cancel.
    func watch(cancel: Bool)

    /// Stops watching; nothing is delivered afterwards.
    func stop()
}

extension HotkeySource {
    public var watcher: HotkeyWatcher { .keyboards }

    public var unsupported: [String] { [] }

    public var asksUser: Bool { false }

    public var isPending: Bool { false }

    public var watchesCancel: Bool { true }

    public func problem() async -> Problem? { availability().problem }
}
