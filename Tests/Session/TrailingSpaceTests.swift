import Dictation
import DictationParts
import LinuxRuntime
import MonotonicTime
import Settings
import TestSupport
import Testing
import TextEditing
import TextProcessing

@testable import Session

/// The space after a dictation, which separates it from what is typed next.
@Suite(.runningLoop) struct TrailingSpaceTests {
    @EventLoopActor @Test func whatComesNextDoesNotStick() async {
        let stage = RunnerStage(spacing: .auto)
        #expect(await stage.text(after: "this is one sentence period") == "This is one sentence. ")
        // In another window it isn't known what is before the cursor.
        stage.sink.focusedTarget = SinkTarget("another window")
        #expect(await stage.text(after: "and another") == "This is one sentence. And another ")
    }

    @EventLoopActor @Test func theNextDictationContinuesWithoutASecondSpace() async {
        let stage = RunnerStage(spacing: .auto)
        await stage.text(after: "one", "two")
        #expect(await stage.text(after: "three") == "One two three ")
        #expect(stage.sink.insertions.last == "three ", "nothing was deleted for it")
    }

    @EventLoopActor @Test func aMarkTakesItsPlace() async {
        let stage = RunnerStage(spacing: .auto)
        await stage.text(after: "one")
        #expect(await stage.text(after: "comma two") == "One, two ")
        #expect(await stage.text(after: "period") == "One, two. ")
        #expect(await stage.text(after: "three") == "One, two. Three ")
    }

    @EventLoopActor @Test func nothingNeedsOneAfterALineBreakOrAnOpeningMark() async {
        let stage = RunnerStage(spacing: .auto)
        #expect(await stage.text(after: "one open parenthesis") == "One (")
        #expect(await stage.text(after: "two") == "One (two ")
        #expect(await stage.text(after: "close parenthesis") == "One (two) ")
    }

    @EventLoopActor @Test func itIsScratchedAndUndoneWithItsText() async {
        let stage = RunnerStage(spacing: .auto)
        await stage.text(after: "one")
        await stage.text(after: "two")
        #expect(await stage.text(after: "scratch that") == "One ")
        #expect(await stage.text(after: "undo") == "One two ")
        #expect(await stage.text(after: "scratch that", "three") == "One three ")
        await stage.text(after: "scratch that")
        #expect(await stage.text(after: "scratch that") == "")
    }

    @EventLoopActor @Test func itIsSelectedWithItsText() async {
        let stage = RunnerStage(spacing: .auto)
        await stage.text(after: "one", "two")
        await stage.text(after: "select that")
        #expect(stage.sink.selected == 4)
        #expect(await stage.text(after: "three") == "One three ")
        #expect(await stage.text(after: "undo") == "One two ")
    }

    @EventLoopActor @Test func noneIsTypedBeforeASpace() async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.contextAfterInput = " and more"
        #expect(await stage.text(after: "one") == "One")
        stage.sink.contextAfterInput = "\nand more"
        #expect(await stage.text(after: "two") == "One two")
    }

    @EventLoopActor @Test func rawWordsFollowIt() async throws {
        let stage = RunnerStage(spacing: .auto)
        await stage.text(after: "one")
        stage.runner.current.style.text.processor = nil
        #expect(await stage.text(after: "two comma three") == "One two comma three")
    }

    @EventLoopActor @Test func wordsThatAreTypedEarlyGetItAtTheEnd() async {
        var rules = DictationRules.patient
        rules.commit = .final
        let stage = RunnerStage(rules: rules, spacing: .auto)
        stage.speak([1, 2, 3])
        stage.recognizer.tell(.utterance("one"))
        await stage.wait { stage.sink.text == "One" }
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "One ")
    }

    @Test func terminalsGetNoneUnlessTheirProfileSaysSo() throws {
        let xterm = DesktopWindow(identifier: "1", classes: ["XTerm"])
        func settings(_ text: String) throws -> Settings {
            try Settings.parse(Array(text.utf8), file: "/c/config.toml")
        }
        let plain = try settings("")
        #expect(plain.resolved(for: nil).settings.text.spacing == .auto)
        #expect(plain.resolved(for: xterm).settings.text.spacing == .none)
        let asked = try settings(
            """
            [[profile]]
            name = "terminal"
            class = "xterm"
            text.spacing = "trailing"
            """)
        #expect(asked.resolved(for: xterm).settings.text.spacing == .trailing)
    }

    /// Where nobody watches for the user's input, a text is known for a while; the time in which the
    /// user speaks doesn't count.
    @EventLoopActor @Test func aLongDictationFollowsTheTextBeforeIt() async throws {
        let stage = RunnerStage()
        stage.sink.watches = false
        let start = Instant.now
        await stage.text(after: "one period")
        stage.speak([1, 2, 3])
        // Begun in time, whatever a busy machine takes.
        let validity = start.duration(to: .now)
        stage.runner.text.composer.validity = validity
        try await EventLoop.shared.sleep(for: validity)
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance("and two period"))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.insertions.last == " And two.")
        // The user may have done other things.
        try await EventLoop.shared.sleep(for: validity)
        await stage.text(after: "three period")
        #expect(stage.sink.insertions.last == "Three.")
    }

    /// A terminal gets no space after a text, and reports none before it. Who ends a sentence there
    /// writes no command.
    @EventLoopActor @Test(arguments: [SinkTarget("window"), nil])
    func aSpaceFollowsASentenceInATerminal(_ window: SinkTarget?) async {
        let stage = RunnerStage(window: window == nil ? nil : .terminal)
        stage.sink.watches = false
        (stage.sink.focusedTarget, stage.spare.focusedTarget) = (window, nil)
        stage.sink.traits = FieldTraits(.terminal)
        // Of a window that is known, a text before is forgotten; of another one it never was known.
        if window != nil { stage.runner.text.composer.validity = .zero }
        await stage.text(after: "this is one sentence period")
        #expect(stage.sink.insertions.last == "this is one sentence.")
        await stage.text(after: "and another")
        #expect(stage.sink.insertions.last == " and another")
        await stage.text(after: "scratch that")
        #expect(stage.sink.text == "this is one sentence. and another", "it may be gone")
        // That may have been a command.
        await stage.text(after: "git add . /")
        await stage.text(after: "git status")
        #expect(stage.sink.insertions.last == "git status")
        await stage.text(after: "one period")
        await stage.text(after: "comma")
        #expect(stage.sink.insertions.last == ",")
    }

    @EventLoopActor @Test func noSpaceFollowsASentenceInAnotherTerminal() async {
        let stage = RunnerStage(window: .terminal)
        stage.sink.watches = false
        stage.spare.focusedTarget = nil
        stage.sink.traits = FieldTraits(.terminal)
        for window in [SinkTarget("another window"), nil] {
            stage.sink.focusedTarget = SinkTarget("window")
            await stage.text(after: "this is one sentence period")
            stage.sink.focusedTarget = window
            await stage.text(after: "and another")
            #expect(stage.sink.insertions.last == "and another")
        }
        stage.sink.focusedTarget = nil
        stage.runner.text.composer.validity = .zero
        await stage.text(after: "one period")
        await stage.text(after: "two")
        #expect(stage.sink.insertions.last == "two", "it may be another one by now")
    }

    @EventLoopActor @Test func noSpaceFollowsASentenceAfterTheUsersKey() async {
        let stage = RunnerStage(window: .terminal)
        await stage.text(after: "this is one sentence period")
        stage.sink.touch()
        await stage.text(after: "and another")
        #expect(stage.sink.insertions.last == "And another")
    }
}
