import Dictation
import DictationParts
import LinuxRuntime
import Problems
import SinkChains
import TextEditing
import TextProcessing

/// Has a model do with a text what the user says, shows what it wrote, and puts it in place once the
/// user agrees.
///
/// An answer is for the very text that was asked about: if that has changed, or another window has
/// the focus, nothing is replaced.
@EventLoopActor
final class TextRewriting {
    private let current: CurrentSetup
    private let composer: TextComposer
    private let focus: FocusGuard
    /// Called with a notice for the user.
    var onNotice: (Notice) -> Void = { _ in }
    /// Whether nothing is dictated.
    var isIdle: () -> Bool = { false }

    /// The text that is rewritten.
    fileprivate struct Subject {
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
        let text: String
        let notice: Notice
    }

    /// A model is asked.
    private struct Question {
        let task: Task<Void, Never>
        let rewriter: any TextRewriter
        let notice: Notice
        /// Whether its notice is shown.
        var isShown = false
    }

    private var question: Question?
    private var proposal: Proposal?

    init(_ current: CurrentSetup, _ composer: TextComposer, _ focus: FocusGuard) {
        (self.current, self.composer, self.focus) = (current, composer, focus)
    }

    // MARK: Asking

    /// A request by the user to rewrite a text.
    struct Wish {
        fileprivate let instruction: String
        /// Nil while the text is still to be typed.
        fileprivate let subject: Result<Subject, Problem>?
    }

    /// Notes what is selected, or was dictated last, as long as the dictation reads the document.
    ///
    /// - Parameters:
    ///   - instruction: what is to become of it.
    ///   - isTyping: whether the text is going to be typed first: then it is that.
    func prepare(_ instruction: String, isTyping: Bool) async -> Wish {
        guard !isTyping else { return Wish(instruction: instruction, subject: nil) }
        return Wish(instruction: instruction, subject: await findSubject())
    }

    private func findSubject() async -> Result<Subject, Problem> {
        do throws(Problem) { return .success(try await subject()) } catch { return .failure(error) }
    }

    /// Asks for another text.
    func begin(_ wish: Wish) {
        drop()
        if focus.absence != nil { return }
        guard let rewriter = current.parts.cleaner?.rewriter else {
            return refuse(Self.noServer(hasProgram: current.parts.cleaner != nil))
        }
        let notice = Notice(
            .info, "The model is writing", remedy: "It can be cancelled as a dictation can.",
            lasts: rewriter.limit + .seconds(5))
        let task = EventLoop.task { [self] in
            do throws(Problem) {
                let found = if let subject = wish.subject { subject } else { await findSubject() }
                if Task.isCancelled { return }
                let subject = try found.get()
                let answer = OneShot<Result<String, Problem>>()
                rewriter.rewrite(
                    subject.text, wish.instruction, isDictated: subject.typed != nil
                ) { answer.give($0) }
                guard let result = try? await answer.get(), !Task.isCancelled else { return }
                question = nil
                propose(try checked(try result.get(), for: subject), for: subject)
            } catch {
                if Task.isCancelled { return }
                question = nil
                refuse(error)
            }
        }
        question = Question(task: task, rewriter: rewriter, notice: notice)
        onNotice(notice)
    }

    private func refuse(_ problem: Problem) {
        onNotice(
            Notice(
                .warning,
                Problem(
                    "Nothing was rewritten",
                    why: "\(problem.what)"
                        + (problem.why.isEmpty ? "" : ": \(problem.why)"), remedy: problem.remedy)))
    }

    private static func noServer(hasProgram: Bool) -> Problem {
        Problem(
            hasProgram
                ? "the clean-up is a program, which takes no instructions" : VoiceEdits.noModel,
            why: "", remedy: "Set one up in [text.cleanup].")
    }

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
    private func subject() async throws(Problem) -> Subject {
        let place = await standing()
        if place.traits?.isSecure == true {
            throw Problem("it is a password field", why: "")
        }
        guard let target = place.target else {
            throw Problem("it isn’t known which window has the focus", why: "")
        }
        let lineBreaks = current.style.text.lineBreaks(in: place.traits)
        let isOwn = place.text.map { isUntouched($0, in: place.surroundings) } ?? false
        if let typed = place.text, isOwn {
            let range = typed.editable.trimmed(
                typed.selected > 0 ? typed.selection : typed.lastChange)
            let text = typed.editable.string(range)
            try check(text)
            var changed = typed
            changed.replace(range, with: "x")
            if let why = obstacle(from: typed, to: changed, text) { throw Problem(why, why: "") }
            return Subject(
                text: text, target: target, typed: (typed, range), surroundings: place.surroundings,
                lineBreaks: lineBreaks)
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
            lineBreaks: lineBreaks)
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

    private func checked(_ answer: String, for subject: Subject) throws(Problem) -> String {
        do throws(RewriteCheck.Refusal) {
            let text = try RewriteCheck.accepted(answer, for: subject.text)
            let clean = TypableText(
                cleaning: text, lineBreaks: subject.lineBreaks, tabs: current.style.text.tabs
            ).hardened
            if clean == subject.text { throw .unchanged }
            return clean
        } catch {
            throw Problem(error.why, why: "")
        }
    }

    // MARK: Proposing

    /// How long a text is shown.
    private static let timeout = Duration.seconds(60)

    private func propose(_ text: String, for subject: Subject) {
        let answers = [EditAction.takeRewriting, .leaveRewriting].compactMap { action in
            current.style.text.processor?.hasPhrase(for: action) == true
                ? current.style.text.processor?.phrase(for: action) : nil
        }
        let notice = Notice(
            .info, "The new text is ready",
            remedy: (answers.count == 2 ? "“\(answers[0])” or “\(answers[1])”; " : "")
                + "utter rewrite accept",
            actions: [.take, .leave], lasts: Self.timeout, proposal: text)
        proposal = Proposal(subject: subject, text: text, notice: notice)
        onNotice(notice)
    }

    /// Whether words answer what is proposed: then they aren't typed.
    func isAnswer(_ transcript: Transcript) -> Bool {
        proposal != nil && current.style.text.processor?.answer(transcript) != nil
    }

    /// The answer to the proposal in the words of a dictation; nil if they aren't about it: then
    /// the proposal ends.
    func answer(_ transcript: Transcript) -> EditAction? {
        guard proposal != nil, let answer = current.style.text.processor?.answer(transcript) else {
            drop()
            return nil
        }
        return answer
    }

    /// The proposal is taken: how to put it in place, the text that utter has typed there then, and
    /// the new part of it.
    ///
    /// - Throws: why nothing is replaced.
    func take() async throws(Problem) -> (insertion: Insertion, text: EditHistory, new: String) {
        guard let proposal else { throw Problem("no text is proposed", why: "") }
        self.proposal = nil
        let (subject, new) = (proposal.subject, proposal.text)
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
            return (Insertion(typed.steps(to: after)), after, new)
        }
        guard place.surroundings == subject.surroundings else {
            throw Self.notReplaced("something else is selected now")
        }
        var after = EditHistory()
        after.noteReplaced(subject.text)
        after.append([new])
        return (Insertion(EditHistory().steps(to: after)), after, new)
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

    /// Gives up what is asked or proposed.
    func drop() {
        proposal = nil
        question?.task.cancel()
        question?.rewriter.cancel()
        question = nil
    }

    /// Follows what the user sees while nothing is dictated: a proposal ends with its notice, and
    /// hiding a question's notice cancels it.
    func follow(_ notice: Notice?) {
        if let proposal, notice != proposal.notice { drop() }
        guard let question else { return }
        if notice == nil, question.isShown { return drop() }
        self.question?.isShown = notice == question.notice
    }
}
