/// What happens to a dictation into a field that is known to be one for a password.
public enum PasswordPolicy: String, Hashable, Sendable, CaseIterable {
    /// There is none: nothing is recorded, kept or shown.
    case refuse
    /// Its text is typed, but neither kept nor shown.
    case allow
}
