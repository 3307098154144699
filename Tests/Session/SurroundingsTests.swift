import Dictation
import LinuxRuntime
import TestSupport
import Testing

@testable import Session

/// What is dictated fits the text around the cursor.
@Suite(.runningLoop) struct SurroundingsTests {
    /// `|` is the cursor, `[…]` the selection.
    @EventLoopActor
    @Test(arguments: [
        // Spaces.
        ("I like|", "apples and pears", "I like apples and pears|"),
        ("I like |", "apples and pears", "I like apples and pears|"),
        ("I like |apples", "red", "I like red |apples"),
        ("I like| apples", "red", "I like red| apples"),
        ("|apples", "green", "Green |apples"),
        ("He (|", "maybe", "He (maybe|"),
        ("He (|)", "maybe", "He (maybe|)"),
        ("so|, they said", "it goes", "so it goes|, they said"),
        ("This is one.|", "and this is the next", "This is one. And this is the next|"),
        ("first line\n|", "second", "first line\nSecond|"),
        ("first\n|\nthird", "second", "first\nSecond|\nthird"),
        // In a word.
        ("any|where", "some", "anysome|where"),
        // The sentence goes on.
        ("I saw |when I left", "him period", "I saw him |when I left"),
        ("I saw |. Then I left", "him period", "I saw him|. Then I left"),
        ("I saw |Then I left", "him period", "I saw him. |Then I left"),
        ("I saw |\nthen I left", "him period", "I saw him.|\nthen I left"),
        // The selection.
        ("I like [red] pears", "green", "I like green| pears"),
        ("I like [Red] pears", "green", "I like Green| pears"),
        ("I like [RED] pears", "green", "I like GREEN| pears"),
    ])
    func fits(field: String, words: String, result: String) async throws {
        let stage = RunnerStage(spacing: .auto)
        let (before, selected, after) = try #require(parts(of: field))
        stage.sink.contextBeforeInput = before
        stage.sink.selectedText = selected
        stage.sink.contextAfterInput = after
        #expect(await before + stage.text(after: words) + "|" + after == result)
    }

    private func parts(of field: String) -> (String, String, String)? {
        if let match = field.wholeMatch(of: /(?s)(.*)\[(.*)\](.*)/) {
            return (String(match.1), String(match.2), String(match.3))
        }
        guard let match = field.wholeMatch(of: /(?s)(.*)\|(.*)/) else { return nil }
        return (String(match.1), "", String(match.2))
    }

    @EventLoopActor
    @Test(arguments: [
        (TextSpacing.auto, "One "), (.trailing, "One "), (.leading, " One"), (.none, "One"),
    ])
    func whereNothingIsKnown(spacing: TextSpacing, result: String) async {
        let stage = RunnerStage(spacing: spacing)
        #expect(await stage.text(after: "one") == result)
    }

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

    @EventLoopActor @Test func ofALongTextTheEndIsEnough() {
        let long = String(repeating: "one two ", count: 200) + "three"
        let end = String(long.suffix(1_000))
        let history = EditHistory([long])
        func follows(_ before: String?) -> Bool {
            Surroundings(before: before, selected: "", after: nil).follow(history)
        }
        #expect(follows(nil))
        #expect(follows(long))
        #expect(follows("I said: " + long))
        #expect(follows(end))
        #expect(!follows("three"), "a short text that is reported whole")
        #expect(!follows(end + " "))
    }

    @EventLoopActor @Test func partialWordsGetNoSpaceAfterThem() async {
        let stage = RunnerStage(spacing: .auto)
        let surroundings = Surroundings(before: "I like ", selected: "", after: "pears")
        let early = Composing(
            Transcript(["red"]), with: stage.runner.current.style, after: nil, in: surroundings,
            isEarly: true)
        #expect(early.insertion.text == "red")
    }
}
