/// How a dictation into a known password field is handled.
public enum PasswordPolicy: String, Hashable, Sendable, CaseIterable {
    /// There is none: nothing is recorded, kept or shown.
    case refuse
    /// Its text is typed, but neither kept nor shown.
    case allow
}
