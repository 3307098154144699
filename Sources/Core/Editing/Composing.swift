package import Dictation
package import Problems
import TextProcessing

/// The text for a transcript at the place where it is going to be typed. What is kept is what is
/// typed: cleaned of anything that could control a window or a terminal.
package struct Composing {
    private let draft: ComposingDraft
    /// The text that a model or the user's program made of the new text.
    package var cleaned: String?
    package var notice: Notice?
    /// The editing commands among the words; nil if there are none.
    package var edits: VoiceEdits? { draft.edits }
    /// The text that a command of this dictation removed, if nothing else is left.
    package var withdrawn: String? { draft.withdrawn }
    /// Whether Enter is pressed after the text.
    package var submits: Bool { draft.submits }

    /// - Parameters:
    ///   - before: what was typed into the same window, if it is still there.
    ///   - surroundings: the text around the cursor, as far as the sink knows it.
    ///   - isEarly: whether more words follow.
    ///   - traits: the kind of the field.
    ///   - memory: what earlier commands left; nil to take no words for editing commands.
    ///   - purpose: what the dictation is for.
    ///   - isMeant: whether the words are text as they were said, without corrections.
    package init(
        _ transcript: Transcript, with style: TextStyle,
        after before: EditHistory?, in surroundings: Surroundings, isEarly: Bool = false,
        traits: FieldTraits = FieldTraits(), memory: VoiceEdits.Memory? = nil,
        purpose: DictationPurpose = .text, isMeant: Bool = false
    ) {
        var draft = ComposingDraft(
            transcript, with: style, after: before, in: surroundings, isEarly: isEarly,
            traits: traits, purpose: purpose, isMeant: isMeant)
        if let memory { draft.edit(memory) }
        draft.begin()
        if let processor = draft.style.processor {
            let composition = draft.compose(processor)
            draft.explain(composition, processor)
            draft.fit(composition)
            draft.submit(composition, processor)
        } else {
            draft.copyWords()
        }
        self.draft = draft
        notice = draft.notice
    }

    // MARK: The result

    package var insertion: Insertion { outcome.insertion }

    /// The words with a correction, as ``VoiceEdits/Command``; nil if they had none.
    package var correctedWords: VoiceEdits.Command? {
        // A selection whose place the text took would have to come back first.
        guard let corrected = draft.corrected, !pressesKeys, !submits,
            draft.replaced?.isEmpty ?? true
        else { return nil }
        let change = EditHistory.Change(before: corrected.before, after: result.content)
        return VoiceEdits.Command(words: corrected.words, change: change)
    }

    var pressesKeys: Bool {
        draft.pieces.contains { if case .key = $0 { true } else { false } }
    }

    /// The text before the cursor afterwards.
    package var result: EditHistory { outcome.text }

    private var outcome: (insertion: Insertion, text: EditHistory) {
        var text = draft.revised
        if let withdrawn {
            // “Undo” brings it back.
            text.append([withdrawn])
            text.begin()
            _ = text.apply(.scratch)
        }
        if let replaced = draft.replaced, draft.pieces.contains(where: \.isText) {
            text.noteReplaced(replaced)
        }
        var steps: [Insertion.Step]?
        var run: [String] = []
        func endRun(isLast: Bool = false) {
            if isLast, draft.endsWithSpace, text.behind > 0, let last = run.popLast() {
                // Other text of ours follows.
                run.append(last + " ")
            }
            if let cleaned, !run.isEmpty {
                text.append([cleaned], raw: run)
            } else {
                text.append(run)
            }
            if isLast, draft.endsWithOwnStop, !run.isEmpty { text.noteOwnStop() }
            if isLast, draft.endsWithSpace, !run.isEmpty || edits?.endsWithText == true {
                text.followBySpace()
            }
            let standing = steps == nil ? draft.before : EditHistory()
            steps = (steps ?? edits?.effect?.steps ?? []) + standing.steps(to: text)
            run = []
        }
        for piece in draft.pieces {
            switch piece {
            case .utterance(let utterance): run.append(utterance)
            case .key(let key):
                endRun()
                steps?.append(.press(key))
                // Only the window knows the text before the cursor now.
                text = EditHistory()
            }
        }
        if draft.selectsLast {
            text.append(run)
            run = []
            text.selectLast()
        }
        endRun(isLast: true)
        if submits {
            steps?.append(.press(.enter))
            text = EditHistory()
        }
        if let key = edits?.effect?.key {
            steps?.append(.press(key))
            text = EditHistory()
        }
        return (Insertion(steps ?? []), text)
    }

    // MARK: Fix

    /// The new text, for a model to clean up; nil if there is none, or it isn't in one piece.
    package var words: String? {
        let places = draft.pieces.indices.filter {
            if case .utterance = draft.pieces[$0] { true } else { false }
        }
        guard let first = places.first, let last = places.last, last - first + 1 == places.count,
            !draft.selectsLast
        else { return nil }
        let words = places.map { place in
            if case .utterance(let text) = draft.pieces[place] { text } else { "" }
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
                notice
                ?? Self.notice(
                    of: style.cleanupCheck.otherWords(in: text, than: sent), style.processor)
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
}

extension Composition.Piece {
    fileprivate var isText: Bool {
        if case .utterance(let text) = self { !text.isEmpty } else { false }
    }
}
