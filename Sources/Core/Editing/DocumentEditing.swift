import Dictation
import TextProcessing

/// Editing commands on the user's own text. They are carried out as by hand: what they change is
/// selected, and typed over.
struct DocumentEditing {
    enum Answer {
        case refused(_ why: String)
        /// The text stays as it is.
        case copied(String)
        case change(Change)
    }

    struct Change {
        /// To the part of the text, and what is to be selected or deleted there.
        let steps: [Insertion.Step]
        /// The text before the command; empty if it stays.
        let old: String
        /// The text that replaces it.
        let new: EditHistory
        /// The words that it is done to, whether or not they stay.
        let selected: String
    }

    static let noFormats = "this program isn’t known to have formats"
    static let notWhole = "the window doesn’t report all of its text"

    private let document: EditHistory
    private let processor: TextProcessor
    private let style: TextStyle

    /// - Parameter document: the text around the cursor, whoever wrote it.
    init(_ document: EditHistory, _ processor: TextProcessor, _ style: TextStyle) {
        (self.document, self.processor, self.style) = (document, processor, style)
    }

    /// The first of the commands that is about this text, and what becomes of it; nil if none is.
    func first(of edits: [SpokenEdit]) -> (edit: SpokenEdit, answer: Answer)? {
        for edit in edits where edit.isCertain || edit.isForAnyText {
            if let key = edit.action.wholeTextKey { return (edit, pressing(key)) }
            let outcome = document.editableParts.lazy
                .map { processor.outcome(of: edit, in: $0) }
                .first { !$0.isMissing }
            guard let outcome else { continue }
            if !document.isSelectionWhole { return (edit, .refused(Self.notWhole)) }
            if let answer = answer(to: edit, outcome) { return (edit, answer) }
        }
        return nil
    }

    /// By a key, as by hand: what the window reports may be a part of the text.
    private func pressing(_ key: EditingKey) -> Answer {
        if let why = document.obstacle(
            to: document, in: style.window, pressesKeys: true, crossing: true)
        {
            return .refused(why)
        }
        return .change(Change(steps: [.press(key)], old: "", new: EditHistory(), selected: ""))
    }

    /// As above, of one command.
    private func answer(to edit: SpokenEdit, _ outcome: EditOutcome) -> Answer? {
        var place = document
        switch outcome {
        case .select(let range):
            place.select(range)
            return change(at: place)
        case .place(let there):
            place.place(there)
            return change(at: place)
        case .replace(let range, let words), .needsLines(let range, let words):
            place.select(range)
            return change(at: place, typing: words)
        case .copy: return .copied(document.selectedText)
        // Exactly what is selected, as by hand.
        case .cut: return change(at: place, typing: "")
        case .format(let range, let key):
            guard style.formatting.hasLetters else { return .refused(Self.noFormats) }
            if !edit.isAboutThat { place.select(range) }
            return change(at: place, pressing: key)
        default: return nil
        }
    }

    /// - Parameters:
    ///   - place: the text with the cursor or the selection where the command takes it.
    ///   - new: what takes the place of the selection.
    ///   - key: is pressed there.
    private func change(
        at place: EditHistory, typing new: String? = nil, pressing key: EditingKey? = nil
    ) -> Answer {
        if let why = obstacle(to: place, typing: new) { return .refused(why) }
        var steps = document.confirmedSteps(to: place)
        if let key {
            steps.append(.press(key))
            // What is said next isn't to take its place.
            if place.selection != document.selection {
                steps.append(.press(.shiftRight, count: place.selected))
            }
        }
        var (standing, old) = (EditHistory(), "")
        if let new {
            old = place.selectedText
            standing.noteReplaced(old)
            standing.append([clean(new)])
            if new.isEmpty { steps.append(.delete(1)) }
        }
        return .change(
            Change(steps: steps, old: old, new: standing, selected: place.selectedText))
    }

    /// Why the text can't be changed.
    private func obstacle(to place: EditHistory, typing new: String?) -> String? {
        let isInTheWay = document.obstacle(
            to: place, in: style.window, pressesKeys: false, crossing: true)
        if let isInTheWay { return isInTheWay }
        guard let new else { return nil }
        let old = place.selectedText
        // It must be possible to bring it back, and what stays of it must stay as it is.
        if clean(old) == old, clean(new) == new { return nil }
        return (old + new).contains(where: \.isNewline)
            ? "line breaks aren’t typed here" : "it has characters that aren’t typed"
    }

    private func clean(_ text: String) -> String { style.typable(text).hardened }
}

extension EditOutcome {
    fileprivate var isMissing: Bool { if case .missing = self { true } else { false } }
}
