/// Where “camel case foo bar” is the name `fooBar`.
public enum CodeNames: String, Hashable, Sendable, CaseIterable {
    /// As the window requires: anywhere in terminals and editors for code, otherwise only alone.
    case auto
    /// Within a sentence, too.
    case anywhere
    /// Where it begins a sentence that has no more words.
    case alone

    /// For a window of this kind; nil if it is unknown.
    public func suiting(_ window: WindowKind?) -> CodeNames {
        guard self == .auto else { return self }
        return window == .terminal || window == .editor ? .anywhere : .alone
    }
}
