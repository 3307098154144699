import Dictation
import TextProcessing

/// The changes that a command makes.
struct EditEffect {
    /// The text that utter typed, before and after the command.
    let before: EditHistory
    var text: EditHistory
    /// The steps to a part of the user's own text, and what is to be selected or deleted there; `text`
    /// then is the text in its place. Nil if the command is about what was typed here.
    var steps: [Insertion.Step]?
    /// The words that it acts on, and those that it puts there.
    var words = ""
    var put = ""
    var correction: Correction?
    var isToBeLearned = false
    var copied: String?
    var readBack: String?
    var rewriting: String?
    /// A key to press instead of typing.
    var key: EditingKey?
    /// Why it can't be carried out.
    var refusal: String?

    static func refused(_ text: EditHistory, _ why: String) -> EditEffect {
        EditEffect(before: text, text: text, refusal: why)
    }

    /// Notes a text that takes the place of another one. Where the command wrote the first word of a
    /// line anew after the words that it put there, they are named as they were said.
    mutating func put(_ new: String, _ edit: SpokenEdit, inPlaceOf old: String) {
        let isSaid = edit.action == .insertBefore && !old.isEmpty
        put = isSaid ? edit.with.joined(separator: " ") : new
        if edit.action == .correct { correction = Correction(of: old, to: new) }
    }
}

extension VoiceEdits {
    /// The changes that a command makes to a text that was typed here.
    func effect(of outcome: EditOutcome, _ edit: SpokenEdit, on old: EditHistory) -> EditEffect {
        func refusal(_ why: String) -> EditEffect { .refused(old, why) }
        var effect = EditEffect(before: old, text: old)
        if let range = outcome.range { effect.words = old.editable.string(range) }
        switch outcome {
        case .replace(let range, let new):
            effect.put(new, edit, inPlaceOf: effect.words)
            effect.text.replace(range, with: style.clean(new))
        case .needsLines(let range, let new):
            guard style.lineBreaks != .space else {
                return refusal("line breaks aren’t typed here")
            }
            effect.text.replace(range, with: style.clean(new))
        case .select(let range): effect.text.select(range)
        case .format(let range, let pressed):
            guard style.formatting.hasLetters else { return refusal(DocumentEditing.noFormats) }
            effect.text.select(range)
            if let why = obstacle(from: old, to: effect) { return refusal(why) }
            effect.text = old
            effect.text.format(range, pressed)
        case .place(let place): effect.text.place(place)
        case .press(let pressed): effect.key = pressed
        case .copy: effect.copied = effect.words
        case .cut(let range):
            effect.copied = old.editable.string(old.editable.trimmed(range))
            effect.text.replace(range, with: "")
        case .paste:
            guard let copied = memory.copied else { return refusal("nothing was copied by voice") }
            effect.put = copied
            effect.text.begin()
            effect.text.append([space(after: effect.text) + copied])
        case .typeHere:
            guard let kept = memory.kept else { return refusal("nothing was dictated before") }
            effect.put = kept.retyped
            effect.text.begin()
            guard let text = written(kept, after: effect.text) else {
                return refusal("it presses keys")
            }
            effect.text = text
        case .redo:
            guard effect.text.redo() else { return refusal("nothing was undone") }
        case .words:
            guard let command = memory.command else { return refusal("no command was said") }
            var said = ""
            if let change = command.change {
                guard let later = effect.text.undo(change) else {
                    return refusal("the text has changed since")
                }
                said = later
            }
            guard var typed = write(command.words, effect.text, !said.isEmpty, true)?.text else {
                return refusal("they press keys")
            }
            // A mark or a line break stands where it stood; a word has its space by what is before it.
            if said.first?.isPunctuation == false, said.first?.isNewline == false {
                said = space(after: typed) + said.drop { $0 == " " }
            }
            if !said.isEmpty { typed.append([said]) }
            effect.text = typed
        case .learn: effect.isToBeLearned = true
        case .readBack:
            let selected = document?.selectedText ?? (isKnown ? old.selectedText : "")
            effect.readBack = !selected.isEmpty ? selected : isKnown ? old.lastText : ""
        case .rewrite: effect.rewriting = edit.instruction
        case .help, .alternatives, .missing: break
        }
        effect.refusal = obstacle(from: old, to: effect)
        return effect
    }

    /// A text with an earlier dictation after it; nil if that presses keys.
    private func written(_ record: DictationRecord, after text: EditHistory) -> EditHistory? {
        guard record.text != nil || record.rest != record.transcript.text else {
            // It was never made into text.
            return write(record.transcript, text, false, false)?.text
        }
        var (text, words) = (text, style.clean(record.retyped)[...])
        while words.first == " " { words.removeFirst() }
        while words.last == " " { words.removeLast() }
        text.append([space(after: text) + words])
        return text
    }

    /// The space that words need after a text.
    private func space(after text: EditHistory) -> String {
        // A space after the text gives way to what is added.
        let own = text.behind > 0 ? text.left : text.beforeSelection.joined()
        let before = text.string.isEmpty ? document?.left ?? "" : own
        return TextContext.before(before).joinsNext ? "" : " "
    }

    /// Why keys can't make a command's changes of a text.
    private func obstacle(from old: EditHistory, to effect: EditEffect) -> String? {
        old.obstacle(to: effect.text, in: style.window, pressesKeys: effect.key != nil)
    }
}

extension EditOutcome {
    /// The part of the text that it is about.
    fileprivate var range: Range<Int>? {
        switch self {
        case .replace(let range, _), .needsLines(let range, _), .select(let range),
            .format(let range, _), .copy(let range), .cut(let range):
            range
        default: nil
        }
    }
}
