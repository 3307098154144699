import Dictation
import LinuxRuntime
import Problems
import SinkChains
import TextEditing
import TextProcessing

/// Proposes what else may have been said in the last dictation.
@EventLoopActor
final class TextAlternatives {
    /// The last dictation whose sound is kept; nil if there is none.
    var dictation: () -> DictationRecord? = { nil }
    /// The words of that sound, as it is understood in other ways, until one answers false.
    var readings: (_ take: (Transcript) -> Bool) async -> Void = { _ in }

    private let current: CurrentSetup
    private let proposals: TextProposals

    init(_ current: CurrentSetup, _ proposals: TextProposals) {
        (self.current, self.proposals) = (current, proposals)
    }

    /// Understands the last dictation again, in other ways.
    ///
    /// - Returns: a notice that proposes the texts, or why there are none.
    func propose() async -> Notice {
        do throws(Problem) {
            let subject = try await subject()
            let alternatives = await alternatives(to: subject)
            guard !alternatives.texts.isEmpty else {
                return Notice(
                    .info, "Nothing else was understood",
                    remedy: "Correct single words: “correct … to …”. "
                        + "Another model may know better: utter models")
            }
            let answers = EditAction.choices.prefix(alternatives.texts.count)
            let phrases = proposals.phrases(for: answers + [.leaveRewriting])
            let notice = Notice(
                .info, "What did you say?",
                remedy: (phrases.isEmpty ? "" : "\(phrases); ") + "utter choose 1",
                actions: Notice.Action.choices.prefix(alternatives.texts.count) + [.leave],
                lasts: TextProposals.timeout, proposal: alternatives.list)
            let texts = Dictionary(uniqueKeysWithValues: zip(answers, alternatives.texts))
            proposals.propose(texts, for: subject, notice)
            return notice
        } catch {
            return Notice(
                .warning,
                Problem("Nothing was corrected", why: error.what, remedy: error.remedy))
        }
    }

    private func subject() async throws(Problem) -> TextProposals.Subject {
        guard let dictation = dictation(), let text = dictation.text else {
            throw Problem(
                "there is no recording of your last dictation", why: "",
                remedy: "[history] recordings says how many are kept.")
        }
        // Its sound has a command among the words.
        if let processor = current.style.text.processor,
            VoiceEdits.areIn(dictation.transcript, processor, isCommand: false)
        {
            throw Problem("your last dictation has a command", why: "")
        }
        return try await proposals.subject(dictated: text)
    }

    private func alternatives(to subject: TextProposals.Subject) async -> Alternatives {
        var alternatives = Alternatives(to: subject.text)
        guard let (typed, range) = subject.typed else { return alternatives }
        let before = EditHistory([String(typed.string.prefix(range.lowerBound))])
        let surroundings = subject.surroundings.moved(from: typed, to: before)
        let traits = current.parts.sinks.traits ?? FieldTraits()
        await readings { words in
            let composing = Composing(
                words, with: current.style.text, after: before, in: surroundings, traits: traits)
            let written = composing.result.editable
            let end = written.characters.count
            // Nothing is left of either where the words are understood as “scratch that”.
            let range = min(before.string.count, end)..<end
            alternatives.add(written.string(written.trimmed(range)))
            return !alternatives.isFull
        }
        return alternatives
    }
}
