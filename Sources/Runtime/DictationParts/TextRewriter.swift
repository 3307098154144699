public import LinuxRuntime
public import Problems

/// Rewrites a text as the user asks: a language model.
///
/// No call blocks. One text at a time.
@EventLoopActor
public protocol TextRewriter: AnyObject {
    /// The longest time that an answer takes.
    var limit: Duration { get }

    /// Begins to rewrite a text. `done` is called once, within this call or later but within the
    /// time limit, unless `cancel` is called before. The answer is passed on unchanged: untrusted.
    ///
    /// - Parameters:
    ///   - instruction: what is to become of the text.
    ///   - isDictated: whether the text was dictated; false for one that the user wrote.
    func rewrite(
        _ text: String, _ instruction: String, isDictated: Bool,
        _ done: @escaping (Result<String, Problem>) -> Void)

    /// Aborts the current text, if there is one.
    func cancel()
}
