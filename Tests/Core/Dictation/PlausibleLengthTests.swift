import Testing

@testable import Dictation

@Suite struct PlausibleLengthTests {
    @Test func growsWithTheSound() {
        #expect(PlausibleLength.characters(in: .zero) == 200)
        #expect(PlausibleLength.characters(in: .seconds(3)) == 320)
        #expect(PlausibleLength.characters(in: .milliseconds(50)) == 202)
    }

    @Test func countsCodePointsOfAllWords() {
        let fits = [String(repeating: "ж", count: 120), String(repeating: "日", count: 120)]
        #expect(PlausibleLength.allows(fits, in: .seconds(1)))
        #expect(!PlausibleLength.allows(fits + ["a"], in: .seconds(1)))
        // A single letter to the reader.
        let accents = "a" + String(repeating: "\u{301}", count: 450_000)
        #expect(!PlausibleLength.allows([accents], in: .seconds(3)))
        #expect(PlausibleLength.allows([], in: .zero))
    }
}
