import Dictation
import DictationParts
import LinuxRuntime
import Problems
import SinkChains
import TextEditing
import TextProcessing

/// Shows other texts for one that stands in a window, and puts one in place once the user agrees.
///
/// An answer is for the very text that was asked about: if that has changed, or another window has
/// the focus, nothing is replaced.
@EventLoopActor
final class TextProposals {
    private let current: CurrentSetup
    private let composer: TextComposer
    /// Whether nothing is dictated.
    var isIdle: () -> Bool = { false }

    /// The text that may be replaced.
    struct Subject {
        let text: String
        let target: SinkTarget
        /// All that utter has typed there, and which part of it; nil for the user's selection.
        let typed: (history: EditHistory, range: Range<Int>)?
        let surroundings: Surroundings
        /// How line breaks are typed there.
        let lineBreaks: TypableText.LineBreaks
    }

    private struct Proposal {
        let subject: Subject
        /// The texts, by the answers that take them.
        let texts: [EditAction: String]
        let notice: Notice
    }

    private var proposal: Proposal?

    init(_ current: CurrentSetup, _ composer: TextComposer) {
        (self.current, self.composer) = (current, composer)
    }

    // MARK: The text

    /// Between dictations nobody reads the document: this does, for a moment.
    private func standing() async -> Place {
        let sinks = current.parts.sinks
        if isIdle() {
            sinks.beginDictation()
            await sinks.findField()
        }
        defer { if isIdle() { sinks.endDictation() } }
        return await composer.placeOfText()
    }

    /// The text that “that” means: the selection, or the last dictation if it is still there.
    func subject() async throws(Problem) -> Subject {
        let (place, target) = try await placeOfSubject()
        if let typed = place.text, isUntouched(typed, in: place.surroundings) {
            let range = typed.selected > 0 ? typed.selection : typed.lastChange
            return try subject(range, of: typed, at: place, target)
        }
        let selected = place.surroundings.selected
        guard !selected.allSatisfy(\.isWhitespace) else {
            throw Problem(
                place.text == nil ? Composing.unknownText : "the cursor was moved", why: "",
                remedy: "Select the text, or dictate it.")
        }
        try check(selected)
        // A longer one may be known in part only, and all of it would be typed over.
        guard place.surroundings.text != nil else {
            throw Problem("the text around the selection isn’t known", why: "")
        }
        guard selected.unicodeScalars.count < Surroundings.leastOfLong else {
            throw Problem(
                "the selection has \(Surroundings.leastOfLong) characters or more", why: "",
                remedy: "Select a part of it.")
        }
        if let why = obstacle(from: EditHistory(), to: EditHistory(), selected, isSelected: true) {
            throw Problem(why, why: "")
        }
        return Subject(
            text: selected, target: target, typed: nil, surroundings: place.surroundings,
            lineBreaks: current.style.text.lineBreaks(in: place.traits))
    }

    /// A text that was dictated, where it still stands as it was typed.
    func subject(dictated text: String) async throws(Problem) -> Subject {
        let (place, target) = try await placeOfSubject()
        guard let typed = place.text else { throw Problem(Composing.unknownText, why: "") }
        guard isUntouched(typed, in: place.surroundings) else {
            throw Problem("the cursor was moved", why: "")
        }
        let words = text.trimmingPrefix(while: \.isWhitespace)
        guard let found = typed.string.ranges(of: words).last, !found.isEmpty else {
            throw Problem("it has been changed since", why: "")
        }
        let start = typed.string.distance(from: typed.string.startIndex, to: found.lowerBound)
        return try subject(start..<start + words.count, of: typed, at: place, target)
    }

    private func placeOfSubject() async throws(Problem) -> (Place, SinkTarget) {
        let place = await standing()
        if place.traits?.isSecure == true {
            throw Problem("it is a password field", why: "")
        }
        guard let target = place.target else {
            throw Problem("it isn’t known which window has the focus", why: "")
        }
        return (place, target)
    }

    /// A part of what utter has typed.
    private func subject(
        _ range: Range<Int>, of typed: EditHistory, at place: Place, _ target: SinkTarget
    ) throws(Problem) -> Subject {
        let range = typed.editable.trimmed(range)
        let text = typed.editable.string(range)
        try check(text)
        var changed = typed
        changed.replace(range, with: "x")
        if let why = obstacle(from: typed, to: changed, text) { throw Problem(why, why: "") }
        return Subject(
            text: text, target: target, typed: (typed, range), surroundings: place.surroundings,
            lineBreaks: current.style.text.lineBreaks(in: place.traits))
    }

    /// Whether a text of ours is before the cursor, and nothing else is selected.
    private func isUntouched(_ text: EditHistory, in surroundings: Surroundings) -> Bool {
        !text.string.isEmpty && surroundings.follow(text) && !surroundings.selectMore(than: text)
    }

    private func check(_ text: String) throws(Problem) {
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw Problem("nothing is left that was typed here", why: "")
        }
        guard text.count <= RewriteCheck.mostCharacters else {
            throw Problem(
                "the text is longer than \(RewriteCheck.mostCharacters) characters", why: "",
                remedy: "Select a part of it.")
        }
    }

    /// Why keys can't replace a text.
    private func obstacle(
        from old: EditHistory, to new: EditHistory, _ text: String, isSelected: Bool = false
    ) -> String? {
        let window = current.style.text.window
        if window == .terminal || window == nil {
            if isSelected {
                return window == nil
                    ? "it isn’t known which window has the focus"
                    : "a terminal’s selection can’t be typed over"
            }
            if text.contains(where: \.isNewline) { return "lines in a terminal aren’t taken back" }
        }
        return old.obstacle(to: new, in: window)
    }

    // MARK: Proposing

    /// How long a text is shown.
    static let timeout = Duration.seconds(60)

    /// Offers texts in the place of another one.
    ///
    /// - Parameters:
    ///   - texts: by the answers that take them.
    ///   - notice: shows them; with it they go.
    func propose(_ texts: [EditAction: String], for subject: Subject, _ notice: Notice) {
        proposal = Proposal(subject: subject, texts: texts, notice: notice)
    }

    /// The phrases for these answers: “one”, “two” or “no”.
    func phrases(for answers: [EditAction]) -> String {
        guard let processor = current.style.text.processor,
            answers.allSatisfy({ processor.hasPhrase(for: $0) })
        else { return "" }
        let phrases = answers.map { "“\(processor.phrase(for: $0))”" }
        return phrases.dropLast().joined(separator: ", ") + " or \(phrases[phrases.count - 1])"
    }

    /// The answer to the proposal in the words of a dictation, which aren't typed then; nil if they
    /// aren't about it.
    func answer(_ transcript: Transcript) -> EditAction? {
        guard let proposal, let answer = current.style.text.processor?.answer(transcript),
            answer == .leaveRewriting || proposal.texts[answer] != nil
        else { return nil }
        return answer
    }

    /// A proposed text is taken: how to put it in place, the text that utter has typed there then,
    /// and the old and the new part of it.
    ///
    /// - Throws: why nothing is replaced.
    func take(
        _ answer: EditAction
    ) async throws(Problem) -> (insertion: Insertion, text: EditHistory, old: String, new: String) {
        guard let proposal, let new = proposal.texts[answer] else {
            throw Problem("no text is proposed", why: "")
        }
        self.proposal = nil
        let subject = proposal.subject
        let place = await standing()
        guard place.target == subject.target else {
            throw Self.notReplaced("another window has the focus")
        }
        if let (typed, range) = subject.typed {
            // Where the document is known, that is what counts: not who has clicked meanwhile, and
            // how long ago the text was typed.
            let isSeen =
                subject.surroundings.text != nil
                && place.surroundings == subject.surroundings
            let isKept = place.text == typed && isUntouched(typed, in: place.surroundings)
            guard isSeen || isKept else {
                throw Self.notReplaced(
                    subject.surroundings.text == nil
                        ? "the text has changed, the cursor was moved, or it is too long ago"
                        : "the text has changed, or the cursor was moved")
            }
            var after = typed
            after.replace(range, with: new)
            return (Insertion(typed.steps(to: after)), after, subject.text, new)
        }
        guard place.surroundings == subject.surroundings else {
            throw Self.notReplaced("something else is selected now")
        }
        var after = EditHistory()
        after.noteReplaced(subject.text)
        after.append([new])
        return (Insertion(EditHistory().steps(to: after)), after, subject.text, new)
    }

    private static func notReplaced(_ why: String) -> Problem {
        Problem("nothing was replaced", why: why)
    }

    static let taken = Notice(
        .info, "Replaced", remedy: "“undo” brings the former text back.", actions: [.undo])
    static let left = Notice(.info, "Left as it was")

    /// The proposal is declined. Answers whether there was one.
    func leave() -> Bool {
        defer { drop() }
        return proposal != nil
    }

    /// Gives up what is proposed.
    func drop() { proposal = nil }

    /// Follows what the user sees while nothing is dictated: a proposal ends with its notice.
    func follow(_ notice: Notice?) {
        if let proposal, notice != proposal.notice { drop() }
    }
}
