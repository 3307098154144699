import Testing

@testable import UtterCommands

/// What is said at a terminal, in lines that it needn't break.
struct WrappedTextTests {
    @Test(arguments: [
        ("one two three four five six", "one two three four five\nsix"),
        ("  one two three four five six", "  one two three four\n  five six"),
        ("one\n\ntwo", "one\n\ntwo"),
        ("https://example.org/a/very/long/name x", "https://example.org/a/very/long/name\nx"),
        ("", ""),
        // A finding of the doctor's, and its remedy.
        (
            "✓ one: two three four five six\n    seven",
            "✓ one: two three four\n    five six\n    seven"
        ),
        // A command stays whole.
        ("It is better: utter models available", "It is\nbetter: utter models available"),
        ("See what “utter models list” says now", "See what\n“utter models list” says\nnow"),
    ])
    func isBrokenBetweenWords(_ text: String, _ wrapped: String) {
        #expect(WrappedText.wrap(text, columns: 24) == wrapped)
    }

    @Test func staysAsItIsWhereNobodyKnowsTheWidth() {
        let text = String(repeating: "word ", count: 100)
        #expect(WrappedText.wrap(text, columns: nil) == text)
    }
}
