import Dictation
import TextProcessing

/// A text in the making. Its steps, in this order: `edit`, `begin`, then `compose`, `explain`, `fit`
/// and `submit`, or `copyWords` where no rules make text of words.
struct ComposingDraft {
    /// With the line breaks of the field.
    let style: TextStyle
    /// How line breaks are typed into another field of the window.
    private let windowBreaks: TypableText.LineBreaks
    private let traits: FieldTraits
    private let isEarly: Bool
    private let purpose: DictationPurpose
    private let isMeant: Bool

    /// The words that are text.
    private(set) var transcript: Transcript
    private(set) var surroundings: Surroundings
    /// The text that was typed there; nil if that isn’t, or may not be, where the cursor is.
    let typed: EditHistory?
    /// Whether the user has moved the cursor, or typed: what was typed last is not what is changed
    /// now.
    private let isElsewhere: Bool

    private(set) var edits: VoiceEdits?
    private(set) var notice: Notice?
    /// The text there, and what is left of it after the editing commands and spoken revisions.
    private(set) var (before, revised) = (EditHistory(), EditHistory())
    private var revisions: [Composition.Revision] = []
    /// The words that the last of them was about.
    private var revisedWords = ""
    /// The words if some were left out by a correction, and the text before them.
    private(set) var corrected: (words: Transcript, before: EditHistory.Content)?
    /// The text that a command of this dictation removed, if nothing else is left.
    private(set) var withdrawn: String?
    private(set) var pieces: [Composition.Piece] = []
    /// The user's selection, if it is replaced and can be typed again.
    private(set) var replaced: String?
    private(set) var selectsLast = false
    /// Whether the last mark was not dictated.
    private(set) var endsWithOwnStop = false
    /// Whether Enter is pressed after the text.
    private(set) var submits = false

    /// The parameters are those of ``Composing/init``.
    init(
        _ transcript: Transcript, with style: TextStyle, after before: EditHistory?,
        in surroundings: Surroundings, isEarly: Bool = false, traits: FieldTraits = FieldTraits(),
        purpose: DictationPurpose = .text, isMeant: Bool = false
    ) {
        (self.transcript, self.surroundings, self.traits) = (transcript, surroundings, traits)
        (self.isEarly, self.purpose, self.isMeant) = (isEarly, purpose, isMeant)
        windowBreaks = style.lineBreaks
        var style = style
        style.lineBreaks = style.lineBreaks(in: traits)
        self.style = style
        isElsewhere =
            before.map { !surroundings.follow($0) || surroundings.selectMore(than: $0) } ?? false
        typed = isElsewhere ? nil : before
    }

    private var isCommand: Bool { purpose == .command }
    private var isPassword: Bool { traits.kind == .password }

    var endsWithSpace: Bool {
        !isEarly && style.processor != nil && purpose != .submission
            && Self.endsWithSpace(surroundings, style.spacing)
    }

    // MARK: Editing commands

    /// Takes the editing commands out of the words, and carries them out.
    mutating func edit(_ memory: VoiceEdits.Memory) {
        guard let processor = style.processor,
            VoiceEdits.areIn(transcript, processor, isCommand: isCommand)
        else { return }
        let standing = typed ?? EditHistory()
        let (style, traits, surroundings) = (style, traits, surroundings)
        let edits = VoiceEdits(
            transcript, of: standing, isKnown: !isElsewhere, in: surroundings.text, memory,
            processor, style, isEarly: isEarly, isCommand: isCommand
        ) { words, text, isEarly, isMeant in
            let composing = Composing(
                words, with: style, after: text,
                in: surroundings.moved(from: standing, to: text), isEarly: isEarly,
                traits: traits, isMeant: isMeant)
            return composing.pressesKeys
                ? nil
                : VoiceEdits.Written(text: composing.result, corrected: composing.correctedWords)
        }
        // It may have words of the text: none of a password is shown.
        notice = isPassword ? nil : edits.notice
        transcript = edits.rest
        self.edits = edits
    }

    /// Begins a change of the text as the editing commands left it.
    mutating func begin() {
        var text = typed ?? EditHistory()
        surroundings = surroundings.moved(from: typed, to: edits?.history ?? text)
        text.begin()
        // Elsewhere in the document there is no text of ours.
        before = edits?.effect?.steps == nil ? text : EditHistory()
        revised = edits?.history ?? text
    }

    /// Keeps the words unchanged; a space before them stays.
    mutating func copyWords() {
        let space = revised.hasSpaceAfter ? " " : ""
        pieces = isCommand ? [] : Self.clean([.utterance(space + transcript.text)], style)
        if purpose != .text { notice = Composing.wordsAreRaw }
    }

    // MARK: The words as text

    /// Makes text of the words, and carries out the spoken revisions among them.
    mutating func compose(_ processor: TextProcessor) -> Composition {
        let (standing, start) = (revised.left, revised.content)
        let isKnown =
            (typed != nil || edits != nil) && surroundings.before?.hasSuffix(standing) ?? true
        var composition = composition(after: context(standing), processor)
        revisions = composition.revisions
        if revisions.isEmpty, composition.replacesStop, isKnown, revised.dropOwnStop() {
            composition = self.composition(after: context(standing), processor)
        }
        if !revisions.isEmpty {
            notice = revise(isKnown)
            composition = self.composition(after: context(standing), processor)
        }
        if revisions.isEmpty, !composition.takenBack.isEmpty, !isRefused(composition) {
            corrected = (transcript, start)
        }
        return composition
    }

    /// The text before the new one.
    ///
    /// - Parameter standing: what was left of the cursor before spoken revisions.
    private func context(_ standing: String) -> TextContext {
        let left = revised.behind > 0 ? revised.left : revised.beforeSelection.joined()
        guard let document = surroundings.before else {
            let isNew = typed == nil && edits?.history.string.isEmpty ?? true
            return isNew ? .unknown : .before(left)
        }
        guard document.hasSuffix(standing) else { return .before(document) }
        return .before(document.dropLast(standing.count) + left)
    }

    private func composition(
        after context: TextContext, _ processor: TextProcessor
    ) -> Composition {
        let rest = surroundings.after?.prefix { !$0.isNewline } ?? ""
        let goesOn = isEarly || !rest.allSatisfy(\.isWhitespace)
        let ending: SentenceEnding =
            !traits.kind.endsSentence || isCommand ? .none : goesOn ? .beforePauses : .all
        return processor.compose(
            transcript, after: context, ending: ending,
            takesSentences: traits.kind.beginsSentence, breaksLines: style.lineBreaks != .space,
            obeysCorrections: !isMeant)
    }

    /// Whether words are left of what was meant as a command.
    private func isRefused(_ composition: Composition) -> Bool { isCommand && composition.hasWords }

    // MARK: Notices

    /// Finds what the user is told: the first reason counts.
    mutating func explain(_ composition: Composition, _ processor: TextProcessor) {
        if style.lineBreaks == .space, composition.text.contains(where: \.isNewline) {
            let isField = windowBreaks != .space
            notice =
                notice
                ?? (isField ? Composing.noLineBreaks(traits) : Composing.noLineBreaks(style.window))
        }
        if let key = composition.refusedKey {
            notice =
                notice ?? Composing.notPressed(key, style.window, allowed: processor.keys)
        }
        notice = notice ?? Composing.left(composition.phrases)
        if corrected != nil, let last = composition.takenBack.last, !isPassword {
            notice = notice ?? Composing.takenBack(last, processor)
        }
        let isRefused = isRefused(composition)
        if isRefused { notice = Composing.noCommand(processor) }
        guard isRefused || composition.pieces.isEmpty else { return }
        if let text = composition.withdrawn, !isCommand, !isEarly, !isPassword {
            let clean = style.clean(text)
            (withdrawn, notice) = (clean, notice ?? Composing.removed(clean))
        }
        notice =
            notice
            ?? Composing.done(
                revisions.last, to: isPassword ? "" : revisedWords,
                endsDictation: composition.endsDictation)
    }

    // MARK: Spaces and the text around the cursor

    /// Fits the text to what is around the cursor.
    mutating func fit(_ composition: Composition) {
        let fitted = Self.fit(
            isRefused(composition) ? [] : composition.pieces, into: surroundings, style.spacing,
            isKnown: typed != nil || surroundings.before != nil, isEarly: isEarly)
        pieces = Self.clean(fitted, style)
        let isOwn = typed.map { !$0.string.isEmpty } ?? false
        let selected = isOwn || edits != nil ? "" : surroundings.selected
        let isTypable = Self.clean([.utterance(selected)], style) == [.utterance(selected)]
        replaced = isTypable ? selected : nil
        (selectsLast, endsWithOwnStop) = (composition.selectsLast, composition.endsWithOwnStop)
    }

    /// Presses Enter after the text, if the dictation is for that and the key is allowed.
    mutating func submit(_ composition: Composition, _ processor: TextProcessor) {
        guard purpose == .submission, composition.hasWords else { return }
        submits = processor.keys.contains(.enter)
        if submits { return }
        notice = notice ?? Composing.notPressed(.enter, style.window, allowed: processor.keys)
    }

    private static func endsWithSpace(
        _ surroundings: Surroundings, _ spacing: TextSpacing
    ) -> Bool {
        switch spacing {
        case .auto where surroundings.before != nil:
            surroundings.needsSpaceAfter && !surroundings.isWithinWord
        case .auto, .trailing: !surroundings.hasSpaceAfter
        case .leading, .none: false
        }
    }

    /// - Parameter isKnown: whether the text before the cursor is known.
    private static func fit(
        _ pieces: [Composition.Piece], into surroundings: Surroundings, _ spacing: TextSpacing,
        isKnown: Bool, isEarly: Bool
    ) -> [Composition.Piece] {
        var pieces = pieces
        let texts = pieces.indices.filter {
            if case .utterance = pieces[$0] { true } else { false }
        }
        guard let first = texts.first, let last = texts.last else { return pieces }
        if first == 0, case .utterance(let text) = pieces[first] {
            if surroundings.isWithinWord {
                pieces[first] = .utterance(String(text.drop { $0 == " " }))
            } else if spacing == .leading, !isKnown, text.first.map(needsSpace) == true {
                pieces[first] = .utterance(" " + text)
            }
        }
        if last == pieces.count - 1, !isEarly, case .utterance(let text) = pieces[last] {
            pieces[last] = .utterance(surroundings.fitting(text))
        }
        return pieces
    }

    private static func needsSpace(before first: Character) -> Bool {
        first.isLetter || first.isNumber
    }

    // MARK: Revising

    /// Carries out spoken revisions of earlier text; returns what the user should know.
    private mutating func revise(_ isKnown: Bool) -> Notice? {
        if style.window == .terminal, revisions.contains(.select) {
            return Notice(.warning, "Nothing was selected: a terminal selects nothing by keys")
        }
        for revision in revisions {
            revisedWords = revised.words(of: revision)
            if isKnown, revised.apply(revision) { continue }
            let (what, remedy) =
                switch revision {
                case .scratch: ("Nothing was scratched", "Delete it by hand.")
                case .undo: ("Nothing was undone", "")
                case .select: ("Nothing was selected", "")
                case .restoreRaw:
                    (
                        "The raw text was not restored",
                        "Say it again; utter last --raw prints the engine’s words."
                    )
                }
            return Notice(
                .warning,
                "\(what): \(isKnown ? Composing.nothing(for: revision) : Composing.unknownText)",
                remedy: remedy)
        }
        return nil
    }

    // MARK: Cleaning

    /// Cleans each utterance; if the result differs from cleaning those between two keys together,
    /// they become one: later deletions must be counted exactly or not made.
    private static func clean(
        _ pieces: [Composition.Piece], _ style: TextStyle
    ) -> [Composition.Piece] {
        pieces.mappingText { parts in
            let whole = style.clean(parts.joined())
            let cleaned = parts.map(style.clean)
            let isExact =
                cleaned.joined() == whole
                && cleaned.reduce(0, { $0 + $1.count }) == whole.count
            return isExact ? cleaned : [whole]
        }
    }
}

extension Composition {
    /// Whether any of it is more than marks, line breaks and keys.
    fileprivate var hasWords: Bool {
        utterances.contains { $0.contains { $0.isLetter || $0.isNumber } }
    }
}
