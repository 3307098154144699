/// When the words of a dictation are typed.
public enum CommitTime: String, Hashable, Sendable, CaseIterable {
    /// When the dictation is over.
    case end
    /// While the person speaks, those of each utterance when it is over.
    case final
    /// While the person speaks, as soon as they are stable.
    case live
}
