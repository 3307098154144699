import DesktopCompositors
import Problems
import Testing

@Suite struct JSONValueTests {
    @Test func reads() throws {
        let text = #" {"a": [1, -2.5e1, true, null], "b\n": "é\u00e9\ud83d\ude00\\", "c": {}} "#
        let value = try JSONValue(Array(text.utf8))
        #expect(value["a"] == .array([.number(1), .number(-25), .bool(true), .null]))
        #expect(value["b\n"] == .string("éé😀\\"))
        #expect(value["c"] == .object([:]))
    }

    @Test(arguments: ["", "{", "[1,", "{\"a\"}", "\"x", "\"\\ud83d\"", "nul", "[1 2]"])
    func rejects(_ text: String) {
        #expect(throws: Problem.self) { try JSONValue(Array(text.utf8)) }
    }

    @Test func survivesDepth() {
        #expect(throws: Problem.self) {
            try JSONValue(Array(repeating: UInt8(ascii: "["), count: 100_000))
        }
    }
}
