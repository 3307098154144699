import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter text`, which needs no daemon.
@Suite(.runningLoop) struct TextCommandTests {
    @EventLoopActor @Test func appliesTheRulesToStandardInput() async throws {
        let session = try UtterSession(configuration: "[text]\nnumbers = \"words\"\n")
        #expect(
            try await apply("um hello comma\nworld twenty six new line bye", session)
                == "Hello, world twenty-six\nBye\n")
        #expect(
            try await apply("ja komma nein fünf prozent", session, "--language", "de")
                == "Ja, nein fünf Prozent.\n")
        #expect(try await apply("evil \u{1B}[2J text", session) == "Evil [2J text.\n")
        #expect(try await apply("", session) == "\n")
    }

    @EventLoopActor @Test func aLanguageOfAFileIsUsed() async throws {
        let session = try UtterSession()
        let folder = session.directory.appending(path: ".local/share/utter/languages")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let english = try await session.output("text", "language", "en")
        try english.replacingOccurrences(of: "\ncomma = ", with: "\nkomma = ")
            .write(to: folder.appending(path: "xx.toml"), atomically: true, encoding: .utf8)
        #expect(
            try await apply("one komma comma two", session, "--language", "xx")
                == "One, comma two.\n")
    }

    @EventLoopActor @Test func aProfileHasItsRules() async throws {
        let session = try UtterSession(
            configuration: """
                [text.snippets]
                hello = "Good morning"
                [[profile]]
                name = "code"
                text.capitals = false
                text.numbers = "digits"
                [profile.text.snippets]
                arrow = "->"
                """)
        #expect(try await apply("hello two arrow", session) == "Good morning two arrow.\n")
        #expect(
            try await apply("hello two arrow", session, "--profile", "code")
                == "Good morning 2 ->.\n")
        let shown = try await session.output("config", "show", "--profile", "code")
        let file = session.configurationFile.path
        #expect(shown.contains("capitals = false    # \(file):5\n"), "\(shown)")
        #expect(shown.contains("numbers = \"digits\"  # \(file):6\n"), "\(shown)")
        #expect(shown.contains("hello = \"Good morning\"  # \(file):2\n"), "\(shown)")
        let unknown = try await session.run("text", "apply", "--profile", "cod")
        #expect(unknown.status == .exited(64))
        #expect(
            unknown.errors.contains(
                "There is no profile “cod” (did you mean “code”?); there is code."))
    }

    @EventLoopActor @Test func anUnknownLanguageIsAMistakeOfTheOption() async throws {
        let run = try await UtterSession().run("text", "try", "--language", "xx", "hello")
        #expect(run.status == .exited(64))
        #expect(run.errors.contains("there are no rules for “xx”"))
    }

    /// The documentation shows the program's output.
    @EventLoopActor @Test func theDocumentationTellsTheTruth() async throws {
        let readme = URL(filePath: Project.path("docs/text.md"))
        let command = "    $ utter text try "
        let examples = try String(contentsOf: readme, encoding: .utf8)
            .components(separatedBy: "\n\n").filter { $0.hasPrefix(command) }
        #expect(examples.count == 4)
        let session = try UtterSession()
        for example in examples {
            let lines = example.components(separatedBy: "\n").map { String($0.dropFirst(4)) }
            let words = lines[0].split(separator: "\"").map(String.init).dropFirst()
                .filter { $0 != " " }
            let run = try await ProgramRun(
                [UtterSession.program, "text", "try"] + words, environment: session.environment)
            #expect(run.output == lines.dropFirst().joined(separator: "\n") + "\n")
        }
    }

    @EventLoopActor
    private func apply(
        _ words: String, _ session: UtterSession, _ options: String...
    ) async throws -> String {
        let file = try TemporaryFile()
        try words.write(toFile: file.path, atomically: false, encoding: .utf8)
        let run = try await ProgramRun(
            [UtterSession.program, "text", "apply"] + options,
            environment: session.environment, input: file.path)
        try #require(run.status == .exited(0), "\(run.errors)")
        return run.output
    }
}
