import Testing

@testable import SinkInputMethod

struct FocusedFieldTests {
    @Test func ofAPasswordTheWindowTellsSo() {
        #expect(!FocusedField().isSecure)
        var field = FocusedField()
        field.purpose = .pin
        #expect(field.isSecure)
        field = FocusedField()
        field.hints = .hiddenText
        #expect(field.isSecure)
    }

    /// Firefox tells nothing else of a password.
    @Test(arguments: [("●●●", true), ("••", true), ("", false), ("● one", false), ("one", false)])
    func bulletsAreAPassword(text: String, isSecure: Bool) throws {
        var field = FocusedField()
        field.text = SurroundingText(text, cursor: text.utf8.count, anchor: text.utf8.count)
        #expect(field.isSecure == isSecure)
    }
}
