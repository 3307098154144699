import Foundation
import TestSupport
import Testing

/// The scenarios in `Scenarios/*.scenario`: the state machine must do what each line says. With
/// UTTER_WRITE_SCENARIOS=1 the answers are written into the files, to be read as a diff.
@Suite struct ScenarioTests {
    static let files: [URL] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Scenarios")
        let all = try! FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return all.filter { $0.pathExtension == "scenario" }.sorted { $0.path < $1.path }
    }()

    @Test func scenariosAreThere() {
        #expect(Self.files.count >= 8)
    }

    @Test(arguments: files)
    func theMachineAnswersAsWritten(_ file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let expected = text.split(separator: "\n", omittingEmptySubsequences: false)
        let answers = Scenario.run(text)
        if ProcessInfo.processInfo.environment["UTTER_WRITE_SCENARIOS"] == "1" {
            try answers.write(to: file, atomically: true, encoding: .utf8)
        }
        let actual = answers.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, (line, answer)) in zip(expected, actual).enumerated() {
            #expect(line == answer, "\(file.lastPathComponent):\(number + 1)")
        }
    }
}
