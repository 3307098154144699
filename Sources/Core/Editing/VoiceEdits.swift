package import Dictation
package import TextProcessing

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
    /// The changes of the last command that was carried out.
    private(set) var effect: EditEffect?
    package private(set) var corrections = CorrectionReport()
    /// Text to read aloud: the selection, else what was typed last here, empty if nothing is known
    /// of it; nil if that wasn't asked for.
    package private(set) var readBack: String?
    /// A model's instruction for the text, once the dictation has ended; nil if none was asked for.
    package private(set) var rewriting: String?

    /// Whether to show what else may have been said, once the dictation has ended.
    package private(set) var wantsAlternatives = false

    /// Whether the last command changed a text that was typed here.
    package var changesText: Bool {
        isCommandNew && effect?.steps == nil && memory.command?.change != nil
    }

    /// Whether the command in the memory is one of this dictation.
    private var isCommandNew = false

    private let processor: TextProcessor
    let style: TextStyle
    /// Makes text of words at the end of a text; nil if that presses keys.
    let write: Write
    /// Whether the text before the cursor is known.
    let isKnown: Bool
    let document: EditHistory?

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
    package static func areIn(
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
            // What is said next would be typed before the other text is there.
            if outcome == .rewrite || outcome == .alternatives, !isFinal {
                guard edit.isCertain || outcome == .alternatives else { continue }
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
            return carryOut(edit, effect(of: outcome, edit, on: flushed))
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
        let editing = DocumentEditing(document, history, processor, style)
        guard let (edit, effect) = editing.first(of: edits) else { return false }
        return carryOut(edit, effect)
    }

    package static let noModel = "no server with a language model is set"

    private static let missing = "those words aren’t in what was typed here"

    private static let remedyForFormats = "A profile with formatting = \"ctrl\" says so."

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

    private mutating func carryOut(_ edit: SpokenEdit, _ effect: EditEffect) -> Bool {
        if let correction = effect.correction {
            corrections.made.append(correction)
            corrections.isLastMissed = false
        }
        if effect.isToBeLearned { corrections.isWanted = true }
        memory.copied = effect.copied ?? memory.copied
        readBack = effect.readBack ?? readBack
        rewriting = effect.rewriting ?? rewriting
        wantsAlternatives = edit.action == .alternatives
        if let why = effect.refusal { return refuse(edit, why, keeping: effect.before) }
        (history, rest, self.effect) = (effect.text, Transcript(), effect)
        if edit.action != .help { memory.helpPage = 0 }
        endsWithText = edit.action == .paste || edit.action == .typeHere
        switch edit.action {
        case .help:
            notice = Composing.help(processor, page: memory.helpPage)
            memory.helpPage += 1
        case .words: memory.command = nil
        default:
            let change = EditHistory.Change(
                before: effect.before.content, after: effect.text.content)
            memory.command = Command(
                words: Transcript([edit.words]),
                change: change.before == change.after ? nil : change)
            isCommandNew = true
            // What was changed by a sentence that was none is seen at once.
            notice = Notice(
                .info, edit.action.summary(of: effect.words, with: effect.put),
                remedy: Composing.askingForWords(processor),
                actions: memory.command?.change == nil ? [] : [.undo])
        }
        return true
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
