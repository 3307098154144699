import Dictation
import TestSupport
import Testing

@testable import SinkChains

@Suite struct SinkPartitionTests {
    /// Each sink lacks the given characters; a part is the sink's number and what it types.
    @Test(arguments: [
        // A sink that can type everything does, even if an earlier one can type most.
        ("naïve €", ["€", ""], "1 naïve €", ""),
        ("naïve", ["€", ""], "0 naïve", ""),
        // No sink can: as few hand-overs as possible, each as late as possible.
        ("abc€def☃", ["€", "☃"], "1 abc€def|0 ☃", ""),
        ("☃abc€", ["€", "☃"], "0 ☃abc|1 €", ""),
        ("a€b☃c€", ["€", "☃"], "1 a€b|0 ☃c|1 €", ""),
        // A tie: the earlier sink.
        ("a1b2", ["12", "12"], "0 ab", "12"),
        // What no sink can type is left out, without a hand-over.
        ("☃a☃b☃", ["☃"], "0 ab", "☃"),
        ("ab€☃cd", ["€☃", "☃c"], "1 ab€|0 cd", "☃"),
        ("☃☃", ["☃", "☃"], "0 ", "☃"),
    ])
    func cutsSeldom(_ text: String, _ lacks: [String], _ parts: String, _ omitted: String) {
        let coverage = coverage(text, lacks)
        let told = coverage.parts.map { "\($0.sink) \(coverage.text(of: $0).string)" }
        #expect(told.joined(separator: "|") == parts)
        #expect(String(coverage.omitted(before: .max)) == omitted)
        #expect(coverage.parts.first?.range.lowerBound == 0)
        #expect(coverage.parts.last?.range.upperBound == text.count)
    }

    /// The parts joined are the text, whatever the sinks lack, and no split is needless.
    @Test func losesAndRepeatsNothing() {
        var random = SplitMix(seed: 3)
        let alphabet = Array("abcd€☃é")
        for _ in 0..<500 {
            let text = String((0..<12).map { _ in alphabet.randomElement(using: &random)! })
            let lacks = (0..<3).map { _ in
                String(alphabet.filter { _ in Bool.random(using: &random) })
            }
            let coverage = coverage(text, lacks)
            var typed = ""
            var end = 0
            for part in coverage.parts {
                let piece = coverage.text(of: part).string
                #expect(part.range.lowerBound == end)
                #expect(!piece.contains { lacks[part.sink].contains($0) })
                // The next character is why the part ends: this sink can't type it.
                let next = Array(text).dropFirst(part.range.upperBound).first
                #expect(next.map { lacks[part.sink].contains($0) } ?? true)
                typed += piece
                end = part.range.upperBound
            }
            let lacking = alphabet.filter { character in
                lacks.allSatisfy { $0.contains(character) }
            }
            #expect(typed == text.filter { !lacking.contains($0) })
        }
    }

    /// Exactly the character where the sink stopped, also after one that was left out.
    @Test func findsWhereASinkStopped() {
        let coverage = coverage("a☃b☃☃c", ["☃"])
        let part = coverage.parts[0]
        #expect((0...3).map { coverage.position(after: $0, of: part) } == [0, 2, 5, 6])
    }

    /// Two halves of a flag become one character when the character between them is left out.
    @Test func countsCharactersThatGrowTogether() {
        let coverage = coverage("\u{1F1E9}☃\u{1F1EA}x", ["☃"])
        let part = coverage.parts[0]
        #expect(coverage.text(of: part).string.count == 2)
        #expect((0...2).map { coverage.position(after: $0, of: part) } == [0, 3, 4])
    }

    @Test(arguments: [
        ("Привет, мир!", "Приветмр", false), ("Привет 1", "Приветмр", true), ("a☃", "☃", true),
        ("☃", "☃", false), ("!?", "", true),
    ])
    func spacesAloneAreNotWorthTyping(_ text: String, _ lacks: String, _ isWorth: Bool) {
        #expect(coverage(text, [lacks]).isWorthTyping == isWorth)
    }

    private func coverage(_ text: String, _ lacks: [String]) -> SinkPartition {
        SinkPartition(
            TypableText(cleaning: text, lineBreaks: .keep), lacks: lacks.map { Set($0) })
    }
}
