import Dictation
import Testing
@testable import SinkIBus

struct FieldKindTests {
    /// The numbers are IBusInputPurpose's.
    @Test(arguments: [
        (0 as UInt32, FieldKind.text), (1, .other), (2, .number), (3, .number), (4, .number),
        (5, .url), (6, .email), (7, .other), (8, .password), (9, .password), (10, .terminal),
        (11, .other),
    ])
    func followsThePurpose(_ purpose: UInt32, _ kind: FieldKind) {
        #expect(FieldKind(IBusPurpose(rawValue: purpose)) == kind)
    }
}
