import Dictation
import TextProcessing

/// Editing commands on the user's own text. They are carried out as by hand: what they change is
/// selected, and typed over.
struct DocumentEditing {
    static let noFormats = "this program isn’t known to have formats"
    static let notWhole = "the window doesn’t report all of its text"

    private let document: EditHistory
    private let typed: EditHistory
    private let processor: TextProcessor
    private let style: TextStyle

    /// - Parameters:
    ///   - document: the text around the cursor, whoever wrote it.
    ///   - typed: the text that utter has typed there.
    init(
        _ document: EditHistory, _ typed: EditHistory, _ processor: TextProcessor,
        _ style: TextStyle
    ) {
        (self.document, self.typed, self.processor, self.style) = (
            document, typed, processor, style
        )
    }

    /// The first of the commands that is about this text, and what becomes of it; nil if none is.
    func first(of edits: [SpokenEdit]) -> (edit: SpokenEdit, effect: EditEffect)? {
        for edit in edits where edit.isCertain || edit.isForAnyText {
            if let key = edit.action.wholeTextKey { return (edit, pressing(key)) }
            let outcome = document.editableParts.lazy
                .map { processor.outcome(of: edit, in: $0) }
                .first { !$0.isMissing }
            guard let outcome else { continue }
            if !document.isSelectionWhole { return (edit, .refused(typed, Self.notWhole)) }
            if let effect = effect(of: edit, outcome) { return (edit, effect) }
        }
        return nil
    }

    /// By a key, as by hand: what the window reports may be a part of the text.
    private func pressing(_ key: EditingKey) -> EditEffect {
        if let why = document.obstacle(
            to: document, in: style.window, pressesKeys: true, crossing: true)
        {
            return .refused(typed, why)
        }
        return EditEffect(before: EditHistory([""]), text: EditHistory(), steps: [.press(key)])
    }

    /// As above, of one command.
    private func effect(of edit: SpokenEdit, _ outcome: EditOutcome) -> EditEffect? {
        var place = document
        switch outcome {
        case .select(let range):
            place.select(range)
            return change(edit, at: place)
        case .place(let there):
            place.place(there)
            return change(edit, at: place)
        case .replace(let range, let words), .needsLines(let range, let words):
            place.select(range)
            return change(edit, at: place, typing: words)
        case .copy:
            let words = document.selectedText
            return EditEffect(before: typed, text: typed, words: words, copied: words)
        // Exactly what is selected, as by hand.
        case .cut: return change(edit, at: place, typing: "")
        case .format(let range, let key):
            guard style.formatting.hasLetters else { return .refused(typed, Self.noFormats) }
            if !edit.isAboutThat { place.select(range) }
            return change(edit, at: place, pressing: key)
        default: return nil
        }
    }

    /// - Parameters:
    ///   - place: the text with the cursor or the selection where the command takes it.
    ///   - new: what takes the place of the selection.
    ///   - key: is pressed there.
    private func change(
        _ edit: SpokenEdit, at place: EditHistory, typing new: String? = nil,
        pressing key: EditingKey? = nil
    ) -> EditEffect {
        if let why = obstacle(to: place, typing: new) { return .refused(typed, why) }
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
            standing.append([style.clean(new)])
            if new.isEmpty { steps.append(.delete(1)) }
        }
        var effect = EditEffect(
            before: EditHistory([old]), text: standing, steps: steps, words: place.selectedText,
            copied: edit.action == .cut ? old : nil)
        effect.put(standing.string, edit, inPlaceOf: old)
        return effect
    }

    /// Why the text can't be changed.
    private func obstacle(to place: EditHistory, typing new: String?) -> String? {
        let isInTheWay = document.obstacle(
            to: place, in: style.window, pressesKeys: false, crossing: true)
        if let isInTheWay { return isInTheWay }
        guard let new else { return nil }
        let old = place.selectedText
        // It must be possible to bring it back, and what stays of it must stay as it is.
        if style.clean(old) == old, style.clean(new) == new { return nil }
        return (old + new).contains(where: \.isNewline)
            ? "line breaks aren’t typed here" : "it has characters that aren’t typed"
    }
}

extension EditOutcome {
    fileprivate var isMissing: Bool { if case .missing = self { true } else { false } }
}
