import Dictation
import LinuxRuntime
import TestSupport
import Testing
import TextProcessing

@testable import Session

/// Editing commands, where they meet the text that the user wrote.
@Suite(.runningLoop) struct DocumentEditingTests {
    /// Where the document is known, it is selected and typed over as by hand.
    @EventLoopActor @Test func changesTheUsersOwnText() async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.reportsText = true
        stage.sink.userTypes("We like red apples and red pears. So do I.")
        stage.sink.click(before: "So do I.".count)
        await expect(
            [
                ("correct red to green", "We like red apples and green pears. So do I."),
                ("undo", "We like red apples and red pears. So do I."),
                ("insert big before apples", "We like red big apples and red pears. So do I."),
                ("undo", "We like red apples and red pears. So do I."),
                ("replace do with did", "We like red apples and red pears. So did I."),
                ("scratch that", "We like red apples and red pears. So  I."),
                ("undo", "We like red apples and red pears. So did I."),
            ], on: stage)
        stage.sink.click(before: " So did I.".count)
        await expect(
            [
                ("select apples", "We like red apples and red pears. So did I."),
                ("plums", "We like red plums and red pears. So did I."),
                ("undo", "We like red apples and red pears. So did I."),
                ("delete last two words", "We like and red pears. So did I."),
                ("undo", "We like red apples and red pears. So did I."),
            ], on: stage)
        await expect(
            [
                ("move right two words", "We like red apples and red pears. So did I."),
                ("very", "We like red apples and very red pears. So did I."),
            ], on: stage)
    }

    @EventLoopActor
    @Test(arguments: [
        // Text unless a command is wanted.
        (
            "I like apples", "delete apples", WindowKind.other, "I like apples delete apples",
            "Typed as words"
        ),
        (
            "I like apples", "correct pears to plums", .other,
            "I like apples correct pears to plums",
            "near the cursor"
        ),
        (
            "I like apples", "correct apples to plums", .terminal, "I like apples",
            "a terminal’s cursor"
        ),
        (
            "I like שלום apples too", "correct like to love", .other, "I like שלום apples too",
            "would cross"
        ),
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

    /// What the user has selected is changed exactly, and comes back.
    @EventLoopActor
    @Test(arguments: [
        ("We like red apples. Good.", "red apples", "uppercase that", "We like RED APPLES. Good."),
        ("We like red apples. Good.", "red apples", "capitalize that", "We like Red Apples. Good."),
        ("We like RED apples.", "RED", "lowercase that", "We like red apples."),
        ("We like red apples.", "red apples", "put that in quotes", "We like “red apples”."),
        ("We like red apples.", "red", "put that in brackets", "We like (red) apples."),
        (
            "Buy milk, eggs and bread", "milk, eggs and bread", "make that a list",
            "Buy\n• milk\n• eggs\n• bread"
        ),
        (
            "Buy milk and eggs", "milk and eggs", "make that a numbered list",
            "Buy\n1. milk\n2. eggs"
        ),
        ("We like red apples.", " apples", "cut that", "We like red."),
        ("So 👨‍👩‍👧 and you", "👨‍👩‍👧 and", "uppercase that", "So 👨‍👩‍👧 AND you"),
        ("one\ntwo", "one\ntwo", "uppercase that", "ONE\nTWO"),
        // Words that are named, without a selection.
        ("We like red apples. Good.", "", "uppercase apples", "We like red APPLES. Good."),
        ("We like RED apples.", "", "lowercase red", "We like red apples."),
        ("We like red apples.", "", "put red in quotes", "We like “red” apples."),
    ])
    func changesWhatTheUserSelected(
        text: String, selected: String, said: String, result: String
    ) async {
        let stage = RunnerStage(spacing: .auto, lineBreaks: .keep)
        stage.sink.reportsText = true
        stage.sink.userTypes(text)
        if !selected.isEmpty { stage.sink.userSelects(selected) }
        await expect([(said, result), ("undo", text), ("redo", result)], on: stage)
    }

    @EventLoopActor @Test func copiesAndCutsWhatTheUserSelected() async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.reportsText = true
        stage.sink.userTypes("We like red apples.")
        stage.sink.userSelects("red apples")
        await expect([("copy that", "We like red apples.")], on: stage)
        #expect(stage.sink.selected == "red apples".count)
        stage.sink.click(before: 0)
        await expect([("paste that", "We like red apples. red apples")], on: stage)
        stage.sink.userSelects("We like ")
        await expect([("cut that", "red apples. red apples")], on: stage)
        stage.sink.click(before: 0)
        await expect([("paste that", "red apples. red apples We like ")], on: stage)
    }

    /// “The text” is all text of the window, not what was dictated there.
    @EventLoopActor @Test func goesToTheEndsOfTheDocument() async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.reportsText = true
        stage.sink.userTypes("We like apples. ")
        await expect(
            [
                ("so do i", "We like apples. So do I"),
                ("go to the beginning of the text", "We like apples. So do I"),
            ], on: stage)
        #expect(stage.sink.behind == "We like apples. So do I".count)
        await expect([("go to the end of the text", "We like apples. So do I")], on: stage)
        #expect(stage.sink.behind == 0)
        await expect(
            [
                ("select all", "We like apples. So do I"), ("no", "No"),
                ("undo", "We like apples. So do I"),
            ], on: stage)
    }

    /// A window may report no more than the paragraph at the cursor, so all of a text is reached by
    /// the keys for that.
    @EventLoopActor
    @Test(arguments: [
        ("select all", EditingKey.selectAll), ("go to the beginning of the text", .textStart),
        ("go to the end of the text", .textEnd),
    ])
    func reachesAllOfATextByAKey(_ said: String, _ key: EditingKey) async {
        let text = String(repeating: "apples ", count: 150)
        let stage = RunnerStage(spacing: .auto)
        stage.sink.reportsText = true
        stage.sink.userTypes(text)
        #expect(await stage.text(after: said) == text)
        #expect(stage.sink.presses == [key])
    }

    @EventLoopActor
    @Test(
        arguments: [
            ("We like red apples.", "", "copy that", WindowKind.other, "nothing is selected"),
            ("We like red apples.", "", "cut that", .other, "nothing is selected"),
            ("We like red apples.", "red", "delete plums", .other, "Nothing was deleted"),
            ("We like red apples.", "red", "uppercase plums", .other, "near the cursor"),
            ("We like red apples.", "red", "uppercase that", .terminal, "a terminal’s cursor"),
            ("We like red apples.", "red", "uppercase that", nil, "which window has the focus"),
            ("one\ntwo", "one\ntwo", "uppercase that", .other, "line breaks aren’t typed here"),
            (
                "one and two", "one and two", "make that a list", .other,
                "line breaks aren’t typed here"
            ),
            ("So 👨‍👩‍👧 and you", "", "uppercase so", .other, "would cross"),
            // Windows may report a part of a long selection.
            (
                String(repeating: "apples ", count: 150), String(repeating: "apples ", count: 150),
                "uppercase that", .other, "all of its text"
            ),
            (
                String(repeating: "apples ", count: 150), String(repeating: "apples ", count: 150),
                "cut that", .other, "all of its text"
            ),
            ("one two", "", "select all", .terminal, "a terminal’s cursor"),
        ] as [(String, String, String, WindowKind?, String)])
    func refusesWhatCannotBeProven(
        text: String, selected: String, said: String, window: WindowKind?, why: String
    ) async {
        let stage = RunnerStage(spacing: .auto, window: window)
        stage.sink.reportsText = true
        stage.sink.userTypes(text)
        if !selected.isEmpty { stage.sink.userSelects(selected) }
        #expect(await stage.text(after: said) == text)
        #expect((stage.sink.selected, stage.sink.behind) == (selected.count, stage.sink.behind))
        #expect(stage.sink.insertions == [])
        let message = stage.runner.display.notice?.message ?? ""
        #expect(message.contains(why), "\(message)")
    }

    /// Where nobody reports the text, nothing is pressed and the notice says so.
    @EventLoopActor
    @Test(arguments: [
        "copy that", "cut that", "select all", "go to the beginning of the text",
        "go to the end of the text", "delete last word",
    ])
    func touchesNothingThatItDoesNotKnow(_ said: String) async {
        let stage = RunnerStage(spacing: .auto)
        stage.sink.userTypes("We like red apples.")
        stage.sink.click(before: 3)
        #expect(await stage.text(after: said) == "We like red apples.")
        #expect(stage.sink.presses == [] && stage.sink.behind == 3)
        let message = stage.runner.display.notice?.message ?? ""
        #expect(message.contains("the text before the cursor isn’t known"), "\(message)")
    }

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
        let texts = ["one two three", "two comma three", "three period", "hello new line world"]
        for number in 0..<20 {
            var random = SplitMix(seed: UInt64(part * 20 + number))
            let stage = RunnerStage(
                spacing: Bool.random(using: &random) ? .trailing : .none,
                punctuation: Bool.random(using: &random) ? .auto : .spoken,
                lineBreaks: Bool.random(using: &random) ? .keep : .space)
            var log: [String] = []
            for _ in 0..<15 {
                let mine = stage.sink.text.filter(\.isUsers)
                switch Int.random(in: 0..<10, using: &random) {
                case 0:
                    log.append("types")
                    stage.sink.userTypes("ΑΒΓ ".randomPart(using: &random))
                case 1:
                    log.append("clicks")
                    stage.sink.click(
                        before: Int.random(in: 0...stage.sink.text.count, using: &random))
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

    /// The same where the window reports its text, so that commands reach what the user wrote. Only
    /// “delete last …” may take characters of the user's, the last ones before the cursor, and
    /// “undo” and “redo” may bring back a text that was there since the user last did something.
    @EventLoopActor @Test(arguments: 0..<5)
    func nothingElseOfTheUsersTextChangesInAKnownDocument(_ part: Int) async {
        let commands = [
            "delete last word", "delete last two words", "delete last sentence", "scratch that",
            "undo", "redo", "capitalize that", "uppercase that", "lowercase that",
            "put that in quotes", "put that in brackets", "make that a list", "select last word",
            "select all", "select two", "select from two to three", "uppercase two",
            "put three in quotes", "move left one word", "move right one word",
            "move left two characters", "go to the end of the text",
            "go to the beginning of the text", "correct two to three", "replace three with two",
            "insert one before two", "insert one after three", "copy that", "paste that",
            "i meant the words", "select that", "delete three",
        ]
        let texts = ["one two three", "two comma three", "three period", "hello new line world"]
        for number in 0..<20 {
            var random = SplitMix(seed: UInt64(7000 + part * 20 + number))
            let stage = RunnerStage(
                spacing: [.trailing, .auto, .none].randomElement(using: &random)!,
                punctuation: Bool.random(using: &random) ? .auto : .spoken,
                lineBreaks: Bool.random(using: &random) ? .keep : .space)
            stage.sink.reportsText = true
            var log: [String] = []
            // The user's characters since the user last did something.
            var states: [String] = []
            for _ in 0..<15 {
                let text = stage.sink.text
                let mine = text.usersPart
                let left = text.dropLast(stage.sink.behind)
                let isMineSelected = !left.suffix(stage.sink.selected).usersPart.isEmpty
                var allowed: Set<String> = [mine]
                let choice = Int.random(in: 0..<10, using: &random)
                switch choice {
                case 0:
                    log.append("types")
                    stage.sink.userTypes(" ΑΒΓ ΒΑ".randomPart(using: &random))
                    states = []
                case 1:
                    log.append("clicks")
                    stage.sink.click(before: Int.random(in: 0...text.count, using: &random))
                    states = []
                case 2 where text.contains(where: \.isUsers):
                    let run = text.split { !$0.isUsers }.randomElement(using: &random)!
                    log.append("selects \(run)")
                    stage.sink.userSelects(String(run))
                    states = []
                case 2...4:
                    // What is selected is typed over.
                    if isMineSelected { allowed.insert(stage.textBesideSelection.usersPart) }
                    let said = texts.randomElement(using: &random)!
                    await stage.text(after: said)
                    log.append("\(said): \(CaseText.shown(stage.sink.text))")
                    #expect(
                        allowed.contains(stage.sink.text.usersPart),
                        "session \(part), \(number): \(log)")
                default:
                    let command = commands.randomElement(using: &random)!
                    switch command {
                    case _ where command.hasPrefix("delete last"):
                        allowed.formUnion(
                            (0...left.count).map {
                                (String(left.dropLast($0)) + text.suffix(stage.sink.behind))
                                    .usersPart
                            })
                    case "undo", "redo", "scratch that": allowed.formUnion(states)
                    case "paste that", "i meant the words":
                        if isMineSelected { allowed.insert(stage.textBesideSelection.usersPart) }
                        if command != "paste that" { allowed.formUnion(states) }
                    default: break
                    }
                    await stage.text(after: command)
                    log.append("\(command): \(CaseText.shown(stage.sink.text))")
                    #expect(
                        allowed.contains(stage.sink.text.usersPart),
                        "session \(part), \(number): \(log)")
                }
                states.append(mine)
                states.append(stage.sink.text.usersPart)
            }
        }
    }
}

extension RunnerStage {
    /// The text without what is selected.
    @EventLoopActor fileprivate var textBesideSelection: String {
        let text = sink.text
        return String(text.dropLast(sink.behind + sink.selected)) + text.suffix(sink.behind)
    }
}

private enum CaseText {
    static func shown(_ text: String) -> String { text.replacing("\n", with: "⏎") }
}

extension StringProtocol {
    /// The user's characters; a command may have made them small.
    fileprivate var usersPart: String { uppercased().filter(\.isUsers) }
}

extension Character {
    fileprivate var isUsers: Bool { "ΑΒΓ".contains(self) }
}

extension String {
    fileprivate func randomPart(using random: inout SplitMix) -> String {
        String(prefix(Int.random(in: 1...count, using: &random)))
    }
}
