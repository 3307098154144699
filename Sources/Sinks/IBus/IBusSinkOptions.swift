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
    /// Suspends until the program that gives text to the windows has handled all that it had
    /// received before; throws a problem if it doesn't answer. Nil if it can't be asked.
    public var shell: (@EventLoopActor @Sendable () async throws(Problem) -> Void)?

    public init(
        environment: [String: String], record: String? = nil, interruptsInputMethod: Bool = false,
        typesPasswords: Bool = false,
        shell: (@EventLoopActor @Sendable () async throws(Problem) -> Void)? = nil
    ) {
        self.environment = environment
        self.record = record
        self.interruptsInputMethod = interruptsInputMethod
        self.typesPasswords = typesPasswords
        self.shell = shell
    }
}
