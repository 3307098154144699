import IBusEngine
import Testing

struct SurroundingTextTests {
    @Test func theSelectionLiesBetweenCursorAndAnchor() {
        let text = SurroundingText("naïve 👍🏽 text", cursor: 8, anchor: 6)
        #expect(text.before == "naïve ")
        #expect(text.selected == "👍🏽")
        #expect(text.after == " text")
        let beyond = SurroundingText("ab", cursor: 9, anchor: 7)
        #expect(beyond.before == "ab" && beyond.selected.isEmpty && beyond.after.isEmpty)
    }

    /// Text before the cursor, what was committed, and whether that shows that it has arrived.
    @Test(arguments: [
        ("some text", "text", true),
        ("some text", "some text", true),
        ("some tex", "text", false),
        ("", "text", false),
        ("", "", false),
        // A window that tells only the line.
        ("second", "first\nsecond", true),
        ("second", "first second", false),
        ("a window that tells the last bytes.", "Of a long text, a window that tells the last bytes.", true),
        // The same character, but other scalars.
        ("e\u{301}", "\u{E9}", false),
        ("\u{E9}", "\u{E9}", true),
    ])
    func aCommittedTextIsShown(_ before: String, _ committed: String, _ isShown: Bool) {
        let count = before.unicodeScalars.count
        let text = SurroundingText(before + " after", cursor: count, anchor: count)
        #expect(text.shows(committed) == isShown)
    }
}
