import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter text learn`.
@Suite(
    .runningLoop,
    .needs(
        "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict", package: "pocketsphinx-en-us"))
struct LearnTests {
    private static let text = """
        We run everything on Kubernetes now. The Kubernetes cluster was restarted by Kowalczyk, who \
        lives in Warsaw. The configuration of nginx is in that folder.

        """

    /// A user with a file.
    @EventLoopActor
    private struct Stage {
        let session: UtterSession
        let file: String

        init(_ text: String = LearnTests.text) throws {
            session = try UtterSession()
            file = session.directory.appending(path: "notes.txt").path
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }

        var configuration: String {
            get throws { try String(contentsOf: session.configurationFile, encoding: .utf8) }
        }

        func terminal() throws -> PseudoTerminal {
            try PseudoTerminal(
                session.command + ["text", "learn", file], environment: session.environment)
        }
    }

    @EventLoopActor @Test func scriptsAddAllThatIsFound() async throws {
        let stage = try Stage()
        let session = stage.session
        let run = try await session.run("text", "learn", "--yes", stage.file)
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.output == "Kubernetes\nKowalczyk\nnginx\n")
        #expect(run.errors == "3 known from now on:\n")
        #expect(try await session.output("text", "list") == "Kowalczyk\nKubernetes\nnginx")
        let tried = try await session.output("text", "try", "kowalczyk knows kubernetes")
        #expect(tried.hasSuffix("Kowalczyk knows Kubernetes."), "\(tried)")
        #expect(
            try stage.configuration.contains(
                "[text.words]\n\"Kubernetes\" = \"\"\n\"Kowalczyk\" = \"\"\n\"nginx\" = \"\"\n"))

        // Twice is once, and what is learnt otherwise isn't proposed.
        let before = try stage.configuration
        let again = try await session.run("text", "learn", "--yes", stage.file)
        #expect(again.status == .exited(0) && again.output.isEmpty)
        #expect(again.errors == "“\(stage.file)” has no name or term that you could add.\n")
        #expect(try stage.configuration == before)
    }

    @EventLoopActor @Test func theUserIsAsked() async throws {
        let stage = try Stage()
        let session = stage.session
        try await session.output("text", "add", "kowalczyk", "Kowalczyk")
        let before = try stage.configuration
        for (answer, said) in [("n\n", "Nothing was added."), ("\u{4}", "there was no answer")] {
            let terminal = try stage.terminal()
            try await terminal.wait(
                for: "1  Kubernetes  (2 times)\r\n2  nginx\r\nAdd them to your words?")
            try terminal.type(answer)
            try await terminal.wait(for: said)
            #expect(try stage.configuration == before)
        }
        let terminal = try stage.terminal()
        try await terminal.wait(for: "Add them to your words? [Enter = all, n = none, 2 5 = ")
        try terminal.type("3\n")
        try await terminal.wait(for: "Add them to your words?")
        try terminal.type("2\n")
        try await terminal.wait(for: "Known from now on:\r\nKubernetes\r\n")
        #expect(
            try await session.output("text", "list") == "Kubernetes\nkowalczyk → Kowalczyk")
    }

    @EventLoopActor @Test func withoutATerminalNothingIsLearnt() async throws {
        let stage = try Stage()
        let session = stage.session
        let before = try stage.configuration
        let run = try await session.run("text", "learn", stage.file)
        #expect(run.status == .exited(1) && run.output.isEmpty)
        #expect(run.errors.contains("cannot ask you"), "\(run.errors)")
        #expect(run.errors.contains("--yes"), "\(run.errors)")
        #expect(try stage.configuration == before)
    }

    @EventLoopActor @Test func whatIsNoTextIsRefused() async throws {
        let stage = try Stage()
        let session = stage.session
        let folder = session.directory
        try Data([0x50, 0x4B, 0, 1]).write(to: folder.appending(path: "letter.docx"))
        try Data([0x4A, 0xF6, 0x72, 0x67]).write(to: folder.appending(path: "latin.txt"))
        try Data("a".utf8).write(to: folder.appending(path: "long.txt"))
        let long = try FileHandle(forWritingTo: folder.appending(path: "long.txt"))
        try long.truncate(atOffset: 17 << 20)
        try long.close()
        for (name, why) in [
            ("letter.docx", "it is no plain text"), ("latin.txt", "it is not UTF-8"),
            ("long.txt", "it is longer than 16 MB"), ("none.txt", "No such file or directory"),
            ("config", "Is a directory"),
        ] {
            let run = try await session.run(
                "text", "learn", "--yes", folder.appending(path: name).path)
            #expect(run.status == .exited(1) && run.output.isEmpty)
            #expect(run.errors.contains(why) && run.errors.contains(name), "\(run.errors)")
        }
        #expect(try stage.configuration == UtterSession.withoutHotkey)
    }

    @EventLoopActor @Test func anAddressBookInGermanNeedsNoListOfWords() async throws {
        let stage = try Stage("BEGIN:VCARD\r\nFN:Zsofia Kowalczyk\r\nEND:VCARD\r\n")
        let session = stage.session
        let run = try await session.run("text", "learn", "--yes", "--language", "de", stage.file)
        #expect(run.output == "Kowalczyk\nZsofia\n", "\(run.errors)")
        let unknown = try await session.run("text", "learn", "--language", "xx", stage.file)
        #expect(unknown.status == .exited(64), "\(unknown.errors)")
    }
}
