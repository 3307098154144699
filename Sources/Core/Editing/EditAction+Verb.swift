import TextProcessing

extension EditAction {
    /// The action in the past tense, for a notice.
    var verb: String {
        switch self {
        case .deleteWords, .deleteSentences, .delete: "Deleted"
        case .redo: "Redone"
        case .correct: "Corrected"
        case .replace: "Replaced"
        case .insertBefore, .insertAfter: "Inserted"
        case .capitalize, .uppercase, .lowercase: "Changed"
        case .quote: "Put in quotes"
        case .bracket: "Put in brackets"
        case .bold: "Made bold"
        case .italic: "Made italic"
        case .underline: "Underlined"
        case .list, .numberedList: "Made a list"
        case .select, .selectWords, .selectSentences, .selectRange, .selectAll: "Selected"
        case .goToLineStart, .goToLineEnd, .goToTextStart, .goToTextEnd, .moveLeftWords,
            .moveRightWords, .moveLeftCharacters, .moveRightCharacters:
            "Moved"
        case .copy: "Copied"
        case .cut: "Cut"
        case .paste: "Pasted"
        case .typeHere: "Brought back"
        case .help, .words: "Typed"
        case .learn: "Learnt"
        case .readBack: "Read back"
        case .rewrite, .takeRewriting, .leaveRewriting: "Rewritten"
        }
    }
}
