/// Whether an engine is told the text around a dictation.
public enum ContextUse: String, Hashable, Sendable, CaseIterable {
    /// If it runs on this machine and takes a prompt.
    case auto
    case off
}
