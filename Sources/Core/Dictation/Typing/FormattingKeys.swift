/// Which keys give a text a format in a window.
public enum FormattingKeys: String, Hashable, Sendable, CaseIterable {
    /// As the window requires: a word processor's keys in one, otherwise none.
    case auto
    /// Ctrl with B, I and U.
    case control = "ctrl"
    /// These, and Ctrl with Enter for a page break.
    case wordProcessor = "word-processor"
    case none

    /// For a window of this kind; nil if it is unknown.
    public func suiting(_ window: WindowKind?) -> FormattingKeys {
        guard self == .auto else { return self }
        return window == .wordProcessor ? .wordProcessor : .none
    }

    /// Whether Ctrl with a letter is a format.
    public var hasLetters: Bool { self == .control || self == .wordProcessor }
}
