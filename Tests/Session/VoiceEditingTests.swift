import Dictation
import Foundation
import History
import LinuxRuntime
import Problems
import TestSupport
import Testing
import TextProcessing

@testable import Session

/// Editing commands, from the words to the text in the window.
@Suite(.runningLoop) struct VoiceEditingTests {
    @EventLoopActor @Test func changesWhatWasTyped() async {
        let stage = RunnerStage(lineBreaks: .keep)
        await expect(
            [
                ("i like london", "I like London"),
                ("correct london to berlin", "I like Berlin"),
            ], on: stage)
        let notice = stage.runner.display.notice
        #expect(notice?.message == "Corrected “London” to “Berlin”" && notice?.actions == [.undo])
        await expect(
            [
                ("delete last word", "I like"),
                ("pears and apples", "I like pears and apples"),
                ("insert red before apples", "I like pears and red apples"),
                ("uppercase red", "I like pears and RED apples"),
                ("undo", "I like pears and red apples"),
                ("redo", "I like pears and RED apples"),
                ("undo", "I like pears and red apples"),
                ("put that in quotes", "I like “pears and red apples”"),
                ("undo", "I like pears and red apples"),
                ("make that a list", "I like\n• pears\n• red apples"),
                ("scratch that", "I like"),
                ("replace like with love", "I love"),
            ], on: stage)
    }

    /// Which words, too: “Deleted” alone leaves a user to look for them.
    @EventLoopActor @Test func saysWhatItHasDoneToWhichWords() async {
        let stage = RunnerStage(lineBreaks: .keep)
        for (said, notice) in [
            ("i like pears and apples", nil),
            ("delete and apples", "Deleted “and apples”"),
            ("insert green before pears", "Inserted “green”"),
            ("uppercase green", "Changed “green” to “GREEN”"),
            ("replace pears with plums", "Replaced “pears” with “plums”"),
            ("put plums in quotes", "Put “plums” in quotes"),
            ("put like in brackets", "Put “like” in brackets"),
            ("delete last word", "Deleted “plums”"),
            ("redo", "Nothing was redone: nothing was undone"),
            ("copy that", "Copied “I (like) GREEN”"),
            ("paste that", "Pasted “I (like) GREEN”"),
            ("select like", "Selected “like”"),
        ] {
            await stage.text(after: said)
            #expect(stage.runner.display.notice?.message == notice, "\(said)")
        }
    }

    /// A phrase to a line, ten to a page, for fifteen seconds; the button or the same words show
    /// the next page.
    @EventLoopActor @Test func showsWhatCanBeSaid() async throws {
        let stage = RunnerStage()
        await stage.text(after: "what can i say")
        let first = try #require(stage.runner.display.notice)
        #expect(first.remedy.split(separator: "\n").count == 10)
        #expect(first.remedy.hasPrefix("“delete that”\n“undo”\n“new line”\n"))
        #expect(first.message.hasPrefix("You can say (page 1 of "))
        #expect(first.actions == [.more] && first.lasts == .seconds(15))
        stage.runner.showMoreHelp()
        let second = try #require(stage.runner.display.notice)
        #expect(second.message.hasPrefix("You can say (page 2 of "))
        #expect(second.remedy != first.remedy)
        await stage.text(after: "what can i say")
        #expect(stage.runner.display.notice?.message.hasPrefix("You can say (page 3 of ") == true)
        await stage.text(after: "one")
        await stage.text(after: "what can i say")
        #expect(stage.runner.display.notice == first)
    }

    /// Issue 42, 1.5: it was a fragment, “lums a lot.”
    @EventLoopActor @Test func theLastDictationIsWholeAfterACorrection() async throws {
        let stage = RunnerStage(spacing: .auto, punctuation: .auto)
        _ = await stage.text(after: "We met Anna.")
        _ = await stage.text(after: "I like pears a lot.")
        let typed = await stage.text(after: "correct pears to plums")
        #expect(typed.contains("I like plums a lot."))
        let record = try #require(stage.runner.history.entries.last?.record)
        #expect(record.text == "I like plums a lot.", "\(record.text ?? "")")
        #expect(record.rest == "")
    }

    /// The text before it is another dictation’s.
    @EventLoopActor @Test(arguments: ["what can i say", "scratch that"])
    func aCommandThatWritesNothingIsKeptWithoutText(_ command: String) async throws {
        let stage = RunnerStage(spacing: .auto, punctuation: .auto)
        _ = await stage.text(after: "We met Anna.")
        _ = await stage.text(after: "I like pears a lot.")
        _ = await stage.text(after: "correct pears to plums")
        _ = await stage.text(after: command)
        let record = try #require(stage.runner.history.entries.last?.record)
        #expect(record.text == "" && record.transcript.text == command, "\(record)")
    }

    @EventLoopActor @Test func commandsAndTextAlternateInADictation() async {
        let stage = RunnerStage(punctuation: .auto)
        await expect(
            [
                ("i like london / correct london to berlin / and rome", "I like Berlin and rome."),
                ("scratch that", "I like Berlin"),
            ], on: stage)
        let other = RunnerStage(punctuation: .auto)
        await expect(
            [
                ("i like red apples / delete last word", "I like red"),
                ("pears", "I like red pears"),
                (
                    "replace the bulb / with a new one",
                    "I like red pears replace the bulb with a new one."
                ),
            ], on: other)
    }

    @EventLoopActor @Test func selectsAndMovesInTheText() async {
        let stage = RunnerStage(spacing: .trailing)
        await expect([("i like red apples", "I like red apples ")], on: stage)
        await expect([("select red", "I like red apples ")], on: stage)
        #expect(stage.sink.selected == 3)
        #expect(stage.sink.behind == 8)
        await expect(
            [
                ("green", "I like green apples "),
                ("move left two words", "I like green apples "),
            ], on: stage)
        #expect(stage.sink.behind == "like green apples ".count)
        await expect(
            [
                ("really", "I really like green apples "),
                ("go to the end of the text", "I really like green apples "),
                ("and pears", "I really like green apples and pears "),
                ("select last two words", "I really like green apples and pears "),
                ("scratch that", "I really like green apples "),
                ("select apples", "I really like green apples "),
                ("delete last word", "I really like green "),
                ("undo", "I really like green apples "),
                ("copy that", "I really like green apples "),
                ("go to the end of the text", "I really like green apples "),
            ], on: stage)
        #expect(stage.sink.presses.allSatisfy { $0 == .shiftRight })
    }

    /// What was cancelled, and what was typed elsewhere, comes where one says so.
    @EventLoopActor @Test func typesTheLastDictationHere() async {
        let stage = RunnerStage(punctuation: .auto)
        #expect(await stage.text(after: "type it here") == "")
        #expect(
            stage.runner.display.notice?.message.contains("nothing was dictated before") == true)
        await expect([("i like london", "I like London.")], on: stage)
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.recognizer.tell(.utterance("and berlin"))
        stage.runner.send(.command(.cancel))
        #expect(stage.runner.history.entries.last?.record.rest == "and berlin")
        await expect(
            [
                ("type it here", "I like London. And Berlin."), ("undo", "I like London."),
                ("type it here", "I like London. And Berlin."),
            ], on: stage)
    }

    /// A key can bring it back, too, as text and not as bare words.
    @EventLoopActor @Test func whatWasCancelledIsRetypedAsText() async throws {
        let stage = RunnerStage(punctuation: .auto)
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.recognizer.tell(.utterance("is it in london"))
        stage.runner.send(.command(.cancel))
        let record = try #require(stage.runner.history.entries.last?.record)
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Is it in London?")
        #expect(stage.runner.history.entries.map(\.record.text) == ["Is it in London?"])
    }

    @EventLoopActor @Test func entersWhatIsSubmittedWhereThatIsAllowed() async {
        let stage = RunnerStage(keys: [.enter], spacing: .trailing, punctuation: .auto)
        await stage.say("i agree", for: .submit)
        #expect(stage.sink.text == "I agree.")
        #expect(stage.sink.presses == [.enter])
        await stage.say("scratch that", for: .submit)
        #expect(stage.sink.presses == [.enter])
        let other = RunnerStage(spacing: .trailing)
        await other.say("i agree", for: .submit)
        #expect(other.sink.text == "I agree")
        #expect(other.sink.presses == [])
        #expect(
            other.runner.display.notice?.message
                == "The key “enter” was not pressed: it isn’t allowed by voice")
    }

    @EventLoopActor @Test func aCommandIsNeverTyped() async {
        let stage = RunnerStage(lineBreaks: .keep)
        await expect([("i like london", "I like London")], on: stage)
        await stage.say("delete last word", for: .command)
        #expect(stage.sink.text == "I like")
        await stage.say("capitalize trees", for: .command)
        #expect(stage.sink.text == "I like")
        await stage.say("i like red apples", for: .command)
        #expect(stage.sink.text == "I like")
        #expect(
            stage.runner.display.notice?.message == "That isn’t a command: nothing was typed")
        await stage.say("new line", for: .command)
        #expect(stage.sink.text == "I like\n")
        await stage.say("scratch that", for: .command)
        await stage.say("undo", for: .command)
        #expect(stage.sink.text == "I like\n")
    }

    /// The newest record may be of words that were cancelled.
    @EventLoopActor @Test func aKeyTakesBackWhatWasTypedNotWhatWasKept() async throws {
        let stage = RunnerStage()
        await stage.text(after: "hello there")
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.recognizer.tell(.utterance("never mind"))
        stage.runner.send(.command(.cancel))
        var said: [String] = []
        stage.runner.onChange = { stage.runner.typed.map { said.append($0.text) } }
        try await stage.runner.revise(.scratch)
        await stage.waitForIdle()
        #expect(stage.sink.text == "" && said == [])
        #expect(stage.runner.display.notice?.message == "Deleted “Hello there”")
        let records = stage.runner.history.entries.map(\.record)
        #expect(records.map(\.transcript.text) == ["hello there", "never mind"])
        #expect(records.last?.text == nil && records.last?.rest == "never mind")
        stage.runner.onChange = {}
    }

    @EventLoopActor @Test func whatWasTypedIsUndoneAndScratchedWithoutWords() async throws {
        let stage = RunnerStage()
        await expect([("one", "One"), ("two", "One two")], on: stage)
        try await stage.runner.revise(.scratch)
        await stage.waitForIdle()
        #expect(stage.sink.text == "One")
        try await stage.runner.revise(.undo)
        await stage.waitForIdle()
        #expect(stage.sink.text == "One two")
        try await stage.runner.revise(.undo)
        await stage.waitForIdle()
        #expect(stage.sink.text == "One")
        #expect(stage.runner.history.entries.last?.record.text == " two")
        await expect([("three", "One three")], on: stage)
    }

    @EventLoopActor @Test func copiesAndPastes() async {
        let stage = RunnerStage()
        await expect(
            [
                ("one", "One"), ("two", "One two"), ("cut that", "One"), ("three", "One three"),
                ("paste that", "One three two"), ("paste that", "One three two two"),
            ], on: stage)
    }

    /// The space that follows a text is not lost.
    @EventLoopActor @Test func pastesAfterASpace() async {
        let stage = RunnerStage(spacing: .trailing)
        await expect(
            [
                ("one", "One "), ("copy that", "One "), ("paste that", "One One "),
                ("type it here", "One One One "), ("select last word", "One One One "),
                ("two", "One One Two "), ("go to the end of the text", "One One Two "),
                ("paste that", "One One Two One "),
                ("go to the beginning of the text", "One One Two One "),
                ("so", "So One One Two One "), ("go to the end of the text", "So One One Two One "),
                ("paste that", "So One One Two One One "),
            ], on: stage)
    }

    @EventLoopActor @Test func saysWhyItDoesNothing() async {
        let stage = RunnerStage()
        await expect([("one", "One")], on: stage)
        for (said, notice) in [
            (
                "delete last four words",
                "Nothing was deleted: those words aren’t in what was typed here"
            ),
            ("redo", "Nothing was redone: nothing was undone"),
            ("paste that", "Nothing was pasted: nothing was copied by voice"),
            (
                "make that a list",
                "Nothing was made a list: line breaks aren’t typed here"
            ),
        ] {
            await expect([(said, "One")], on: stage)
            #expect(stage.runner.display.notice?.message == notice)
        }
        stage.sink.focusedTarget = SinkTarget("another window")
        await expect([("delete last word", "One")], on: stage)
        #expect(
            stage.runner.display.notice?.message
                == "Nothing was deleted: the text before the cursor isn’t known")
    }

    /// Issue 42, 1.4: sentences that begin as commands do were swallowed, or rewrote the text
    /// there.
    @EventLoopActor
    @Test(arguments: [
        ("Check the list.", "Delete the old account and create a new one."),
        ("Check the list.", "Replace the battery with a new one."),
        ("Check the list.", "Insert the card before you enter the PIN."),
        ("Check the list.", "Correct the mistakes to get a better grade."),
        ("Check the list.", "Select the best one."),
        ("The battery is flat.", "Replace the battery with a new one. Then call me."),
        ("The battery is flat.", "Call me. Replace the battery with a new one."),
    ])
    func sentencesThatBeginAsCommandsAreText(_ first: String, _ second: String) async {
        let stage = RunnerStage(punctuation: .auto)
        await expect([(first, first), (second, "\(first) \(second)")], on: stage)
        #expect(stage.runner.history.entries.last?.record.text?.hasSuffix(second) == true)
    }

    @EventLoopActor
    @Test(arguments: [
        "Lösche das alte Konto und lege ein neues an.", "Ersetze die Batterie durch eine neue.",
        "Korrigiere die Fehler zu einer besseren Note.",
    ])
    func germanSentencesThatBeginAsCommandsAreText(_ said: String) async {
        let stage = RunnerStage(punctuation: .auto, language: .german)
        let first = "Wir prüfen die Liste."
        await expect([(first, first), (said, "\(first) \(said)")], on: stage)
        #expect(stage.runner.history.entries.last?.record.text?.hasSuffix(said) == true)
    }

    /// Far from the cursor, or in the midst of an utterance, it is no command either.
    @EventLoopActor @Test func whatIsChangedStandsNearTheCursor() async {
        let stage = RunnerStage(punctuation: .auto)
        var text = "The battery is flat."
        await expect([(text, text)], on: stage)
        for _ in 0..<10 {
            let sentence = "It was raining all day and all night."
            text += " \(sentence) \(sentence)"
            await expect([("\(sentence) \(sentence)", text)], on: stage)
        }
        let said = "Replace the battery with a new one."
        await expect([(said, "\(text) \(said)")], on: stage)
        #expect(
            stage.runner.display.notice?.message
                == "Typed as words: those words aren’t in what was typed here")
    }

    @EventLoopActor @Test func terminalsGetNoKeysButThoseOfText() async {
        let stage = RunnerStage(window: .terminal)
        await expect(
            [
                ("one two", "One two"), ("correct two to three", "One three"),
                ("select one", "One three"),
            ], on: stage)
        #expect(
            stage.runner.display.notice?.message
                == "Nothing was selected: a terminal’s cursor isn’t moved by voice")
        #expect(stage.sink.selected == 0)
        await expect([("select that", "One three")], on: stage)
        #expect(stage.sink.selected == 0)
        let unknown = RunnerStage(window: nil)
        await expect([("one two", "One two"), ("select one", "One two")], on: unknown)
        #expect(unknown.sink.selected == 0)
    }

    @EventLoopActor @Test func theWordsCanBeMeant() async {
        let stage = RunnerStage()
        await expect(
            [
                ("capitalize that", "Capitalize that"), ("scratch that", ""),
                ("one", "One"), ("delete last four words", "One"),
                ("i meant the words", "One delete last four words"),
                ("uppercase one", "ONE delete last four words"),
                ("i meant the words", "One delete last four words uppercase one"),
                ("i meant the words", "One delete last four words uppercase one"),
            ], on: stage)
    }

    @EventLoopActor @Test func aCorrectionIsTakenBack() async {
        let stage = RunnerStage(spacing: .trailing, punctuation: .auto)
        let said = "We meet at three, no wait, at four."
        await expect(
            [("Hello.", "Hello. "), (said, "Hello. We meet at four. ")], on: stage)
        let notice = stage.runner.display.notice
        #expect(notice?.message == "Left out “at three”")
        #expect(notice?.remedy == "Meant as text? Say “I meant the words”.")
        await expect(
            [("i meant the words", "Hello. \(said) "), ("undo", "Hello. ")],
            on: stage)
        await expect(
            [
                (
                    "we meet at three / no wait / at four / i meant the words",
                    "We meet at three no wait at four."
                ),
                ("scratch that", "We meet at three no wait"),
            ], on: RunnerStage(punctuation: .auto))
    }

    @EventLoopActor @Test func theWordsTakeNothingThatWasSaidSince() async {
        await expect(
            [
                (
                    "i like london / delete last word / and rome / i meant the words",
                    "I like London delete last word and rome"
                ),
                ("undo", "I like London"),
            ], on: RunnerStage())
        await expect(
            [
                (
                    "i like london / replace like with love / and rome / delete rome / "
                        + "i meant the words",
                    "I love London and rome delete rome"
                )
            ], on: RunnerStage())
        await expect(
            [
                (
                    "i like london / delete last word / comma and rome / i meant the words",
                    "I like London delete last word, and rome"
                )
            ], on: RunnerStage())
        await expect(
            [
                (
                    "i like london / delete last word / new line and rome / i meant the words",
                    "I like London delete last word\nAnd rome"
                )
            ], on: RunnerStage(lineBreaks: .keep))
    }

    @EventLoopActor @Test func aPasteIsTakenBackAlone() async {
        await expect(
            [
                ("one", "One"), ("copy that", "One"), ("paste that", "One One"), ("undo", "One"),
                ("paste that", "One One"), ("i meant the words", "One paste that"),
            ], on: RunnerStage())
    }

    @EventLoopActor @Test func theBeginningOfTheLineIsAKey() async {
        let stage = RunnerStage()
        await expect([("one", "One"), ("go to the beginning of the line", "One")], on: stage)
        #expect(stage.sink.presses == [.home])
        await expect([("scratch that", "One")], on: stage)
    }

    @EventLoopActor @Test func saysWhereLineBreaksMayNotBe() async {
        let stage = RunnerStage(window: .terminal)
        await expect([("new line", ""), ("one / new line / two", "One two")], on: stage)
        #expect(
            stage.runner.display.notice
                == Notice(
                    .info, "No line break: Enter runs commands in a terminal",
                    remedy: "A profile can allow them there."))
        // Issue 42, 3.1: a terminal within an editor ran what was dictated.
        let editor = RunnerStage(window: .editor)
        await expect([("one / new line / two", "One two")], on: editor)
        #expect(
            editor.runner.display.notice
                == Notice(
                    .info,
                    "No line break: an editor may show a terminal, where Enter runs commands",
                    remedy: "A profile with output.line_breaks = \"keep\" allows them there."))
        let known = RunnerStage(window: .editor)
        known.sink.traits = FieldTraits(.text, isMultiline: true)
        await expect([("one / new line / two", "One\nTwo")], on: known)
        #expect(known.runner.display.notice == nil)
        let other = RunnerStage(lineBreaks: .keep)
        await expect([("new line", "\n"), ("one", "\nOne")], on: other)
        #expect(other.runner.display.notice == nil)
        await expect([("press escape", "\nOne press escape")], on: other)
        #expect(
            other.runner.display.notice
                == Notice(
                    .info, "The key “escape” was not pressed: it isn’t allowed by voice",
                    remedy: "[output] keys = [\"escape\"] allows it."))
    }

    @EventLoopActor @Test func chatsGetLinesWithShift() async {
        let stage = RunnerStage(window: .chat, lineBreaks: .shiftEnter)
        await stage.text(after: "hello new line world")
        #expect(stage.sink.text == "Hello\(TypableText.soft)World")
        #expect(stage.runner.history.entries.last?.record.text == "Hello\nWorld")
        // Nothing of it is left, however long a character is.
        await expect([("scratch that", "")], on: stage)
    }

    @EventLoopActor @Test func plainFormsComeBeforeNothing() async {
        let stage = RunnerStage()
        stage.sink.lacks = ["“", "”", "…", "é"]
        stage.spare.preparationProblem = .init("no spare", why: "")
        await stage.text(after: "open quote yes close quote ellipsis")
        #expect(stage.sink.text == "\"Yes\"...")
        #expect(stage.runner.display.notice == nil)
        #expect(await stage.text(after: "scratch that") == "")
    }
}
