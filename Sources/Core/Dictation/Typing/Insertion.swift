/// A key, or a chord, that changes a text instead of typing a character.
public enum EditingKey: String, Hashable, Sendable, CaseIterable {
    case enter, tab, escape
    /// They move the cursor only; the first leaves a selection at its end.
    case right, home, end
    /// The first with Shift: as often as there are characters in a selection that was made to the
    /// left, it ends at the right of them. In LibreOffice Writer the cursor key alone goes on from
    /// the selection's left end.
    case shiftRight
    /// Control with the key of the letter b, i or u: programs that have formats apply it to the
    /// selection, or remove it.
    case bold, italic, underline
    /// Control with Return, in a word processor.
    case pageBreak
    /// Control with the key of the letter a, with Home and with End: all of a text, of which a window
    /// may report only the paragraph at the cursor.
    case selectAll, textStart, textEnd

    /// The letter whose key is pressed with Control; nil for other keys.
    public var letter: Character? {
        switch self {
        case .bold: "b"
        case .italic: "i"
        case .underline: "u"
        case .selectAll: "a"
        default: nil
        }
    }
}

/// The steps to carry out in the focused window.
public struct Insertion: Hashable, Sendable {
    public enum Step: Hashable, Sendable {
        /// Delete this many characters (grapheme clusters) before the cursor.
        case delete(Int)
        case type(String)
        /// Select so many characters (grapheme clusters) more before the cursor.
        case select(Int)
        case press(EditingKey, count: Int = 1)
        /// Move the cursor by so many characters (grapheme clusters): forward, or backward if it is
        /// negative.
        case move(Int)
        /// Go on only once the document has this before the cursor, or the selection, and this as
        /// the selection.
        case confirm(before: String, selected: String)
    }

    public let steps: [Step]

    public init(_ steps: [Step]) {
        self.steps = steps.filter { step in
            switch step {
            case .delete(let count), .select(let count), .press(_, let count): count > 0
            case .type(let text): !text.isEmpty
            case .move(let offset): offset != 0
            case .confirm: true
            }
        }
    }

    /// Deletes, then types.
    public init(_ text: String, deleting count: Int = 0) {
        self.init([.delete(count), .type(text)])
    }

    public var isEmpty: Bool { steps.isEmpty }

    /// How many characters (grapheme clusters) it deletes.
    public var deletedCount: Int {
        steps.reduce(0) { if case .delete(let count) = $1 { $0 + count } else { $0 } }
    }

    /// Everything that it types. Enter counts as a line break and Tab as a tab, so that words stay
    /// separate.
    public var text: String {
        steps.map { step in
            switch step {
            case .type(let text): text
            case .press(.enter, let count): String(repeating: "\n", count: count)
            case .press(.tab, let count): String(repeating: "\t", count: count)
            case .press, .delete, .select, .move, .confirm: ""
            }
        }.joined()
    }
}
