import Foundation
import Dictation
import History
import LinuxRuntime
import Problems
import TestSupport
import Testing
import TextProcessing

@testable import Session

/// Editing commands, from the words to what stands in the window.
@Suite(.runningLoop) struct VoiceEditingTests {
    /// What is said, one dictation after the other, and what then stands there.
    @EventLoopActor
    private func expect(
        _ said: [(words: String, text: String)], on stage: RunnerStage,
        _ location: SourceLocation = #_sourceLocation
    ) async {
        for (words, text) in said {
            let utterances = words.components(separatedBy: " / ")
            let typed = await stage.text(afterAll: utterances)
            #expect(typed == text, "\(words)", sourceLocation: location)
        }
    }

    @EventLoopActor @Test func changesWhatWasTyped() async {
        let stage = RunnerStage(lineBreaks: .keep)
        await expect([
            ("i like london", "I like London"),
            ("correct london to berlin", "I like Berlin"),
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

    @EventLoopActor @Test func commandsAndTextAlternateInADictation() async {
        let stage = RunnerStage(punctuation: .auto)
        await expect([
            ("i like london / correct london to berlin / and rome", "I like Berlin and rome."),
            ("scratch that", "I like Berlin"),
        ], on: stage)
        let other = RunnerStage(punctuation: .auto)
        await expect([
            ("i like red apples / delete last word", "I like red"),
            ("pears", "I like red pears"),
            ("replace the bulb / with a new one", "I like red pears replace the bulb with a new one."),
        ], on: other)
    }

    @EventLoopActor @Test func selectsAndMovesInTheText() async {
        let stage = RunnerStage(spacing: .trailing)
        await expect([("i like red apples", "I like red apples ")], on: stage)
        await expect([("select red", "I like red apples ")], on: stage)
        #expect(stage.sink.selected == 3)
        #expect(stage.sink.behind == 8)
        await expect([
            ("green", "I like green apples "),
            ("move left two words", "I like green apples "),
        ], on: stage)
        #expect(stage.sink.behind == "like green apples ".count)
        await expect([
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
        #expect(stage.sink.presses.allSatisfy { $0 == .right })
    }

    /// Where the document is known, it is selected and typed over as by hand.
    @EventLoopActor @Test func changesTheUsersOwnText() async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.reportsText = true
        stage.sink.userTypes("We like red apples and red pears. So do I.")
        stage.sink.click(before: "So do I.".count)
        await expect([
            ("correct red to green", "We like red apples and green pears. So do I."),
            ("undo", "We like red apples and red pears. So do I."),
            ("insert big before apples", "We like red big apples and red pears. So do I."),
            ("undo", "We like red apples and red pears. So do I."),
            ("replace do with did", "We like red apples and red pears. So did I."),
            ("scratch that", "We like red apples and red pears. So  I."),
            ("undo", "We like red apples and red pears. So did I."),
        ], on: stage)
        stage.sink.click(before: " So did I.".count)
        await expect([
            ("select apples", "We like red apples and red pears. So did I."),
            ("plums", "We like red plums and red pears. So did I."),
            ("undo", "We like red apples and red pears. So did I."),
            ("delete last two words", "We like and red pears. So did I."),
            ("undo", "We like red apples and red pears. So did I."),
        ], on: stage)
        await expect([
            ("move right two words", "We like red apples and red pears. So did I."),
            ("very", "We like red apples and very red pears. So did I."),
        ], on: stage)
    }

    @EventLoopActor @Test(arguments: [
        // Text unless a command is wanted.
        ("I like apples", "delete apples", WindowKind.other, "I like apples delete apples", nil),
        ("I like apples", "correct pears to plums", .other, "I like apples", "near the cursor"),
        ("I like apples", "correct apples to plums", .terminal, "I like apples", "a terminal’s cursor"),
        ("I like שלום apples too", "correct like to love", .other, "I like שלום apples too", "would cross"),
        ("I like 👨‍👩‍👧 apples", "correct like to love", .other, "I like 👨‍👩‍👧 apples", "would cross"),
    ])
    func leavesTheUsersTextAlone(
        text: String, words: String, window: WindowKind, result: String, why: String?
    ) async {
        let stage = RunnerStage(spacing: .auto, window: window)
        stage.sink.reportsText = true
        stage.sink.userTypes(text)
        #expect(await stage.text(after: words) == result)
        let message = stage.runner.display.notice?.message
        #expect(why.map { message?.contains($0) ?? false } ?? (message == nil), "\(message ?? "")")
    }

    /// What was cancelled, and what was typed elsewhere, comes where one says so.
    @EventLoopActor @Test func typesTheLastDictationHere() async {
        let stage = RunnerStage(punctuation: .auto)
        #expect(await stage.text(after: "type it here") == "")
        #expect(stage.runner.display.notice?.message.contains("nothing was dictated before") == true)
        await expect([("i like london", "I like London.")], on: stage)
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.recognizer.tell(.utterance("and berlin"))
        stage.runner.send(.command(.cancel))
        #expect(stage.runner.history.entries.last?.record.rest == "and berlin")
        await expect([
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

    @EventLoopActor
    private func say(_ words: String, for action: HotkeyAction, on stage: RunnerStage) async {
        var choice = DictationOverrides.automatic
        choice.purpose = action.purpose ?? .text
        stage.runner.send(.command(.start, choice))
        stage.audio.tell(.started)
        stage.recognizer.tell(.utterance(words))
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
    }

    @EventLoopActor @Test func entersWhatIsSubmittedWhereThatIsAllowed() async {
        let stage = RunnerStage(keys: [.enter], spacing: .trailing, punctuation: .auto)
        await say("i agree", for: .submit, on: stage)
        #expect(stage.sink.text == "I agree.")
        #expect(stage.sink.presses == [.enter])
        await say("scratch that", for: .submit, on: stage)
        #expect(stage.sink.presses == [.enter])
        let other = RunnerStage(spacing: .trailing)
        await say("i agree", for: .submit, on: other)
        #expect(other.sink.text == "I agree")
        #expect(other.sink.presses == [])
        #expect(
            other.runner.display.notice?.message
                == "The key “enter” was not pressed: it isn’t allowed by voice")
    }

    @EventLoopActor @Test func aCommandIsNeverTyped() async {
        let stage = RunnerStage(lineBreaks: .keep)
        await expect([("i like london", "I like London")], on: stage)
        await say("delete last word", for: .command, on: stage)
        #expect(stage.sink.text == "I like")
        await say("capitalize trees", for: .command, on: stage)
        #expect(stage.sink.text == "I like")
        await say("i like red apples", for: .command, on: stage)
        #expect(stage.sink.text == "I like")
        #expect(
            stage.runner.display.notice?.message == "That is no command: nothing was typed")
        await say("new line", for: .command, on: stage)
        #expect(stage.sink.text == "I like\n")
        await say("scratch that", for: .command, on: stage)
        await say("undo", for: .command, on: stage)
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
        #expect(stage.runner.display.notice == Notice(.info, "Scratched"))
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
        await expect([
            ("one", "One"), ("two", "One two"), ("cut that", "One"), ("three", "One three"),
            ("paste that", "One three two"), ("paste that", "One three two two"),
        ], on: stage)
    }

    @EventLoopActor @Test func saysWhyItDoesNothing() async {
        let stage = RunnerStage()
        await expect([("one", "One")], on: stage)
        for (said, notice) in [
            ("correct two to three",
                "Nothing was corrected: that doesn’t stand in what was typed here"),
            ("delete last four words",
                "Nothing was deleted: that doesn’t stand in what was typed here"),
            ("redo", "Nothing was redone: nothing was undone"),
            ("paste that", "Nothing was pasted: nothing was copied by voice"),
            ("make that a list",
                "Nothing was made a list: line breaks aren’t typed here"),
        ] {
            await expect([(said, "One")], on: stage)
            #expect(stage.runner.display.notice?.message == notice)
        }
        stage.sink.focusedTarget = SinkTarget("another window")
        await expect([("correct one to two", "One")], on: stage)
        #expect(
            stage.runner.display.notice?.message
                == "Nothing was corrected: it isn’t known what stands before the cursor")
    }

    @EventLoopActor @Test func terminalsGetNoKeysButThoseOfText() async {
        let stage = RunnerStage(window: .terminal)
        await expect([
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
        await expect([
            ("capitalize that", "Capitalize that"), ("scratch that", ""),
            ("one", "One"), ("correct two to three", "One"),
            ("i meant the words", "One correct two to three"),
            ("uppercase one", "ONE correct two to three"),
            ("i meant the words", "One correct two to three uppercase one"),
            ("i meant the words", "One correct two to three uppercase one"),
        ], on: stage)
    }

    @EventLoopActor @Test func theBeginningOfTheLineIsAKey() async {
        let stage = RunnerStage()
        await expect([("one", "One"), ("go to the beginning of the line", "One")], on: stage)
        #expect(stage.sink.presses == [.home])
        await expect([("scratch that", "One")], on: stage)
    }

    @EventLoopActor @Test func saysWhereLineBreaksMayNotBe() async {
        let stage = RunnerStage(window: .terminal)
        await expect([("new line", ""), ("one new line two", "One Two")], on: stage)
        #expect(
            stage.runner.display.notice
                == Notice(
                    .info, "No line break: Enter runs commands in a terminal",
                    remedy: "A profile can allow them there: man utter.toml"))
        let other = RunnerStage(lineBreaks: .keep)
        await expect([("new line", "\n"), ("one", "\nOne")], on: other)
        #expect(other.runner.display.notice == nil)
        await expect([("press escape", "\nOne press escape")], on: other)
        #expect(
            other.runner.display.notice
                == Notice(
                    .info, "The key “escape” was not pressed: it isn’t allowed by voice",
                    remedy: "utter config set output.keys '[\"escape\"]' allows it"))
    }

    @EventLoopActor @Test func chatsGetLinesWithShift() async {
        let stage = RunnerStage(window: .chat, lineBreaks: .shiftEnter)
        await stage.text(after: "one new line two")
        #expect(stage.sink.text == "One\(TypableText.soft)Two")
        #expect(stage.runner.history.entries.last?.record.text == "One\nTwo")
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

    // MARK: The user's own text

    /// Random sessions of typing, clicking and editing by voice, in which the user's own text stays
    /// as it is: it is in capitals of Greek, which nobody dictates.
    @EventLoopActor @Test(arguments: 0..<5)
    func nothingOfTheUsersTextChanges(_ part: Int) async {
        let commands = [
            "delete last word", "delete last two words", "delete last sentence", "scratch that",
            "undo", "redo", "capitalize that", "uppercase that", "put that in quotes",
            "make that a list", "select last word", "select all", "select two",
            "move left one word", "move right one word", "move left two characters",
            "go to the beginning of the line", "go to the end of the text",
            "go to the beginning of the text", "correct two to three", "replace three with two",
            "insert one before two", "insert one after three", "cut that", "paste that",
            "copy that", "i meant the words", "select that", "delete three",
        ]
        let texts = ["one two three", "two comma three", "three period", "one new line two"]
        for number in 0..<100 {
            var random = SplitMix(seed: UInt64(part * 100 + number))
            let stage = RunnerStage(
                spacing: Bool.random(using: &random) ? .trailing : .none,
                punctuation: Bool.random(using: &random) ? .auto : .spoken,
                lineBreaks: Bool.random(using: &random) ? .keep : .space)
            stage.sink.watches = true
            var log: [String] = []
            for _ in 0..<15 {
                let mine = stage.sink.text.filter(\.isUsers)
                switch Int.random(in: 0..<10, using: &random) {
                case 0:
                    log.append("types")
                    stage.sink.userTypes("ΑΒΓ ".randomPart(using: &random))
                case 1:
                    log.append("clicks")
                    stage.sink.click(before: Int.random(in: 0...stage.sink.text.count, using: &random))
                case 2...4:
                    await stage.text(after: texts.randomElement(using: &random)!)
                    log.append(CaseText.shown(stage.sink.text))
                    #expect(stage.sink.text.filter(\.isUsers) == mine, "session \(number)")
                default:
                    let command = commands.randomElement(using: &random)!
                    await stage.text(after: command)
                    log.append("\(command): \(CaseText.shown(stage.sink.text))")
                    #expect(
                        stage.sink.text.filter(\.isUsers) == mine,
                        "session \(number): \(log)")
                }
            }
        }
    }
}

private enum CaseText {
    static func shown(_ text: String) -> String { text.replacing("\n", with: "⏎") }
}

extension Character {
    fileprivate var isUsers: Bool { "ΑΒΓ".contains(self) }
}

extension String {
    fileprivate func randomPart(using random: inout SplitMix) -> String {
        String(prefix(Int.random(in: 1...count, using: &random)))
    }
}
