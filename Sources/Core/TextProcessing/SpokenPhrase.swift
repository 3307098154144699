/// A phrase for a mark or a command, and what became of it.
public struct SpokenPhrase: Hashable, Sendable {
    public let words: String
    /// Whether it was obeyed; false if it is words of the text.
    public let isObeyed: Bool
    /// Why, in a few words: `after “new”`.
    public let reason: String
    /// One line for a user: `tab is a word: after “new”`.
    public var explanation: String {
        "“\(words)” \(isObeyed ? "was obeyed" : "is text"): \(reason)"
    }
    /// Whether it deletes, sends, ends or moves.
    public let isCostly: Bool
}
