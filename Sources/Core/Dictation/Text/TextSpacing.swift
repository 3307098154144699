/// The spaces around a dictation.
public enum TextSpacing: String, Hashable, Sendable, CaseIterable {
    /// As the text around the cursor needs them; where that is unknown, one after the dictation.
    case auto
    /// One after the dictation.
    case trailing
    /// One before the dictation, unless it is known that none belongs there.
    case leading
    /// None, but between two dictations that are known to follow each other.
    case none
}
