/// What stands before the cursor, as far as it is known.
public enum TextContext: Hashable, Sendable {
    /// Nothing is known: the text begins a document.
    case unknown
    /// The text ends so. An empty string is an empty document.
    case before(String)
}
