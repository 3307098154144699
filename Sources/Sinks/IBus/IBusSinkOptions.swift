import LinuxRuntime
public import Problems

/// The options of an ``IBusSink``.
public struct IBusSinkOptions: Sendable {
    /// The session's variables.
    public var environment: [String: String]
    /// The file that remembers the user's engine while ours is in force; nil for none.
    public var record: String?
    /// Whether to type also while an input method is active. What is being composed is lost then.
    public var interruptsInputMethod: Bool
    /// Whether to type into fields for passwords.
    public var typesPasswords: Bool
    /// Whether the desktop's shell gives IBus each window's text field, as GNOME Shell does.
    /// Elsewhere GTK and Qt have modules for that. No words are shown then: Qt's module commits
    /// them at a click or when the focus moves, and dead keys that the user presses meanwhile are
    /// lost. Another sink types into a window that has no field of IBus's.
    public var hasEachField: Bool
    /// Suspends until the program that gives text to the windows has handled all that it had
    /// received before; throws a problem if it doesn't answer. Nil if it can't be asked.
    public var shell: (@EventLoopActor @Sendable () async throws(Problem) -> Void)?
    /// Suspends until the user presses no keys for a moment, but not for long.
    public var pause: Wait?

    public typealias Wait = @EventLoopActor @Sendable () async -> Void

    public init(
        environment: [String: String], record: String? = nil, interruptsInputMethod: Bool = false,
        typesPasswords: Bool = false, hasEachField: Bool = true,
        shell: (@EventLoopActor @Sendable () async throws(Problem) -> Void)? = nil,
        pause: Wait? = nil
    ) {
        self.environment = environment
        self.record = record
        self.interruptsInputMethod = interruptsInputMethod
        self.typesPasswords = typesPasswords
        self.hasEachField = hasEachField
        self.shell = shell
        self.pause = pause
    }
}
