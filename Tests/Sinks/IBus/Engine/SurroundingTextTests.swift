import SinkIBus
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

    /// Qt's own part for IBus counts otherwise than IBus.
    @Test(arguments: [("gnome-shell", 8, 6, 8), ("QIBusInputContext", 10, 6, 12)])
    func placesAreAsTheProgramCounts(client: String, cursor: Int, anchor: Int, length: Int) {
        var field = IBusField()
        // The program is known later now and then.
        field.told = ToldText("naïve 👍🏽 text", cursor: cursor, anchor: anchor)
        field.client = client
        #expect(field.surrounding?.before == "naïve ")
        #expect(field.surrounding?.selected == "👍🏽")
        #expect(field.surrounding?.after == " text")
        #expect(field.length(of: "👍🏽e\u{301} 👩‍👧") == length)
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
        (
            "a window that tells the last bytes.",
            "Of a long text, a window that tells the last bytes.", true
        ),
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
