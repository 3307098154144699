import Dictation
import DictationParts
import LinuxRuntime
import Problems
import SinkChains
import TextEditing
import TextProcessing

/// Has a model do with a text what the user says, and proposes what it wrote.
@EventLoopActor
final class TextRewriting {
    private let current: CurrentSetup
    private let proposals: TextProposals
    private let focus: FocusGuard
    /// Called with a notice for the user.
    var onNotice: (Notice) -> Void = { _ in }

    /// A model is asked.
    private struct Question {
        let task: Task<Void, Never>
        let rewriter: any TextRewriter
        let notice: Notice
        /// Whether its notice is shown.
        var isShown = false
    }

    private var question: Question?

    init(_ current: CurrentSetup, _ proposals: TextProposals, _ focus: FocusGuard) {
        (self.current, self.proposals, self.focus) = (current, proposals, focus)
    }

    // MARK: Asking

    /// A request by the user to rewrite a text.
    struct Wish {
        fileprivate let instruction: String
        /// Nil while the text is still to be typed.
        fileprivate let subject: Result<TextProposals.Subject, Problem>?
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

    private func findSubject() async -> Result<TextProposals.Subject, Problem> {
        do throws(Problem) { return .success(try await proposals.subject()) } catch {
            return .failure(error)
        }
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

    private func checked(_ answer: String, for subject: TextProposals.Subject) throws(Problem)
        -> String
    {
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

    private func propose(_ text: String, for subject: TextProposals.Subject) {
        let phrases = proposals.phrases(for: [.takeRewriting, .leaveRewriting])
        let notice = Notice(
            .info, "The new text is ready",
            remedy: (phrases.isEmpty ? "" : "\(phrases); ") + "utter rewrite accept",
            actions: [.take, .leave], lasts: TextProposals.timeout, proposal: text)
        proposals.propose([.takeRewriting: text], for: subject, notice)
        onNotice(notice)
    }

    /// Gives up what is asked or proposed.
    func drop() {
        proposals.drop()
        question?.task.cancel()
        question?.rewriter.cancel()
        question = nil
    }

    /// Follows what the user sees while nothing is dictated: hiding a question's notice cancels it.
    func follow(_ notice: Notice?) {
        guard let question else { return }
        if notice == nil, question.isShown { return drop() }
        self.question?.isShown = notice == question.notice
    }
}
