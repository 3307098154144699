import Dictation
import History
import LinuxRuntime
import Session
import TestSupport
import Testing

/// Commands about the text that was typed before.
@Suite(.runningLoop) struct EditingTests {
    private static let unknown = "the text before the cursor isn’t known"

    @EventLoopActor @Test func undoesOneChangeAfterTheOther() async {
        let stage = RunnerStage()
        #expect(await stage.text(after: "one e\u{301} 👨‍👩‍👧") == "One é 👨‍👩‍👧")
        #expect(await stage.text(after: "two") == "One é 👨‍👩‍👧 two")
        #expect(await stage.text(after: "scratch that") == "One é 👨‍👩‍👧")
        #expect(await stage.text(after: "undo") == "One é 👨‍👩‍👧 two")
        #expect(await stage.text(after: "three", "four") == "One é 👨‍👩‍👧 two three four")
        #expect(await stage.text(after: "undo that") == "One é 👨‍👩‍👧 two")
        #expect(await stage.text(after: "undo", "undo", "nine") == "Nine")
        #expect(stage.runner.display.notice == nil)
        #expect(await stage.text(after: "undo") == "")
        #expect(await stage.text(after: "undo") == "")
        #expect(
            stage.runner.display.notice?.message
                == "Nothing was undone: nothing is left that was typed here")
    }

    @EventLoopActor @Test func aDictationThatReplacesAnotherIsUndoneAsOne() async {
        let stage = RunnerStage()
        await stage.text(after: "one")
        await stage.text(after: "two")
        #expect(await stage.text(after: "scratch that", "three") == "One three")
        #expect(await stage.text(after: "undo") == "One two")
    }

    @EventLoopActor @Test func undoesNothingElsewhere() async {
        let stage = RunnerStage()
        await stage.text(after: "one")
        stage.sink.focusedTarget = SinkTarget("another window")
        #expect(await stage.text(after: "undo") == "One")
        #expect(
            stage.runner.display.notice?.message == "Nothing was undone: \(Self.unknown)")
    }

    @EventLoopActor @Test func selectsTheLastUtterance() async {
        let stage = RunnerStage()
        await stage.text(after: "one", "two e\u{301}")
        #expect(await stage.text(after: "select that") == "One two é")
        #expect(stage.sink.selected == 5, "without the space before it")
        #expect(await stage.text(after: "three") == "One three")
        #expect(await stage.text(after: "undo") == "One two é")
        await stage.text(after: "select that")
        #expect(await stage.text(after: "scratch that") == "One")
        #expect(await stage.text(after: "undo") == "One two é")
    }

    @EventLoopActor @Test func selectsWhatItHasJustTyped() async {
        let stage = RunnerStage()
        #expect(await stage.text(after: "one", "two", "select that") == "One two")
        #expect(stage.sink.selected == 3)
        #expect(await stage.text(after: "select that", "three") == "One three")
    }

    /// An action that replaced typing is reported.
    @EventLoopActor @Test func saysWhatItDid() async {
        let stage = RunnerStage()
        let notices = [
            ("one", nil), ("scratch that", "Deleted “One”"), ("undo", "Undone"),
            ("select that", "Selected “One”"), ("two", nil),
            ("scratch that again", "Typed as words: “scratch that”"),
            ("stop dictation", "Stopped: nothing to type"),
        ]
        for (words, message) in notices {
            await stage.text(after: words)
            let notice = stage.runner.display.notice
            #expect(notice?.message == message && notice?.severity ?? .info == .info, "\(words)")
        }
        let record = stage.runner.history.entries.last!.record
        #expect(
            stage.runner.send(.retype(record))
                == "your last words typed no text, like “undo”; utter history has the earlier ones")
    }

    @EventLoopActor @Test func pressesKeysBetweenWords() async {
        let stage = RunnerStage(keys: [.enter, .tab, .escape])
        let text = await stage.text(after: "ada", "press tab", "lovelace", "press enter")
        #expect(text == "AdaLovelace")
        #expect(stage.sink.insertions == ["Ada", "Lovelace"])
        #expect(stage.sink.presses == [.tab, .enter])
        #expect(stage.runner.history.entries.last?.record.text == "Ada\tLovelace\n")
        // What is before the cursor now is unknown.
        #expect(await stage.text(after: "scratch that") == "AdaLovelace")
        #expect(await stage.text(after: "press escape") == "AdaLovelace")
        #expect(stage.sink.presses.last == .escape)
    }

    @EventLoopActor @Test func pressesNoKeyThatIsNotAllowed() async {
        let stage = RunnerStage(keys: [.tab])
        #expect(await stage.text(after: "press escape") == "Press escape")
        #expect(stage.sink.presses.isEmpty)
    }

    /// After Enter a dialogue may close, and what follows is not for the window behind it.
    @EventLoopActor @Test func typesNothingIntoAWindowThatAppearsInBetween() async {
        let stage = RunnerStage(keys: [.enter])
        stage.sink.onInsertion = { _ in stage.sink.focusedTarget = SinkTarget("dialogue") }
        #expect(await stage.text(after: "yes", "press enter", "no") == "Yes")
        #expect(stage.sink.presses.isEmpty)
        #expect(stage.runner.display.notice?.severity == .error)
        #expect(stage.runner.history.entries.last?.record.rest == "\nNo")
    }

    @EventLoopActor @Test func scratchesNothingOnceTheUserHasTyped() async {
        let stage = RunnerStage()
        await stage.text(after: "one")
        #expect(await stage.text(after: "two") == "One two")
        #expect(await stage.text(after: "scratch that") == "One")
        stage.sink.touch()
        #expect(await stage.text(after: "scratch that") == "One")
        #expect(
            stage.runner.display.notice?.message == "Nothing was scratched: \(Self.unknown)")
        #expect(await stage.text(after: "four") == "OneFour", "where the cursor is, nobody knows")
        #expect(await stage.text(after: "scratch that") == "One")
    }

    /// Issue 42, 1.3: what a command of the same dictation removed came back by nothing.
    @EventLoopActor
    @Test(arguments: ["undo that", "retype", "bring it back"])
    func whatACommandRemovedComesBack(_ way: String) async throws {
        let stage = RunnerStage(punctuation: .auto)
        let text = "We need the report by Friday."
        #expect(await stage.text(after: "\(text) Delete that.") == "")
        let notice = stage.runner.display.notice
        #expect(notice?.message == "Deleted “\(text)”" && notice?.actions == [.undo])
        let record = try #require(stage.runner.history.entries.last?.record)
        #expect(record.text == text)
        if way == "retype" {
            stage.runner.send(.retype(record))
            await stage.waitForIdle()
            #expect(stage.sink.text == text)
        } else {
            #expect(await stage.text(after: way) == text)
        }
    }

    /// Issue 42, 1.6.
    @EventLoopActor @Test(arguments: [TextSpacing.none, .auto])
    func theOnlyDictationIsRedone(_ spacing: TextSpacing) async {
        let stage = RunnerStage(spacing: spacing)
        let text = await stage.text(after: "one two")
        #expect(await stage.text(after: "undo") == "")
        #expect(await stage.text(after: "redo") == text)
        #expect(await stage.text(after: "scratch that") == "")
        #expect(await stage.text(after: "undo") == text)
    }
}
