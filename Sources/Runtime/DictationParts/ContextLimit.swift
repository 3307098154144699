/// How much is read of the text around the cursor.
public enum ContextLimit {
    /// The most Unicode scalars on each side of the cursor, and in the selection.
    public static let longest = 1_000

    /// Whether a selection isn't longer. Of one that is, nothing is known: a part of it would be
    /// taken for the whole.
    public static func allows(_ selected: String) -> Bool {
        selected.unicodeScalars.count <= longest
    }

    /// The end of a text before the cursor.
    public static func before(_ text: String) -> String {
        String(text.unicodeScalars.suffix(longest))
    }

    /// The beginning of a text after the cursor.
    public static func after(_ text: String) -> String {
        String(text.unicodeScalars.prefix(longest))
    }
}
