import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The commands and configurations that the documentation shows work.
@Suite(.runningLoop) struct DocumentedCommandsTests {
    @EventLoopActor @Test func theCommandsThatItNamesAreThere() async throws {
        let help = try await UtterSession().output("--help")
        let known =
            help.matches(of: /\n  ([a-z-]+)\s/).map { String($0.1) } + [
                // Not for people, so not in the help.
                "guard-input-source", "guard-typing", "restore-input-source", "help",
            ]
        #expect(known.count > 20)
        for page in Documentation.pages {
            let text = try String(contentsOf: page, encoding: .utf8)
            for match in text.matches(of: /`utter ([a-z][a-z-]*)/) {
                #expect(known.contains(String(match.1)), "\(page.path) names “utter \(match.1)”")
            }
        }
    }

    /// What it shows of a configuration can be copied.
    @EventLoopActor @Test func theConfigurationsThatItShowsAreRight() async throws {
        let session = try UtterSession()
        let file = try TemporaryFile()
        // Not what is of a language or a policy.
        let names = "announce|audio|hotkey|models|output|overlay|profile|recognizer|text|wake"
        let section = try Regex("^\\s*\\[+(\(names))")
        var count = 0
        for page in Documentation.pages where page.lastPathComponent != "CONTRIBUTING.md" {
            let text = try String(contentsOf: page, encoding: .utf8)
            let blocks =
                text.matches(of: /(?s)```toml\n(.*?)```/).map { String($0.1) }
                + text.matches(of: /(?m)(?:^    .*\n)+/).map {
                    String($0.0.replacing("\n    ", with: "\n"))
                }
            for block in blocks where block.contains(section) {
                try Data(block.drop { $0 == " " }.utf8).write(to: URL(filePath: file.path))
                let run = try await session.run("config", "check", file.path)
                // There need be no model of German here.
                #expect(
                    run.status == .exited(0) || run.errors.contains("no engine understands “de”"),
                    "\(page.path): \(run.errors) in \(block)")
                count += 1
            }
        }
        #expect(count > 10)
    }
}
