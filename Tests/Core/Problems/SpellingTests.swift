import Problems
import Testing

@Suite struct SpellingTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("abc", "abd", 1), ("abc", "ab", 1),
        ("abc", "acb", 1), ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
    func distances(left: String, right: String, distance: Int) {
        #expect(Spelling.distance(left, right) == distance)
        #expect(Spelling.distance(right, left) == distance)
    }

    @Test func theNearest() {
        let names = ["device", "silence_limit", "max_length"]
        #expect(Spelling.nearest(to: "devcie", among: names) == "device")
        #expect(Spelling.nearest(to: "MAX-LENGHT", among: names) == "max_length")
        #expect(Spelling.nearest(to: "limit", among: names) == nil)
        #expect(Spelling.nearest(to: "", among: names) == nil)
        #expect(Spelling.nearest(to: "silence", among: names) == "silence_limit")
        #expect(Spelling.nearest(to: "sil", among: names) == nil)
        #expect(Spelling.nearest(to: "a", among: ["a-b"]) == nil)
        #expect(Spelling.nearest(to: "ab", among: ["ac", "ad"]) == "ac")
        #expect(Spelling.nearest(to: "device", among: []) == nil)
        #expect(Spelling.nearest(to: String(repeating: "d", count: 1 << 20), among: names) == nil)
    }

    /// A value of the file in quotation marks needs no second ones.
    @Test func theQuestion() {
        #expect(Spelling.question(nil) == "")
        #expect(Spelling.question("device") == " (did you mean “device”?)")
        #expect(Spelling.question("\"8s\"") == " (did you mean \"8s\"?)")
    }
}
