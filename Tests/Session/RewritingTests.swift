import Dictation
import History
import LinuxRuntime
import Problems
import TestSupport
import Testing
import TextProcessing

@testable import Session

/// Texts that a model writes anew: asked for, shown, taken or left.
@Suite(.runningLoop) struct RewritingTests {
    /// A runner with a rewriter.
    @EventLoopActor
    private final class Scene {
        let stage: RunnerStage
        let rewriter = FakeRewriter()
        var runner: DictationRunner { stage.runner }
        var notice: Notice? { runner.display.notice }

        init(
            spacing: TextSpacing = .none, window: WindowKind? = .other,
            lineBreaks: TypableText.LineBreaks = .keep, rules: DictationRules = .patient,
            focus: FocusPolicy = .hold
        ) {
            stage = RunnerStage(
                rules: rules, cleans: true, spacing: spacing, window: window,
                lineBreaks: lineBreaks, focus: focus)
            stage.cleaner.isAutomatic = false
            stage.cleaner.rewriter = rewriter
        }

        /// Says it, and answers what is asked of the model.
        func propose(_ answer: String, after words: String = "make that shorter") async {
            let asked = rewriter.questions.count
            await stage.text(after: words)
            await stage.wait { rewriter.questions.count > asked || notice?.severity == .warning }
            guard rewriter.questions.count > asked else { return }
            rewriter.answer(.success(answer))
            await stage.wait { notice?.proposal != nil || notice?.severity == .warning }
        }
    }

    @EventLoopActor @Test func theLastDictationIsRewritten() async throws {
        let scene = Scene()
        let stage = scene.stage
        await stage.text(after: "before")
        await stage.text(after: "well I think that we should meet")
        await scene.propose("Let us meet\n")
        let question = try #require(scene.rewriter.questions.first)
        #expect(question.text == "well I think that we should meet")
        #expect(question.isDictated)
        #expect(question.instruction == "make that shorter")
        // It is shown first.
        #expect(stage.sink.text == "Before well I think that we should meet")
        #expect(scene.notice?.proposal == "Let us meet")
        #expect(scene.notice?.actions == [.take, .leave])
        #expect(scene.notice?.remedy.hasPrefix("“yes” or “no”; ") == true)
        #expect(await stage.text(after: "yes") == "Before Let us meet")
        #expect(scene.notice?.message == "Replaced")
        #expect(scene.runner.history.entries.last?.record.text == "Let us meet")
        #expect(await stage.text(after: "undo") == "Before well I think that we should meet")
        #expect(await stage.text(after: "redo") == "Before Let us meet")
        // And once more, of the new text.
        await scene.propose("Meet?", after: "make that friendlier")
        #expect(scene.rewriter.questions.last?.text == "Let us meet")
        #expect(await stage.text(after: "Replace it.") == "Before Meet?")
    }

    /// It is shown as it will be typed.
    @EventLoopActor
    @Test(arguments: [
        (CommittedLineBreak.line, "Buy milk\nand bread"), (.unsuitable, "Buy milk and bread"),
    ])
    func theFieldDecidesAboutLineBreaks(_ lines: CommittedLineBreak, _ proposal: String) async {
        let scene = Scene()
        scene.stage.sink.traits = FieldTraits(.text, committedLineBreak: lines)
        await scene.stage.text(after: "well let us buy milk and bread")
        await scene.propose("Buy milk\nand bread")
        #expect(scene.notice?.proposal == proposal)
    }

    @EventLoopActor @Test func itIsTakenWithACommand() async throws {
        let scene = Scene()
        let stage = scene.stage
        await stage.text(after: "well hello there")
        await scene.propose("Hello")
        try await scene.runner.take(.takeRewriting)
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello")
        let last = scene.runner.history.entries.last?.record
        #expect(last?.transcript.text == "make that shorter")
        #expect(last?.text == "Hello")
        #expect(scene.runner.history.entries.count == 2)
        await #expect(throws: Problem.self) { try await scene.runner.take(.takeRewriting) }
        #expect(throws: Problem.self) { try scene.runner.leaveProposal() }
        try await scene.runner.revise(.undo)
        await stage.waitForIdle()
        #expect(stage.sink.text == "Well hello there")
    }

    @EventLoopActor @Test func itIsLeft() async throws {
        let scene = Scene()
        let stage = scene.stage
        await stage.text(after: "well hello there")
        await scene.propose("Hello")
        #expect(await stage.text(after: "no") == "Well hello there")
        #expect(scene.notice == TextProposals.left)
        // Words again.
        #expect(await stage.text(after: "yes") == "Well hello there yes")
        await scene.propose("Hello")
        try scene.runner.leaveProposal()
        #expect(scene.notice == TextProposals.left)
        await #expect(throws: Problem.self) { try await scene.runner.take(.takeRewriting) }
        #expect(stage.sink.text == "Well hello there yes")
    }

    @EventLoopActor @Test func anotherDictationIsTypedAndEndsIt() async {
        let scene = Scene()
        let stage = scene.stage
        await stage.text(after: "well hello there")
        await scene.propose("Hello")
        #expect(await stage.text(after: "yes I think so") == "Well hello there yes I think so")
        #expect(await stage.text(after: "yes") == "Well hello there yes I think so yes")
        // Also while the model is still writing.
        await stage.text(after: "make that shorter")
        await stage.wait { scene.rewriter.questions.count == 2 }
        #expect(
            await stage.text(after: "and more") == "Well hello there yes I think so yes and more")
        #expect(scene.rewriter.wasCancelled)
    }

    @EventLoopActor @Test func itGoesAway() async {
        let scene = Scene()
        let stage = scene.stage
        await stage.text(after: "well hello there")
        await scene.propose("Hello")
        scene.runner.send(.deadline(.notice))
        #expect(scene.notice == nil)
        await #expect(throws: Problem.self) { try await scene.runner.take(.takeRewriting) }
        await scene.propose("Hello")
        scene.runner.send(.command(.cancel))
        await #expect(throws: Problem.self) { try await scene.runner.take(.takeRewriting) }
        #expect(stage.sink.text == "Well hello there")
        // While the model is writing.
        await stage.text(after: "make that shorter")
        await stage.wait { scene.rewriter.questions.count == 3 }
        scene.runner.send(.command(.cancel))
        #expect(scene.rewriter.wasCancelled)
        #expect(await stage.text(after: "yes") == "Well hello there yes")
    }

    /// Words before the command, in the same dictation.
    @EventLoopActor @Test func theSameDictationIsRewritten() async {
        let scene = Scene()
        let stage = scene.stage
        await stage.text(after: "before")
        #expect(
            await stage.text(afterAll: ["well hello there", "make that shorter"])
                == "Before well hello there")
        await stage.wait { scene.rewriter.questions.count == 1 }
        #expect(scene.rewriter.questions.last?.text == "well hello there")
        scene.rewriter.answer(.success("hello"))
        await stage.wait { scene.notice?.proposal != nil }
        #expect(await stage.text(after: "yes") == "Before hello")
        // What is said after it would be typed before the answer: it is text.
        #expect(
            await stage.text(afterAll: ["make that shorter", "he said"])
                == "Before hello make that shorter he said")
    }

    @EventLoopActor @Test func aPartThatUtterHasSelectedIsRewritten() async {
        let scene = Scene()
        let stage = scene.stage
        await stage.text(after: "we like big red apples and pears")
        await stage.text(after: "select big red apples")
        await scene.propose("fruit")
        #expect(scene.rewriter.questions.last?.text == "big red apples")
        #expect(scene.rewriter.questions.last?.isDictated == true)
        #expect(await stage.text(after: "yes") == "We like fruit and pears")
        #expect(await stage.text(after: "undo") == "We like big red apples and pears")
    }

    @EventLoopActor @Test func theUsersSelectionIsRewritten() async throws {
        let scene = Scene(spacing: .auto)
        let stage = scene.stage
        stage.sink.reportsText = true
        stage.sink.userTypes("We like big red apples. And pears.")
        stage.sink.userSelects("big red apples")
        await scene.propose("fruit")
        let question = try #require(scene.rewriter.questions.last)
        #expect(question.text == "big red apples")
        #expect(!question.isDictated)
        #expect(await stage.text(after: "yes") == "We like fruit. And pears.")
        #expect(await stage.text(after: "undo") == "We like big red apples. And pears.")
    }

    /// The user went elsewhere while speaking: the model doesn't get the other window's text.
    @EventLoopActor @Test(arguments: ["make that shorter", "yes"])
    func anInstructionAndAnAnswerAreForTheFirstWindow(_ words: String) async throws {
        let scene = Scene(spacing: .auto, focus: .return)
        let stage = scene.stage
        let windows = FakeWindows(DesktopWindow(identifier: "1"))
        stage.runner.parts.windows = windows
        stage.sink.reportsText = true
        stage.sink.userTypes("We like big red apples. And secret plans.")
        stage.sink.userSelects("big red apples")
        if words == "yes" { await scene.propose("fruit") }
        windows.onFocus = {
            stage.sink.userSelects($0?.identifier == "1" ? "big red apples" : "secret plans")
        }
        let asked = windows.questions
        stage.speak([1, 2, 3])
        await stage.wait { windows.questions > asked }
        windows.focused = DesktopWindow(identifier: "2")
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance(words))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(windows.focused?.identifier == "1")
        if words == "yes" {
            #expect(stage.sink.text == "We like fruit. And secret plans.")
        } else {
            await stage.wait { !scene.rewriter.questions.isEmpty }
            #expect(scene.rewriter.questions.map(\.text) == ["big red apples"])
        }
    }

    /// Of a long text only a part may be known, and all of it would be typed over.
    @EventLoopActor @Test func aLongSelectionIsLeft() async {
        let scene = Scene(spacing: .auto)
        let stage = scene.stage
        stage.sink.reportsText = true
        let long = String(repeating: "so ", count: 300)
        stage.sink.userTypes(long + "there")
        stage.sink.userSelects(long)
        await scene.propose("so")
        #expect(scene.rewriter.questions.isEmpty)
        #expect(scene.notice?.message.contains("the selection has 900 characters") == true)
        #expect(stage.sink.text == long + "there")
    }

    @EventLoopActor @Test(arguments: ["typing", "click", "focus", "selection"])
    func whatHasChangedIsNotReplaced(_ change: String) async {
        let scene = Scene(spacing: change == "selection" ? .auto : .none)
        let stage = scene.stage
        stage.sink.reportsText = true
        if change == "selection" {
            stage.sink.userTypes("We like red apples. And pears.")
            stage.sink.userSelects("red apples")
        } else {
            await stage.text(after: "well hello there")
        }
        await scene.propose("fruit")
        switch change {
        case "typing": stage.sink.userTypes("!")
        case "click": stage.sink.click(before: 2)
        case "focus": stage.sink.focusedTarget = SinkTarget("another window")
        default: stage.sink.userSelects("pears")
        }
        let text = stage.sink.text
        #expect(await stage.text(after: "yes") == text)
        #expect(scene.notice?.message.hasPrefix("nothing was replaced: ") == true)
        #expect(scene.notice?.severity == .warning)
    }

    /// Where the window reports its text, a click or a long time changes nothing.
    @EventLoopActor @Test func whatIsSeenToStandThereIsReplaced() async throws {
        let scene = Scene(spacing: .auto)
        let stage = scene.stage
        stage.sink.reportsText = true
        await stage.text(after: "well hello there")
        await scene.propose("hello")
        stage.sink.touch()
        #expect(await stage.text(after: "yes") == "hello")
        #expect(await stage.text(after: "undo") == "Well hello there")
        await scene.propose("hello")
        stage.sink.touch()
        try await scene.runner.take(.takeRewriting)
        await stage.waitForIdle()
        #expect(stage.sink.text == "hello")
    }

    @EventLoopActor
    @Test(arguments: [
        ("", "the answer is empty"), ("\u{1B}[2Jhello", "control characters"),
        ("Well hello there", "leaves the text as it is"),
    ])
    func aBadAnswerIsNotShown(_ answer: String, _ why: String) async {
        let scene = Scene()
        await scene.stage.text(after: "well hello there")
        await scene.propose(answer)
        #expect(scene.notice?.severity == .warning)
        #expect(scene.notice?.message.hasPrefix("Nothing was rewritten: ") == true)
        #expect(scene.notice?.message.contains(why) == true, "\(scene.notice?.message ?? "")")
        #expect(scene.stage.sink.text == "Well hello there")
    }

    @EventLoopActor @Test func aFailureIsReported() async {
        let scene = Scene()
        await scene.stage.text(after: "well hello there")
        await scene.stage.text(after: "make that shorter")
        await scene.stage.wait { scene.rewriter.questions.count == 1 }
        scene.rewriter.answer(.failure(Problem("it is too slow", why: "late", remedy: "Wait.")))
        await scene.stage.wait { scene.notice?.severity == .warning }
        #expect(
            scene.notice
                == Notice(.warning, "Nothing was rewritten: it is too slow: late", remedy: "Wait."))
        #expect(scene.stage.sink.text == "Well hello there")
    }

    @EventLoopActor @Test func withoutAServerTheWordsAreTyped() async {
        for isProgram in [false, true] {
            let stage = RunnerStage(cleans: isProgram)
            stage.cleaner.isAutomatic = false
            await stage.text(after: "well hello there")
            #expect(
                await stage.text(after: "make that shorter")
                    == "Well hello there make that shorter")
            #expect(
                stage.runner.display.notice
                    == Notice(.info, "Typed as words: no server with a language model is set"))
        }
    }

    /// By a key, the words are no text in any case, and any words will do.
    @EventLoopActor @Test func aKeySaysFreelyWhatTheModelIsToDo() async {
        let scene = Scene()
        let stage = scene.stage
        await stage.text(after: "well hello there")
        await stage.say("put it in the past tense", for: .instruct)
        await stage.wait { scene.rewriter.questions.count == 1 }
        #expect(scene.rewriter.questions.last?.instruction == "put it in the past tense")
        #expect(scene.rewriter.questions.last?.text == "Well hello there")
        scene.rewriter.answer(.success("hello"))
        await stage.wait { scene.notice?.proposal != nil }
        #expect(stage.sink.text == "Well hello there")
        // An answer is no instruction.
        await stage.say("yes", for: .instruct)
        #expect(stage.sink.text == "hello")
        #expect(scene.rewriter.questions.count == 1)
        #expect(await stage.text(after: "undo") == "Well hello there")
    }

    @EventLoopActor @Test func aKeyWithoutAServerSaysHowToSetOne() async {
        for isProgram in [false, true] {
            let stage = RunnerStage(cleans: isProgram)
            stage.cleaner.isAutomatic = false
            await stage.text(after: "well hello there")
            await stage.say("make that shorter", for: .instruct)
            await stage.wait { stage.runner.display.notice?.severity == .warning }
            #expect(stage.sink.text == "Well hello there")
            let notice = stage.runner.display.notice
            #expect(notice?.message.hasPrefix("Nothing was rewritten: ") == true)
            #expect(notice?.remedy == "Set one up in [text.cleanup].")
        }
    }

    /// They are part of a text, not a separate utterance.
    @EventLoopActor @Test func wordsWithinATextAreNoInstruction() async {
        let scene = Scene()
        #expect(
            await scene.stage.text(after: "I know. Translate that into French. He will.")
                == "I know. Translate that into French. He will.")
        #expect(scene.rewriter.questions.isEmpty)
    }

    /// Where there is nothing to rewrite, the words are text.
    @EventLoopActor @Test func nothingUnknownIsRewritten() async {
        let scene = Scene()
        let stage = scene.stage
        #expect(
            await stage.text(after: "answer that question first") == "Answer that question first")
        // What was scratched isn't there.
        await stage.text(after: "scratch that")
        #expect(await stage.text(after: "make that shorter") == "Make that shorter")
        #expect(scene.rewriter.questions.isEmpty)
        // A key's words never are.
        await stage.text(after: "scratch that")
        await stage.say("make that shorter", for: .instruct)
        await stage.wait { scene.notice?.severity == .warning }
        #expect(scene.rewriter.questions.isEmpty)
        #expect(stage.sink.text == "")
    }

    @EventLoopActor @Test func aTerminalGetsOneLine() async {
        let scene = Scene(window: .terminal, lineBreaks: .space)
        let stage = scene.stage
        await stage.text(after: "well hello there")
        await scene.propose("Hello\n\nthere", after: "make that an email")
        #expect(scene.notice?.proposal == "Hello there")
        #expect(await stage.text(after: "yes") == "Hello there")
        #expect(await stage.text(after: "undo") == "Well hello there")
        #expect(stage.sink.presses.isEmpty)
        // A line can't be taken back there, and nothing can be typed over.
        let other = Scene(window: .terminal)
        await other.stage.text(after: "one", "new line", "two")
        await other.propose("Hello")
        #expect(other.rewriter.questions.isEmpty)
        let third = Scene(window: .terminal)
        third.stage.sink.reportsText = true
        third.stage.sink.userTypes("one two")
        third.stage.sink.userSelects("two")
        await third.propose("Hello")
        #expect(third.rewriter.questions.isEmpty)
    }

    @EventLoopActor @Test func nothingOfAPasswordIsSent() async {
        let scene = Scene()
        await scene.stage.text(after: "well hello there")
        scene.stage.sink.traits = FieldTraits(.password)
        await scene.stage.text(after: "make that shorter")
        #expect(scene.rewriter.questions.isEmpty)
    }

    /// Words that are typed as they are said.
    @EventLoopActor @Test(arguments: [CommitTime.final, .live])
    func whatWasTypedEarlyIsRewritten(_ commit: CommitTime) async {
        var rules = DictationRules.patient
        rules.commit = commit
        let scene = Scene(rules: rules)
        let stage = scene.stage
        await stage.text(after: "before")
        stage.speak([1, 2, 3])
        stage.recognizer.tell(.utterance("well hello there"))
        await stage.wait { stage.sink.text == "Before well hello there" }
        stage.recognizer.tell(.utterance("make that shorter"))
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.wait {
            scene.rewriter.questions.count == 1 || scene.notice?.severity == .warning
        }
        #expect(scene.rewriter.questions.map(\.text) == ["well hello there"])
        scene.rewriter.answer(.success("hello"))
        await stage.wait { scene.notice?.proposal != nil }
        #expect(await stage.text(after: "yes") == "Before hello")
        #expect(await stage.text(after: "undo") == "Before well hello there")
    }

    @EventLoopActor @Test(arguments: [CommitTime.final, .live])
    func anAnswerIsNeverTyped(_ commit: CommitTime) async {
        var rules = DictationRules.patient
        rules.commit = commit
        let scene = Scene(rules: rules)
        let stage = scene.stage
        await stage.text(after: "well hello there")
        await scene.propose("Hello")
        let typed = stage.sink.insertions.count
        stage.speak([1, 2, 3])
        stage.recognizer.tell(.partial("yes"))
        stage.recognizer.tell(.partial("yes"))
        stage.recognizer.tell(.utterance("yes"))
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello")
        #expect(stage.sink.insertions.count == typed + 1)
    }
}
