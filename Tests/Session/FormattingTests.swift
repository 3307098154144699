import Dictation
import LinuxRuntime
import Problems
import TestSupport
import Testing
import TextProcessing

@testable import Session

/// “Bold that” and the like: what is selected when the program's key is pressed, and that the text
/// stays.
@Suite(.runningLoop) struct FormattingTests {
    @EventLoopActor @Test func formatsWhatWasTyped() async {
        let stage = RunnerStage(spacing: .trailing, formatting: .control)
        let text = "I like red apples "
        await expect(
            [
                ("i like red apples", text), ("bold that", text), ("italicize red", text),
                ("undo", text), ("redo", text), ("bold that", text),
            ], on: stage)
        #expect(
            stage.sink.formats == [
                "bold I like red apples", "italic red", "italic red", "italic red",
                "bold I like red apples",
            ])
        #expect((stage.sink.selected, stage.sink.behind) == (0, 0))
        await expect(
            [
                ("and pears", "I like red apples and pears "),
                ("underline pears", "I like red apples and pears "),
                ("scratch that", text), ("undo", "I like red apples and pears "),
            ], on: stage)
        // What comes back is as it was.
        #expect(stage.sink.formats.suffix(2) == ["underline pears", "underline pears"])
    }

    /// Directly after the cursor's text the key is pressed again: what follows isn't bold, too.
    @EventLoopActor @Test func whatFollowsHasNoFormat() async {
        let stage = RunnerStage(formatting: .wordProcessor)
        await expect(
            [
                ("red apples", "Red apples"), ("bold that", "Red apples"),
                ("italic that", "Red apples"),
                ("undo", "Red apples"), ("and pears", "Red apples and pears"),
            ], on: stage)
        #expect(
            stage.sink.formats == [
                "bold Red apples", "bold", "italic Red apples", "bold", "italic",
                "italic Red apples",
                "bold",
            ])
    }

    @EventLoopActor @Test func formatsTextThatIsDictatedWithIt() async {
        let stage = RunnerStage(spacing: .trailing, formatting: .control)
        await expect(
            [("i like / red apples / bold that / and pears", "I like red apples and pears ")],
            on: stage)
        #expect(stage.sink.formats == ["bold red apples"])
    }

    /// The user's selection stays one.
    @EventLoopActor @Test func formatsWhatTheUserSelected() async {
        let stage = RunnerStage(spacing: .auto, formatting: .control)
        stage.sink.reportsText = true
        stage.sink.userTypes("We like red apples. Good.")
        stage.sink.userSelects(" red apples")
        await expect([("bold that", "We like red apples. Good.")], on: stage)
        #expect(stage.sink.formats == ["bold  red apples"])
        #expect(stage.sink.selected == " red apples".count)
    }

    @EventLoopActor
    @Test(arguments: [
        (FormattingKeys.none, WindowKind.other, "isn’t known to have formats"),
        (.control, .terminal, "a terminal’s cursor"),
    ])
    func leavesOtherProgramsAlone(
        formatting: FormattingKeys, window: WindowKind, why: String
    ) async {
        let stage = RunnerStage(window: window, formatting: formatting)
        await expect([("red apples", "Red apples"), ("bold that", "Red apples")], on: stage)
        let notice = stage.runner.display.notice
        #expect(notice?.message.contains(why) == true, "\(notice?.message ?? "")")
        #expect(notice?.message.hasPrefix("Nothing was made bold") == true)
        #expect(stage.sink.presses.isEmpty)
        #expect(notice?.remedy.contains("I meant the words") == true)
        // Where nothing of ours stands they are words.
        let other = RunnerStage(window: window, formatting: formatting)
        await expect([("bold moves", "Bold moves")], on: other)
    }

    /// “Underline the title” may be what is to be written; with the prefix it can't be.
    @EventLoopActor @Test func whereThereAreNoFormatsNamedWordsAreText() async {
        let stage = RunnerStage()
        await expect(
            [
                ("the title is red", "The title is red"),
                ("underline the title", "The title is red underline the title"),
            ], on: stage)
        let notice = stage.runner.display.notice
        #expect(notice?.message.hasPrefix("Typed as words") == true, "\(notice?.message ?? "")")
        #expect(notice?.remedy.contains("formatting") == true)
    }

    /// Nothing is selected for a key that the layout lacks.
    @EventLoopActor @Test func aKeyThatIsMissingTouchesNothing() async {
        let stage = RunnerStage(formatting: .control)
        await expect([("red apples", "Red apples")], on: stage)
        for sink in [stage.sink, stage.spare] {
            sink.keyProblem = Problem("cannot press Ctrl+B", why: "the layout has no “b”")
        }
        await expect([("bold that", "Red apples")], on: stage)
        #expect((stage.sink.selected, stage.sink.behind) == (0, 0))
        #expect(stage.sink.presses.isEmpty)
        let notice = stage.runner.display.notice
        #expect(
            notice?.message.contains("the layout has no “b”") == true, "\(notice?.message ?? "")")
    }

    @EventLoopActor @Test func aPageBreakIsAKeyOrTheWords() async {
        let stage = RunnerStage(keys: [.pageBreak], formatting: .wordProcessor)
        await expect([("the end / page break / chapter two", "The endChapter 2")], on: stage)
        #expect(stage.sink.presses == [.pageBreak])
        let other = RunnerStage()
        await expect([("page break", "Page break")], on: other)
        #expect(
            other.runner.display.notice?.message
                == "No page break: this window isn’t known as a word processor’s")
        #expect(other.sink.presses.isEmpty)
        let text = RunnerStage()
        await expect([("the page break is wrong", "The page break is wrong")], on: text)
        #expect(text.runner.display.notice?.message == "Typed as words: “page break”")
    }
}
