package import Dictation
package import Problems
import TextProcessing

/// The text for a transcript at the place where it is going to be typed. What is kept is what is
/// typed: cleaned of anything that could control a window or a terminal.
package struct Composing {
    /// The text there, and what is left of it after the spoken revisions.
    private let (before, revised): (EditHistory, EditHistory)
    private let pieces: [Composition.Piece]
    /// The user's selection, if it is replaced and can be typed again.
    private let replaced: String?
    private let selectsLast: Bool
    private let endsWithSpace: Bool
    /// Whether the last mark was not dictated.
    private let endsWithOwnStop: Bool
    /// Whether Enter is pressed after the text.
    package private(set) var submits = false
    /// The text that a model or the user's program made of the new text.
    package var cleaned: String?
    package var notice: Notice?
    /// The editing commands among the words; nil if there are none.
    package private(set) var edits: VoiceEdits?
    /// The text that a command of this dictation removed, if nothing else is left.
    package private(set) var withdrawn: String?
    /// The words if some were left out by a correction, and the text before them.
    private var corrected: (words: Transcript, before: EditHistory.Content)?

    /// - Parameters:
    ///   - before: what was typed into the same window, if it is still there.
    ///   - surroundings: the text around the cursor, as far as the sink knows it.
    ///   - isEarly: whether more words follow.
    ///   - traits: the kind of the field.
    ///   - memory: what earlier commands left; nil to take no words for editing commands.
    ///   - purpose: what the dictation is for.
    ///   - isMeant: whether the words are text as they were said, without corrections.
    package init(
        _ transcript: Transcript, with asked: TextStyle,
        after before: EditHistory?, in surroundings: Surroundings, isEarly: Bool = false,
        traits: FieldTraits = FieldTraits(), memory: VoiceEdits.Memory? = nil,
        purpose: DictationPurpose = .text, isMeant: Bool = false
    ) {
        let isCommand = purpose == .command
        let kind = traits.kind
        var style = asked
        style.lineBreaks = asked.lineBreaks(in: traits)
        var (transcript, surroundings) = (transcript, surroundings)
        // The user has moved the cursor, or typed: what was typed last is not what is changed now.
        let isElsewhere =
            before.map {
                !surroundings.follow($0) || surroundings.selectMore(than: $0)
            } ?? false
        let before = isElsewhere ? nil : before
        var edited: EditHistory?
        if let processor = style.processor, let memory,
            VoiceEdits.areIn(transcript, processor, isCommand: isCommand)
        {
            let standing = before ?? EditHistory()
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
                    : VoiceEdits.Written(
                        text: composing.result, corrected: composing.correctedWords)
            }
            // It may have words of the text: none of a password is shown.
            notice = kind == .password ? nil : edits.notice
            (self.edits, edited) = (edits, edits.history)
            transcript = edits.rest
        }
        surroundings = surroundings.moved(from: before, to: edited ?? before ?? EditHistory())
        let document = surroundings.before
        let knowsStart = before != nil || document != nil
        endsWithSpace =
            !isEarly && style.processor != nil && purpose != .submission
            && Self.endsWithSpace(surroundings, style.spacing)
        var revised = before ?? EditHistory()
        revised.begin()
        // Elsewhere in the document there is no text of ours.
        self.before = edits?.cursorSteps == nil ? revised : EditHistory()
        if let edited { revised = edited }
        guard let processor = style.processor else {
            // The words unchanged; a space before them stays.
            let space = revised.hasSpaceAfter ? " " : ""
            pieces = isCommand ? [] : Self.clean([.utterance(space + transcript.text)], style)
            if purpose != .text { notice = Self.wordsAreRaw }
            (edits, replaced) = (nil, nil)
            (self.revised, selectsLast, endsWithOwnStop) = (revised, false, false)
            return
        }
        let standing = revised.left
        let isNew = before == nil && edited?.string.isEmpty ?? true
        func context(_ text: EditHistory) -> TextContext {
            let left = text.behind > 0 ? text.left : text.beforeSelection.joined()
            guard let document else { return isNew ? .unknown : .before(left) }
            guard document.hasSuffix(standing) else { return .before(document) }
            return .before(document.dropLast(standing.count) + left)
        }
        let rest = surroundings.after?.prefix { !$0.isNewline } ?? ""
        let goesOn = isEarly || !rest.allSatisfy(\.isWhitespace)
        let ending: SentenceEnding =
            !kind.endsSentence || isCommand
            ? .none : goesOn ? .beforePauses : .all
        func compose() -> Composition {
            processor.compose(
                transcript, after: context(revised), ending: ending,
                takesSentences: kind.beginsSentence, breaksLines: style.lineBreaks != .space,
                obeysCorrections: !isMeant)
        }
        let start = revised.content
        var composition = compose()
        let revisions = composition.revisions
        let isKnown = (before != nil || edited != nil) && document?.hasSuffix(standing) ?? true
        if revisions.isEmpty, composition.replacesStop, isKnown, revised.dropOwnStop() {
            composition = compose()
        }
        if !revisions.isEmpty {
            notice = Self.revise(&revised, revisions, isKnown, in: style.window)
            composition = compose()
        }
        if style.lineBreaks == .space, composition.text.contains(where: \.isNewline) {
            let isField = asked.lineBreaks != .space
            notice =
                notice
                ?? (isField ? Self.noLineBreaks(traits) : Self.noLineBreaks(style.window))
        }
        if let key = composition.refusedKey {
            notice = notice ?? Self.notPressed(key, style.window, allowed: processor.keys)
        }
        notice = notice ?? Self.left(composition.phrases)
        let isRefused = isCommand && composition.hasWords
        if let last = composition.takenBack.last, revisions.isEmpty, !isRefused {
            corrected = (transcript, start)
            if kind != .password { notice = notice ?? Self.takenBack(last, processor) }
        }
        if isRefused { notice = Self.noCommand(processor) }
        let composed = isRefused ? [] : composition.pieces
        if let text = composition.withdrawn, composed.isEmpty, !isCommand, !isEarly,
            kind != .password
        {
            let clean = style.typable(text).hardened
            (withdrawn, notice) = (clean, notice ?? Self.removed(clean))
        }
        if composed.isEmpty {
            notice = notice ?? Self.done(revisions.last, endsDictation: composition.endsDictation)
        }
        let fitted = Self.fit(
            composed, into: surroundings, style.spacing, isKnown: knowsStart,
            isEarly: isEarly)
        pieces = Self.clean(fitted, style)
        let isOwn = before.map { !$0.string.isEmpty } ?? false
        let selected = isOwn || edits != nil ? "" : surroundings.selected
        let isTypable = Self.clean([.utterance(selected)], style) == [.utterance(selected)]
        replaced = isTypable ? selected : nil
        if purpose == .submission, composition.hasWords {
            submits = processor.keys.contains(.enter)
            if !submits {
                notice =
                    notice
                    ?? Self.notPressed(.enter, style.window, allowed: processor.keys)
            }
        }
        (self.revised, selectsLast) = (revised, composition.selectsLast)
        endsWithOwnStop = composition.endsWithOwnStop
    }

    // MARK: Spaces and the text around the cursor

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

    // MARK: The result

    package var insertion: Insertion { outcome.insertion }

    /// The words with a correction, as ``VoiceEdits/Command``; nil if they had none.
    package var correctedWords: VoiceEdits.Command? {
        // A selection whose place the text took would have to come back first.
        guard let corrected, !pressesKeys, !submits, replaced?.isEmpty ?? true else { return nil }
        let change = EditHistory.Change(before: corrected.before, after: result.content)
        return VoiceEdits.Command(words: corrected.words, change: change)
    }

    private var pressesKeys: Bool {
        pieces.contains { if case .key = $0 { true } else { false } }
    }

    /// The text before the cursor afterwards.
    package var result: EditHistory { outcome.text }

    private var outcome: (insertion: Insertion, text: EditHistory) {
        var text = revised
        if let withdrawn {
            // “Undo” brings it back.
            text.append([withdrawn])
            text.begin()
            _ = text.apply(.scratch)
        }
        if let replaced, pieces.contains(where: \.isText) { text.noteReplaced(replaced) }
        var steps: [Insertion.Step]?
        var run: [String] = []
        func endRun(isLast: Bool = false) {
            if isLast, endsWithSpace, text.behind > 0, let last = run.popLast() {
                // Other text of ours follows.
                run.append(last + " ")
            }
            if let cleaned, !run.isEmpty {
                text.append([cleaned], raw: run)
            } else {
                text.append(run)
            }
            if isLast, endsWithOwnStop, !run.isEmpty { text.noteOwnStop() }
            if isLast, endsWithSpace, !run.isEmpty || edits?.endsWithText == true {
                text.followBySpace()
            }
            let standing = steps == nil ? before : EditHistory()
            steps = (steps ?? edits?.cursorSteps ?? []) + standing.steps(to: text)
            run = []
        }
        for piece in pieces {
            switch piece {
            case .utterance(let utterance): run.append(utterance)
            case .key(let key):
                endRun()
                steps?.append(.press(key))
                // Only the window knows the text before the cursor now.
                text = EditHistory()
            }
        }
        if selectsLast {
            text.append(run)
            run = []
            text.selectLast()
        }
        endRun(isLast: true)
        if submits {
            steps?.append(.press(.enter))
            text = EditHistory()
        }
        if let key = edits?.key {
            steps?.append(.press(key))
            text = EditHistory()
        }
        return (Insertion(steps ?? []), text)
    }

    // MARK: Fix

    /// The new text, for a model to clean up; nil if there is none, or it isn't in one piece.
    package var words: String? {
        let places = pieces.indices.filter {
            if case .utterance = pieces[$0] { true } else { false }
        }
        guard let first = places.first, let last = places.last, last - first + 1 == places.count,
            !selectsLast
        else { return nil }
        let words = places.map { place in
            if case .utterance(let text) = pieces[place] { text } else { "" }
        }.joined()
        return words.contains { $0.isLetter || $0.isNumber } ? words : nil
    }

    /// The same with the model's answer, if that is still what was said.
    ///
    /// - Parameter sent: the words that were sent to the model.
    package func cleaned(
        _ answer: Result<String, Problem>, of sent: String, by style: TextStyle
    ) -> Composing {
        var result = self
        let (why, remedy): (String, String)
        do {
            guard words == sent else {
                throw CleanupRefused(why: "the text before the cursor has changed")
            }
            let text = try style.cleanupCheck.accepted(try answer.get(), for: sent)
            guard text != sent else { return result }
            result.cleaned = text
            result.notice =
                notice ?? Self.notice(of: style.cleanupCheck.otherWords(in: text, than: sent))
            return result
        } catch let refusal as CleanupCheck.Refusal {
            (why, remedy) = (refusal.why, "")
        } catch let problem as Problem {
            (why, remedy) = ("\(problem.what): \(problem.why)", problem.remedy)
        } catch {
            (why, remedy) = ((error as? CleanupRefused)?.why ?? "\(error)", "")
        }
        result.notice = notice ?? Notice(.warning, "Not cleaned up: \(why)", remedy: remedy)
        return result
    }

    private struct CleanupRefused: Error {
        let why: String
    }

    // MARK: Revising

    /// Carries out spoken revisions of earlier text; returns what the user should know.
    private static func revise(
        _ text: inout EditHistory, _ revisions: [Composition.Revision], _ isKnown: Bool,
        in window: WindowKind?
    ) -> Notice? {
        if window == .terminal, revisions.contains(.select) {
            return Notice(.warning, "Nothing was selected: a terminal selects nothing by keys")
        }
        for revision in revisions where !isKnown || !text.apply(revision) {
            let (what, remedy) =
                switch revision {
                case .scratch: ("Nothing was scratched", "Delete it by hand.")
                case .undo: ("Nothing was undone", "")
                case .select: ("Nothing was selected", "")
                case .restoreRaw: ("The raw text was not restored", "utter last --raw")
                }
            return Notice(
                .warning, "\(what): \(isKnown ? nothing(for: revision) : unknownText)",
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
        func clean(_ text: String) -> String { style.typable(text).hardened }
        return pieces.mappingText { parts in
            let whole = clean(parts.joined())
            let cleaned = parts.map(clean)
            let isExact =
                cleaned.joined() == whole
                && cleaned.reduce(0, { $0 + $1.count }) == whole.count
            return isExact ? cleaned : [whole]
        }
    }
}

extension Composition.Piece {
    fileprivate var isText: Bool {
        if case .utterance(let text) = self { !text.isEmpty } else { false }
    }
}

extension Composition {
    /// Whether any of it is more than marks, line breaks and keys.
    fileprivate var hasWords: Bool {
        utterances.contains { $0.contains { $0.isLetter || $0.isNumber } }
    }
}
