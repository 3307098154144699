package import Dictation
import TextProcessing

/// The editing commands of a dictation, carried out on the text that utter has typed, and what is
/// left of the words as text.
package struct VoiceEdits {
    /// A command that was carried out, or was meant as one, or words with a correction.
    package struct Command: Hashable {
        let words: Transcript
        /// The texts before and after it, if it changed the text.
        let change: EditHistory.Change?
    }

    /// - Parameter isMeant: whether the words are text as they were said.
    typealias Write = (
        _ words: Transcript, _ end: EditHistory, _ isEarly: Bool, _ isMeant: Bool
    ) -> Written?

    /// A text, and the words at its end that had a correction.
    struct Written {
        let text: EditHistory
        let corrected: Command?
    }

    /// The state that earlier dictations leave to this one.
    package struct Memory: Hashable {
        /// The last thing that was taken for a command.
        package var command: Command?
        /// The text that was copied or cut by voice.
        package var copied: String?
        /// The last dictation that wrote a text, or was to write one.
        package var kept: DictationRecord?
        /// The page of what can be said that comes next; the first one after any other words.
        package var helpPage = 0

        package init(copied: String? = nil, kept: DictationRecord? = nil) {
            (self.copied, self.kept) = (copied, kept)
        }
    }

    /// The words that are text.
    private(set) var rest = Transcript()
    /// The text, with the words before the last command.
    private(set) var history: EditHistory
    package private(set) var memory: Memory
    private(set) var notice: Notice?
    /// Whether the last command typed a text, which is followed as others are.
    private(set) var endsWithText = false
    /// A key to press instead of typing.
    private(set) var key: EditingKey?
    /// The steps to a part of the user's own text, and what is to be selected or deleted there;
    /// `history` then is the text in its place. Nil if the command is about what was typed here.
    private(set) var cursorSteps: [Insertion.Step]?
    package private(set) var corrections = CorrectionReport()
    /// Text to read aloud: the selection, else what was typed last here, empty if nothing is known
    /// of it; nil if that wasn't asked for.
    package private(set) var readBack: String?
    /// A model's instruction for the text, once the dictation has ended; nil if none was asked for.
    package private(set) var rewriting: String?

    /// Whether the last command changed a text that was typed here.
    package var changesText: Bool {
        isCommandNew && cursorSteps == nil && memory.command?.change != nil
    }

    /// Whether the command in the memory is one of this dictation.
    private var isCommandNew = false

    private let processor: TextProcessor
    private let style: TextStyle
    /// Makes text of words at the end of a text; nil if that presses keys.
    private let write: Write
    /// Whether the text before the cursor is known.
    private let isKnown: Bool
    private let document: EditHistory?

    /// - Parameters:
    ///   - isCommand: whether the words are meant as a command in any case.
    ///   - isKnown: false if the text isn't, or may not be, where the cursor is.
    ///   - document: all of the text, whoever wrote it; nil if it is unknown.
    ///   - write: the text after typing words there.
    init(
        _ transcript: Transcript, of history: EditHistory, isKnown: Bool,
        in document: EditHistory?, _ memory: Memory, _ processor: TextProcessor,
        _ style: TextStyle, isEarly: Bool, isCommand: Bool = false,
        write: @escaping Write
    ) {
        (self.history, self.memory, self.isKnown) = (history, memory, isKnown)
        (self.processor, self.style, self.write) = (processor, style, write)
        self.document = document
        let parts = processor.parts(of: transcript)
        let candidates = parts.map { processor.edits($0.words, isCommand: isCommand) }
        for (index, part) in parts.enumerated() {
            let isLast = candidates[(index + 1)...].allSatisfy { !$0.isEmpty }
            let isDone =
                !candidates[index].isEmpty
                && apply(
                    candidates[index].filter {
                        part.isApart || $0.isCertain || !$0.action.beginsSentences
                    },
                    isAlone: parts.count == 1, isEarly: isEarly || !isLast,
                    isFinal: index == parts.count - 1)
            if !isDone {
                let words = processor.withoutPrefix(part.words)
                rest.append(words, pauses: words == part.words ? part.pauses : nil)
            }
            if part.isLongPause { rest.noteLongPause() }
        }
    }

    /// Whether any utterance may be a command.
    static func areIn(
        _ transcript: Transcript, _ processor: TextProcessor, isCommand: Bool
    ) -> Bool {
        processor.parts(of: transcript).contains {
            !processor.edits($0.words, isCommand: isCommand).isEmpty
        }
    }

    // MARK: Commands

    /// Carries out the first of them that makes sense. Returns whether there was one.
    ///
    /// - Parameter isFinal: whether nothing was said after it.
    private mutating func apply(
        _ edits: [SpokenEdit], isAlone: Bool, isEarly: Bool, isFinal: Bool
    ) -> Bool {
        let written =
            rest.isEmpty
            ? Written(text: history, corrected: nil) : write(rest, history, isEarly, false)
        guard let flushed = written?.text else { return false }
        let standing = (memory.command, isCommandNew)
        if let corrected = written?.corrected { (memory.command, isCommandNew) = (corrected, true) }
        defer { if !rest.isEmpty { (memory.command, isCommandNew) = standing } }
        let isOurs = isKnown && !flushed.string.isEmpty
        let reachable = isAlone && !isEarly && rest.isEmpty ? document : nil
        if let reachable, edits.first?.action.wholeTextKey != nil,
            reachable.string != flushed.string, apply(edits, in: reachable)
        {
            return true
        }
        let text = flushed.editable
        for edit in edits {
            let outcome = processor.outcome(of: edit, in: text)
            if case .missing = outcome { continue }
            let isRedo = outcome == .redo && isKnown && flushed.canRedo
            guard isOurs || isRedo || Self.needsNoText(outcome) else { continue }
            if edit.action.beginsSentences, !edit.isCertain, !text.isNearEnd(outcome) { continue }
            if case .press = outcome, !isAlone { continue }
            let isInstruction =
                style.takesInstructions && (isOurs || document?.selectedText.isEmpty == false)
            if outcome == .rewrite, !isInstruction, !edit.isCertain { continue }
            // What is said next would be typed before the model's text is there.
            if outcome == .rewrite, !isFinal {
                guard edit.isCertain else { continue }
                return refuse(edit, "more was said after it", keeping: flushed)
            }
            if outcome == .words, memory.command == nil { continue }
            // “Underline the title.” may be what is to be written.
            if case .format = outcome, !style.formatting.hasLetters, !edit.isAboutThat,
                !edit.isCertain
            {
                notice = Notice(
                    .info, "Typed as words: \(DocumentEditing.noFormats)",
                    remedy: Self.remedyForFormats)
                continue
            }
            var new = flushed
            if let why = carryOut(outcome, of: edit, on: &new) {
                key = nil
                return refuse(edit, why, keeping: flushed)
            }
            let (words, put) = words(of: outcome, edit, in: text)
            return accept(edit, new, from: flushed, to: words, with: put)
        }
        if let reachable, apply(edits, in: reachable) { return true }
        guard let edit = edits.first else { return false }
        if edit.action == .correct { corrections.isLastMissed = true }
        // Words would take the place of what the user has selected.
        let isOverSelection = reachable?.selectedText.isEmpty == false
        let isOverwriting = !isOurs && isOverSelection && edit.isForSelection
        let isWords =
            !isOverwriting
            && (isOurs ? edit.action.isOrdinaryWord : edit.action.isTextOtherwise)
        let why =
            edit.action == .rewrite && !style.takesInstructions
            ? Self.noModel : isOurs ? Self.missing : Self.missing(edit, in: document)
        guard edit.isCertain || isAlone && !isWords else {
            if isAlone, edit.action.beginsSentences {
                notice = Notice(.info, "Typed as words: \(why)")
            }
            return false
        }
        return refuse(edit, why, keeping: flushed)
    }

    /// Carries out the first of them that is about the user's own text. Returns whether there was
    /// one.
    private mutating func apply(_ edits: [SpokenEdit], in document: EditHistory) -> Bool {
        let editing = DocumentEditing(document, processor, style)
        guard let (edit, answer) = editing.first(of: edits) else { return false }
        switch answer {
        case .refused(let why): return refuse(edit, why, keeping: history)
        case .copied(let text):
            memory.copied = text
            return accept(edit, history, from: history, to: text)
        case .change(let change):
            cursorSteps = change.steps
            if edit.action == .cut { memory.copied = change.old }
            if edit.action == .correct {
                note(Correction(of: change.old, to: change.new.string))
            }
            return accept(
                edit, change.new, from: EditHistory([change.old]), to: change.selected,
                with: Self.put(change.new.string, edit, inPlaceOf: change.old))
        }
    }

    package static let noModel = "no server with a language model is set"

    private static let missing = "those words aren’t in what was typed here"

    private static let remedyForFormats =
        "A profile with formatting = \"ctrl\" says so."

    private static func missing(_ edit: SpokenEdit, in document: EditHistory?) -> String {
        guard document != nil, edit.isForAnyText else { return Composing.unknownText }
        if edit.action.wholeTextKey != nil { return "it is a command only by itself" }
        return edit.isAboutThat ? "nothing is selected" : "those words aren’t near the cursor"
    }

    private static func needsNoText(_ outcome: EditOutcome) -> Bool {
        switch outcome {
        case .help, .words, .learn, .readBack, .rewrite, .paste, .typeHere, .press: true
        default: false
        }
    }

    /// The words that a command acts on, and those that it puts there.
    private func words(
        of outcome: EditOutcome, _ edit: SpokenEdit, in text: EditableText
    ) -> (String, String) {
        switch outcome {
        case .replace(let range, let new):
            let old = text.string(range)
            return (old, Self.put(new, edit, inPlaceOf: old))
        case .needsLines(let range, _), .select(let range), .format(let range, _),
            .copy(let range), .cut(let range):
            return (text.string(range), "")
        case .paste: return ("", memory.copied ?? "")
        case .typeHere: return ("", memory.kept?.retyped ?? "")
        default: return ("", "")
        }
    }

    /// The words that a command put there. Where it wrote the first word of a line anew after
    /// them, they are named as they were said.
    private static func put(
        _ new: String, _ edit: SpokenEdit, inPlaceOf old: String
    ) -> String {
        edit.action == .insertBefore && !old.isEmpty ? edit.with.joined(separator: " ") : new
    }

    /// - Parameters:
    ///   - words: the words that it acted on.
    ///   - put: the words that it put there.
    private mutating func accept(
        _ edit: SpokenEdit, _ new: EditHistory, from old: EditHistory, to words: String,
        with put: String = ""
    ) -> Bool {
        (history, rest) = (new, Transcript())
        if edit.action != .help { memory.helpPage = 0 }
        endsWithText = edit.action == .paste || edit.action == .typeHere
        switch edit.action {
        case .help:
            notice = Composing.help(processor, page: memory.helpPage)
            memory.helpPage += 1
        case .words: memory.command = nil
        default:
            let change = EditHistory.Change(before: old.content, after: new.content)
            memory.command = Command(
                words: Transcript([edit.words]),
                change: change.before == change.after ? nil : change)
            isCommandNew = true
            // What was changed by a sentence that was none is seen at once.
            notice = Notice(
                .info, edit.action.summary(of: words, with: put),
                remedy: Composing.askingForWords(processor),
                actions: memory.command?.change == nil ? [] : [.undo])
        }
        return true
    }

    private mutating func note(_ correction: Correction) {
        corrections.made.append(correction)
        corrections.isLastMissed = false
    }

    private mutating func refuse(
        _ edit: SpokenEdit, _ why: String, keeping flushed: EditHistory
    ) -> Bool {
        if edit.action == .correct { corrections.isLastMissed = true }
        (history, rest) = (flushed, Transcript())
        memory.command = Command(words: Transcript([edit.words]), change: nil)
        notice = Notice(
            .warning, "Nothing was \(edit.action.verb.lowercased()): \(why)",
            remedy: Composing.askingForWords(processor)
                + (why == DocumentEditing.noFormats ? " \(Self.remedyForFormats)" : ""))
        return true
    }

    /// - Returns: why it can't be carried out; nil if it was.
    private mutating func carryOut(
        _ outcome: EditOutcome, of edit: SpokenEdit, on text: inout EditHistory
    ) -> String? {
        let before = text
        switch outcome {
        case .replace(let range, let new):
            let old = text.editable.string(range)
            text.replace(range, with: clean(new))
            if edit.action == .correct { note(Correction(of: old, to: new)) }
        case .needsLines(let range, let new):
            guard style.lineBreaks != .space else {
                return "line breaks aren’t typed here"
            }
            text.replace(range, with: clean(new))
        case .select(let range): text.select(range)
        case .format(let range, let pressed):
            guard style.formatting.hasLetters else { return DocumentEditing.noFormats }
            var place = text
            place.select(range)
            if let why = obstacle(from: text, to: place) { return why }
            text.format(range, pressed)
        case .place(let place): text.place(place)
        case .press(let pressed): key = pressed
        case .copy(let range): memory.copied = text.editable.string(range)
        case .cut(let range):
            memory.copied = text.editable.string(text.editable.trimmed(range))
            text.replace(range, with: "")
        case .paste:
            guard let copied = memory.copied else { return "nothing was copied by voice" }
            text.begin()
            text.append([space(after: text) + copied])
        case .typeHere:
            guard let kept = memory.kept else { return "nothing was dictated before" }
            text.begin()
            guard let written = written(kept, after: text) else { return "it presses keys" }
            text = written
        case .redo:
            guard text.redo() else { return "nothing was undone" }
        case .words:
            guard let command = memory.command else { return "no command was said" }
            var said = ""
            if let change = command.change {
                guard let later = text.undo(change) else { return "the text has changed since" }
                said = later
            }
            guard var typed = write(command.words, text, !said.isEmpty, true)?.text else {
                return "they press keys"
            }
            // A mark or a line break stands where it stood; a word has its space by what is before it.
            if said.first?.isPunctuation == false, said.first?.isNewline == false {
                said = space(after: typed) + said.drop { $0 == " " }
            }
            if !said.isEmpty { typed.append([said]) }
            text = typed
        case .learn:
            corrections.isWanted = true
        case .readBack:
            let selected = document?.selectedText ?? (isKnown ? text.selectedText : "")
            readBack = !selected.isEmpty ? selected : isKnown ? text.lastText : ""
        case .rewrite: rewriting = edit.instruction
        case .help, .missing: break
        }
        return obstacle(from: before, to: text)
    }

    /// A text with an earlier dictation after it; nil if that presses keys.
    private func written(_ record: DictationRecord, after text: EditHistory) -> EditHistory? {
        guard record.text != nil || record.rest != record.transcript.text else {
            // It was never made into text.
            return write(record.transcript, text, false, false)?.text
        }
        var (text, words) = (text, clean(record.retyped)[...])
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

    /// Why a text can't be changed into the other one by keys.
    private func obstacle(from old: EditHistory, to new: EditHistory) -> String? {
        old.obstacle(to: new, in: style.window, pressesKeys: key != nil)
    }

    private func clean(_ text: String) -> String { style.typable(text).hardened }
}

extension EditableText {
    /// The largest distance from the end of the text, in characters, at which an uncertain command
    /// may change something: words further back are hardly meant.
    private static let near = 400

    /// Whether what a command changes or selects is near the end of the text.
    fileprivate func isNearEnd(_ outcome: EditOutcome) -> Bool {
        switch outcome {
        case .replace(let range, _), .needsLines(let range, _), .select(let range):
            characters.count - range.upperBound <= Self.near
        default: true
        }
    }
}
