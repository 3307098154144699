/// How sentences are ended.
public enum PunctuationStyle: String, Hashable, Sendable, CaseIterable {
    /// A full stop or question mark at the end of a dictation and at long pauses, unless the
    /// recogniser punctuates.
    case auto
    /// Only the marks that are spoken, or that the recogniser writes.
    case spoken
}
