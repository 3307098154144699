public import LinuxRuntime
public import Problems

/// Cleans up a dictated text: a language model, or a program.
///
/// No call blocks. One text at a time.
@EventLoopActor
public protocol TextCleaner: AnyObject {
    /// The name in the configuration.
    var name: String { get }

    /// Whether it can be used. Cheap; contacts no server.
    func availability() -> Availability

    /// Begins to clean up a text. `done` is called once, within this call or later but within the
    /// time limit, unless `cancel` is called before. The answer is passed on unchanged: untrusted.
    func clean(_ text: String, _ done: @escaping (Result<String, Problem>) -> Void)

    /// Aborts the current text, if there is one.
    func cancel()

    /// Whether each dictation is cleaned up.
    var isAutomatic: Bool { get }

    /// Rewrites texts when asked to; nil if it takes no instructions.
    var rewriter: (any TextRewriter)? { get }

    /// Closes it. Nothing may be called afterwards.
    func close()
}

extension TextCleaner {
    public var isAutomatic: Bool { true }
    public var rewriter: (any TextRewriter)? { nil }
}
