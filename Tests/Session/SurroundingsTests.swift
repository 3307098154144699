import Dictation
import LinuxRuntime
import TestSupport
import Testing
import TextEditing

@testable import Session

/// Dictation into text that the user wrote, and selections.
@Suite(.runningLoop) struct SurroundingsTests {
    @EventLoopActor @Test func whatReplacedASelectionIsUndone() async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.reportsText = true
        stage.sink.userTypes("I like red pears")
        stage.sink.userSelects("red")
        for (words, result) in [
            ("green", "I like green pears"), ("undo", "I like red pears"),
            // That is the user's text.
            ("scratch that", "I like red pears"),
            ("redo", "I like green pears"), ("undo", "I like red pears"),
            ("and blue", "I like red and blue pears"), ("scratch that", "I like red pears"),
            ("scratch that", "I like red pears"),
        ] {
            #expect(await stage.text(after: words) == result, "\(words)")
        }
        let notice = "Nothing was scratched: nothing is left that was typed here"
        #expect(stage.runner.display.notice?.message == notice)
    }

    /// Composing, the checks before the first key and the proof of arrival share the answers.
    @EventLoopActor @Test func thePlaceOfATextIsAskedForOnce() async {
        let reader = FieldReport(FieldTraits(.text))
        let windows = FakeWindows(DesktopWindow(identifier: "1", classes: ["Editor"]))
        let stage = RunnerStage(spacing: .auto, reader: reader)
        stage.runner.parts.windows = windows
        // However busy the machine is.
        stage.runner.text.placeValidity = .seconds(600)
        stage.sink.reportsText = true
        await stage.dictate("we like apples")
        await stage.waitForIdle()
        let before = (stage.sink.reads, reader.reads, windows.questions)
        await stage.dictate("and pears")
        await stage.waitForIdle()
        #expect(stage.sink.text == "We like apples and pears")
        #expect(stage.sink.reads - before.0 == 1)
        #expect(reader.reads - before.1 == 1)
        // Once when the dictation begins, once for its text.
        #expect(windows.questions - before.2 == 2)
    }

    /// Words that the user replaced by hand count as a correction, once.
    @EventLoopActor @Test func whatIsRetypedIsACorrection() async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.reportsText = true
        var made: [Correction] = []
        stage.runner.onCorrections = { made += $0.made }
        await stage.text(after: "we met shivan at the station")
        stage.sink.contextBeforeInput = "We met Siobhan at the station"
        await stage.text(after: "and we went home")
        await stage.text(after: "by train and by bus")
        #expect(made == [Correction(of: "shivan", to: "Siobhan")])
        stage.sink.contextBeforeInput = "We like apples"
        await stage.text(after: "and pears")
        #expect(made.count == 1)
    }

    /// A selection of several lines would come back as one.
    @EventLoopActor @Test func whatCannotBeTypedIsNotTypedAgain() async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.reportsText = true
        stage.sink.userTypes("one\ntwo")
        stage.sink.userSelects("one\ntwo")
        #expect(await stage.text(after: "three") == "Three")
        #expect(await stage.text(after: "undo") == "")
    }

    /// Not every desktop reports that the user pressed keys.
    @EventLoopActor @Test func aSelectionBehindTheOwnTextIsTheUsers() async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.reportsText = true
        stage.sink.userTypes(" apples")
        stage.sink.click(before: 7)
        #expect(await stage.text(after: "red") == "Red apples")
        stage.sink.userSelects(" apples")
        #expect(await stage.text(after: "pears") == "Red pears")
        #expect(await stage.text(after: "undo") == "Red apples")
        #expect(await stage.text(after: "undo") == "Red apples")
    }

    /// The desktop doesn't report what the user types: only the document shows it.
    @EventLoopActor @Test func whatWasTypedElsewhereIsLeftAlone() async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.contextBeforeInput = ""
        stage.sink.contextAfterInput = "pears"
        #expect(await stage.text(after: "red") == "Red ")
        // The space after it belongs to that text, not to this one.
        stage.sink.contextBeforeInput = ", and "
        stage.sink.contextAfterInput = ""
        #expect(await stage.text(after: "nothing new") == "Red nothing new")
        stage.sink.contextBeforeInput = "I like Red"
        #expect(await stage.text(after: "apples") == "Red nothing new apples")
        // What it typed last is known again.
        stage.sink.contextBeforeInput = "I like Red apples"
        #expect(await stage.text(after: "scratch that") == "Red nothing new")
    }
}
