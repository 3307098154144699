import LinuxRuntime
import TestSupport
import Testing

@testable import SinkInputMethod

@Suite(.runningLoop) struct FieldDocumentTests {
    /// A part of it would be taken for the whole.
    @EventLoopActor @Test(arguments: [(1_000, true), (1_001, false)])
    func ofALongSelectionNothingIsKnown(count: Int, isKnown: Bool) {
        let text = String(repeating: "pear ", count: 220)
        let document = FieldDocument()
        document.field = FocusedField(
            text: SurroundingText(text, cursor: text.count - count, anchor: text.count))
        #expect(document.selectedText?.count == (isKnown ? count : nil))
        #expect(document.contextBeforeInput?.count == (isKnown ? text.count - count : nil))
        #expect(document.contextAfterInput == (isKnown ? "" : nil))
    }
}
