/// What kind of text field has the focus, as iOS's `UITextInputTraits` says it.
public struct FieldTraits: Hashable, Sendable {
    /// Whether it hides what is typed, as for a password: nothing is dictated into it.
    public var isSecure: Bool
    /// Whether it has several lines; nil if that is unknown.
    public var isMultiline: Bool?

    /// Whether it takes sentences; false for an address, a number, a date, a name, a terminal; nil if
    /// that is unknown.
    public var takesSentences: Bool?

    public init(
        isSecure: Bool = false, isMultiline: Bool? = nil, takesSentences: Bool? = nil
    ) {
        (self.isSecure, self.isMultiline) = (isSecure, isMultiline)
        self.takesSentences = takesSentences
    }
}
