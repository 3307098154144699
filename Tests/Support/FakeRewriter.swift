public import DictationParts
public import Problems
internal import Testing

/// A rewriter that answers when the test allows it.
public final class FakeRewriter: TextRewriter {
    public struct Question: Hashable, Sendable {
        public let text: String
        public let instruction: String
        public let isDictated: Bool
    }

    public let limit = Duration.seconds(600)
    /// What it was asked.
    public private(set) var questions: [Question] = []
    public private(set) var wasCancelled = false
    private var done: ((Result<String, Problem>) -> Void)?

    public init() {}

    public func rewrite(
        _ text: String, _ instruction: String, isDictated: Bool,
        _ done: @escaping (Result<String, Problem>) -> Void
    ) {
        if self.done != nil { Issue.record("two texts at once") }
        questions.append(
            Question(text: text, instruction: instruction, isDictated: isDictated))
        self.done = done
    }

    public func cancel() {
        wasCancelled = done != nil
        done = nil
    }

    public func answer(_ result: Result<String, Problem>) {
        guard let done else {
            Issue.record("answers what nobody asked")
            return
        }
        self.done = nil
        done(result)
    }
}
