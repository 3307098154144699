/// How much is read of the text around the cursor.
public enum ContextLimit {
    /// The most Unicode scalars on each side of the cursor.
    public static let longest = 1_000

    /// The end of a text before the cursor.
    public static func before(_ text: String) -> String {
        String(text.unicodeScalars.suffix(longest))
    }

    /// The beginning of a text after the cursor.
    public static func after(_ text: String) -> String {
        String(text.unicodeScalars.prefix(longest))
    }
}
