import Testing

@testable import SinkInputMethod

struct SurroundingTextTests {
    @Test func isCutAtCursorAndAnchor() throws {
        let text = try #require(SurroundingText("grün 🙂 ja", cursor: 6, anchor: 10))
        #expect(text.before == "grün ")
        #expect(text.selected == "🙂")
        #expect(text.after == " ja")
        #expect(SurroundingText("grün 🙂 ja", cursor: 10, anchor: 6) == text)
    }

    @Test func isEmptyInAnEmptyField() throws {
        let text = try #require(SurroundingText("", cursor: 0, anchor: 0))
        #expect(text.before.isEmpty && text.selected.isEmpty && text.after.isEmpty)
    }

    /// A window may count characters, or lie.
    @Test(arguments: [-1, 3, 5, 99])
    func isUnknownWhereAPlaceIsNone(place: Int) {
        #expect(SurroundingText("grü", cursor: place, anchor: 0) == nil)
    }
}
