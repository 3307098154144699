import Dictation
import Testing
import TextProcessing

@testable import TextEditing

/// What is dictated fits the text around the cursor.
struct FittingTests {
    private static let processor = TextProcessor(TextOptions())

    private func text(
        _ words: String, _ surroundings: Surroundings, _ spacing: TextSpacing = .auto,
        isEarly: Bool = false
    ) -> String {
        var style = TextStyle()
        (style.processor, style.spacing) = (Self.processor, spacing)
        return Composing(
            Transcript([words]), with: style, after: nil, in: surroundings, isEarly: isEarly
        ).insertion.text
    }

    /// `|` is the cursor, `[…]` the selection.
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
    func fits(field: String, words: String, result: String) throws {
        let (before, selected, after) = try #require(parts(of: field))
        let surroundings = Surroundings(before: before, selected: selected, after: after)
        #expect(before + text(words, surroundings) + "|" + after == result)
    }

    private func parts(of field: String) -> (String, String, String)? {
        if let match = field.wholeMatch(of: /(?s)(.*)\[(.*)\](.*)/) {
            return (String(match.1), String(match.2), String(match.3))
        }
        guard let match = field.wholeMatch(of: /(?s)(.*)\|(.*)/) else { return nil }
        return (String(match.1), "", String(match.2))
    }

    @Test(arguments: [
        (TextSpacing.auto, "One "), (.trailing, "One "), (.leading, " One"), (.none, "One"),
    ])
    func whereNothingIsKnown(spacing: TextSpacing, result: String) {
        #expect(text("one", .unknown, spacing) == result)
    }

    @Test func partialWordsGetNoSpaceAfterThem() {
        let surroundings = Surroundings(before: "I like ", selected: "", after: "pears")
        #expect(text("red", surroundings, isEarly: true) == "red")
    }

    @Test func ofALongTextTheEndIsEnough() {
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
}
