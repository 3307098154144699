import EngineRegistry
import TestSupport
import Testing

@testable import Settings

/// Whatever is in the file, reading ends with settings or with problems that have places.
@Suite struct SettingsMutationTests {
    static let valid = """
        [hotkey]
        enabled = true
        dictate = "KEY_F9"  # comment: é
        [audio]
        silence_limit = '300ms'
        [recognizer.pocketsphinx]
        model = "~/modèles/\\u00e9"
        options = { maxhmmpf = 0xbb8, beam = 1e-20 }
        [output]
        sinks = [
          "xtest", \"""
        clip\\
          board\""",
        ]
        [[profile]]
        name = '''x'''
        class = ["a*", "b"]
        text.capitals = false
        [profile.output]
        line_breaks = "keep"
        """

    /// Valid TOML that no section has.
    static let strange = """
        [hotkey]
        enabled = true
        dictate = "KEY_F9"  # comment: é
        [audio]
        silence_limit = '300ms'
        [recognizer.pocketsphinx]
        model = "~/modèles/\\u00e9"
        options = { maxhmmpf = 0xbb8, beam = 1e-20, a.b = 1979-05-27T07:32:00Z }
        [output]
        sinks = [
          "xtest", \"""
        clip\\
          board\""",
        ]
        [[profile]]
        name = '''x'''
        audio.device = "x"
        """

    @Test(arguments: [(valid, 0), (strange, 2)])
    func randomEdits(original: String, mistakes: Int) {
        let problems = Self.problems(Array(original.utf8))
        #expect(problems.count == mistakes, "\(problems)")
        var random = SplitMix(seed: 42)
        var outcomes: [String: Int] = [:]
        for _ in 0..<2_000 {
            var bytes = Array(original.utf8)
            for _ in 0..<Int.random(in: 0...3, using: &random) { edit(&bytes, &random) }
            let problems = Self.problems(bytes)
            outcomes[problems.first?.section == nil ? "syntax" : "section", default: 0] += 1
            let length = bytes.count(where: { $0 == UInt8(ascii: "\n") }) + 1
            for problem in problems {
                let line = problem.line ?? 1
                #expect((1...length).contains(line) && problem.column ?? 1 >= 1, "\(problem)")
                #expect(!problem.reason.isEmpty)
                #expect(!problem.description.contains("\n"))
            }
        }
        // The edits reach beyond the syntax.
        #expect(outcomes["syntax", default: 0] > 500, "\(outcomes)")
        #expect(outcomes["section", default: 0] > 50, "\(outcomes)")
    }

    private static func problems(_ bytes: [UInt8]) -> [SettingsProblem] {
        do {
            _ = try Settings.parse(bytes, file: "f", schema: Engines.schema) { _ in "/home/ada" }
            return []
        } catch {
            return error.problems
        }
    }

    private func edit(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        let interesting = Array("\"'[]{}=.,#\\\n\r\t \0é_-0eu".utf8) + [0xFF, 0xC3, 0x80, 0x7F]
        let byte =
            Bool.random(using: &random)
            ? interesting.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
        let index = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(byte, at: index)
        case 1 where !bytes.isEmpty: bytes[index] = byte
        case 2 where !bytes.isEmpty: bytes.remove(at: index)
        default: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
        }
    }
}
