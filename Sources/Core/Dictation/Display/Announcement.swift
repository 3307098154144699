/// Something that is said aloud to the user.
public struct Announcement: Hashable, Sendable {
    public enum Urgency: Hashable, Sendable {
        /// A screen reader may finish its sentence first.
        case normal
        /// At once, whatever else is being said.
        case urgent
    }

    public let text: String
    public let urgency: Urgency
    /// The language of the text, if it isn't the program's own (English).
    public let language: String?

    public init(_ text: String, _ urgency: Urgency = .normal, language: String? = nil) {
        (self.text, self.urgency, self.language) = (text, urgency, language)
    }
}

/// A detail that is announced without being asked for.
public enum AnnouncedDetail: String, Hashable, Sendable, CaseIterable {
    /// The states of a dictation, and what went wrong.
    case states
    /// And what was typed.
    case words
    case off
}
