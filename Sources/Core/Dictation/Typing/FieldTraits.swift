/// The kind of the text field that has the focus, as in iOS's `UITextInputTraits`.
public struct FieldTraits: Hashable, Sendable {
    public var kind: FieldKind
    /// Whether it has several lines; nil if that is unknown.
    public var isMultiline: Bool?
    /// The effect of a line break in a text that is committed; nil where keys make it.
    public var committedLineBreak: CommittedLineBreak?

    public init(
        _ kind: FieldKind = .unknown, isMultiline: Bool? = nil,
        committedLineBreak: CommittedLineBreak? = nil
    ) {
        self.kind = kind
        (self.isMultiline, self.committedLineBreak) = (isMultiline, committedLineBreak)
    }

    /// How line breaks can be typed into it.
    ///
    /// - Parameter asked: how they should be.
    public func lineBreaks(_ asked: TypableText.LineBreaks) -> TypableText.LineBreaks {
        switch committedLineBreak {
        // Enter would send a field of one line, or leave it. What a terminal makes of it, its
        // window's profile knows.
        case nil: isMultiline == false && kind != .terminal ? .space : asked
        case .line: asked
        case .unsuitable: .space
        // Where Enter sends, a browser or its engine shows the field, which knows what suits it.
        case .unknown: asked == .shiftEnter ? asked : .space
        }
    }

    /// Whether it is known to be a text, in which Enter makes a line.
    public var isText: Bool { kind == .text && isMultiline != false }

    /// Whether it hides what is typed: nothing is dictated into it.
    public var isSecure: Bool { kind == .password }
}

/// How a text field treats a line break in a text that is committed. It sends nothing.
public enum CommittedLineBreak: Hashable, Sendable {
    /// A line, or what suits a field of one line.
    case line
    /// It would run a command, or stand as a strange character in a field of one line.
    case unsuitable
    /// One or the other.
    case unknown
}

/// The purpose of a text field.
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
