import TextProcessing

extension EditAction {
    /// The action in the past tense, for a notice.
    var verb: String {
        switch self {
        case .deleteWords, .deleteSentences, .delete: "Deleted"
        case .redo: "Redone"
        case .correct, .alternatives: "Corrected"
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
        case .rewrite, .takeRewriting, .leaveRewriting, .firstAlternative, .secondAlternative,
            .thirdAlternative:
            "Rewritten"
        }
    }

    /// The verb with its words, as in “Put “pears” in quotes”.
    ///
    /// - Parameters:
    ///   - old: the words that it was done to; empty if there are none.
    ///   - new: the words that were put there.
    func summary(of old: String, with new: String) -> String {
        let isNew: Bool =
            switch self {
            case .insertBefore, .insertAfter, .paste, .typeHere: true
            default: false
            }
        guard let words = Composing.quoted(isNew ? new : old) else { return verb }
        switch self {
        case .correct, .capitalize, .uppercase, .lowercase:
            return "\(verb) \(words)" + (Composing.quoted(new).map { " to \($0)" } ?? "")
        case .replace:
            return "\(verb) \(words)" + (Composing.quoted(new).map { " with \($0)" } ?? "")
        case .quote: return "Put \(words) in quotes"
        case .bracket: return "Put \(words) in brackets"
        case .bold: return "Made \(words) bold"
        case .italic: return "Made \(words) italic"
        case .list, .numberedList: return "Made a list of \(words)"
        default: return "\(verb) \(words)"
        }
    }
}
