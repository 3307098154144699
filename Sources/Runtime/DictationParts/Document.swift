public import Dictation
public import LinuxRuntime
public import MonotonicTime

/// Knows the text of the focused field: a sink that can read it, or a part that only reads.
///
/// An unknown value is nil; an empty string is an empty field.
@EventLoopActor
public protocol Document: AnyObject {
    /// The text before the cursor, or before the selection, as far as it is known.
    var contextBeforeInput: String? { get }

    /// The text after the cursor, or after the selection, as far as it is known.
    var contextAfterInput: String? { get }

    /// The selected text; empty if nothing is selected.
    var selectedText: String? { get }

    /// Whether the field has any text.
    var hasText: Bool? { get }

    /// Whether the field reported the text that was typed last, and reports none now: its program
    /// has taken the text away, or it is another field.
    var isEmptied: Bool { get }

    /// The kind of field.
    var traits: FieldTraits? { get }

    /// Whether the text is known as it is now. False after a change that the window hasn't
    /// reported: some report a part of them.
    var isCurrent: Bool { get }

    /// When the window last reported another text than before in this dictation; nil if it
    /// hasn't, or the source doesn't follow changes.
    var lastChange: Instant? { get }

    /// Where the cursor was when the dictation began: its line's height, and any width.
    var caret: ScreenArea? { get }
}

// Defaults for a document of which only the text before the cursor is known.
extension Document {
    public var contextAfterInput: String? { nil }

    public var selectedText: String? { nil }

    public var hasText: Bool? {
        let known = [contextBeforeInput, selectedText, contextAfterInput]
        if known.contains(where: { $0?.isEmpty == false }) { return true }
        return known.contains(nil) ? nil : false
    }

    public var isEmptied: Bool { false }

    public var traits: FieldTraits? { nil }

    public var isCurrent: Bool { true }

    public var lastChange: Instant? { nil }

    public var caret: ScreenArea? { nil }
}
