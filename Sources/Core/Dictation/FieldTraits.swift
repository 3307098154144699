/// What kind of text field has the focus, as iOS's `UITextInputTraits` says it.
public struct FieldTraits: Hashable, Sendable {
    public var kind: FieldKind
    /// Whether it has several lines; nil if that is unknown.
    public var isMultiline: Bool?

    public init(_ kind: FieldKind = .unknown, isMultiline: Bool? = nil) {
        (self.kind, self.isMultiline) = (kind, isMultiline)
    }

    /// Whether it hides what is typed: nothing is dictated into it.
    public var isSecure: Bool { kind == .password }
}

/// What a text field is for.
public enum FieldKind: String, Hashable, Sendable {
    /// The window doesn't say it.
    case unknown
    /// Any text, or nothing more is said of it.
    case text
    /// It hides what is typed.
    case password
    case terminal
    case search
    /// Digits: a number, a telephone number, a date, a time.
    case number
    case url, email
    /// Anything else that isn't a sentence, as a name.
    case other

    /// Whether the first word begins a sentence.
    public var beginsSentence: Bool { endsSentence || self == .search }

    /// Whether the last word ends a sentence.
    public var endsSentence: Bool { self == .text || self == .unknown }
}
