import Testing

/// The tables of `cases`: what is said, and what is typed.
@Suite struct CaseTests {
    static let files = [
        "english-marks.cases": 170, "english-numbers.cases": 200, "english-words.cases": 140,
        "english-spoken.cases": 255, "german.cases": 180, "german-spoken.cases": 225,
        "sentences.cases": 85, "english-names.cases": 69, "german-names.cases": 30,
    ]

    @Test(arguments: files) func textIsAsWritten(_ file: String, _ leastCases: Int) throws {
        let cases = try CaseFile.cases(file)
        #expect(cases.count >= leastCases)
        for test in cases {
            #expect(test.result() == test.expected, "\(test)")
        }
    }
}
