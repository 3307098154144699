public import LinuxRuntime

/// Knows the text of the focused field: a sink that can read it, or a part that only reads.
///
/// What is unknown is nil; an empty string is an empty field.
@EventLoopActor
public protocol Document: AnyObject {
    /// The text before the cursor, as far as it is known.
    var contextBeforeInput: String? { get }
}
