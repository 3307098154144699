/// When the words of a dictation are typed.
public enum CommitTime: String, Hashable, Sendable, CaseIterable {
    /// At the end of the dictation.
    case end
    /// During the dictation, each utterance when it ends.
    case final
    /// During the dictation, as soon as words are stable.
    case live
}
