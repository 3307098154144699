import Foundation
import Testing

/// The tables of `cases`: what is said, and what is typed.
@Suite struct CaseTests {
    static let files = [
        "english-marks.cases": 170, "english-numbers.cases": 200, "english-words.cases": 140,
        "english-spoken.cases": 255, "german.cases": 180, "german-spoken.cases": 225,
        "sentences.cases": 85, "english-names.cases": 69, "german-names.cases": 30,
        "english-careful.cases": 140, "german-careful.cases": 80,
        "corrections.cases": 80, "code.cases": 60, "engines.cases": 90, "terminal.cases": 75,
        "typography.cases": 14,
    ]

    @Test(arguments: files) func textIsAsWritten(_ file: String, _ leastCases: Int) throws {
        let cases = try CaseFile.cases(file)
        #expect(cases.count >= leastCases)
        for test in cases {
            #expect(test.result() == test.expected, "\(test)")
        }
    }

    /// README.md has a row for each file, with the number of its cases.
    @Test func theReadmeCountsThem() throws {
        let page = CaseFile.folder.deletingLastPathComponent().appending(path: "README.md")
        let rows = try String(contentsOf: page, encoding: .utf8)
            .matches(of: /\| `([^`]+)` \| (\d+) \|/)
        let counts = Dictionary(uniqueKeysWithValues: rows.map { (String($0.1), Int($0.2)) })
        let names = try FileManager.default.contentsOfDirectory(atPath: CaseFile.folder.path)
        #expect(Set(counts.keys) == Set(names))
        for name in names {
            let file = CaseFile.folder.appending(path: name)
            let count = try String(contentsOf: file, encoding: .utf8)
                .split(separator: "\n").count {
                    !$0.hasPrefix("#") && ($0.contains(" -> ") || name.hasSuffix("ordinary"))
                }
            #expect(counts[name] == count, "\(name)")
        }
    }
}
