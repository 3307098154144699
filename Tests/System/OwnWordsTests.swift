import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter text add` and `utter text list`.
@Suite(.runningLoop) struct OwnWordsTests {
    @EventLoopActor @Test func wordsAreAddedUsedAndListed() async throws {
        let session = try UtterSession()
        let replaced = try await session.run("text", "add", "sean", "Shaun")
        #expect(replaced.status == .exited(0))
        #expect(replaced.errors == "“sean” is written “Shaun” from now on.\n")
        let named = try await session.run("text", "add", "Siobhan")
        #expect(named.status == .exited(0), "\(named.errors)")
        let text = try await session.output("text", "try", "sean met siobhan")
        #expect(text.hasSuffix("Shaun met Siobhan."), "\(text)")
        #expect(try await session.output("text", "list") == "Siobhan\nsean → Shaun")

        // Twice is once.
        let before = try String(contentsOf: session.configurationFile, encoding: .utf8)
        for words in [["Siobhan"], ["Sean", "Shawn"]] {
            let again = try await ProgramRun(
                session.command + ["text", "add"] + words, environment: session.environment)
            #expect(again.status == .exited(1))
            #expect(again.errors.contains("was not added: "), "\(again.errors)")
        }
        #expect(try String(contentsOf: session.configurationFile, encoding: .utf8) == before)
    }

    @EventLoopActor @Test func wordsAreRemoved() async throws {
        let session = try UtterSession()
        for words in [["sean", "Shaun"], ["Siobhan"]] {
            try await session.output(["text", "add"] + words)
        }
        let run = try await session.run("text", "remove", "Sean")
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(try await session.output("text", "list") == "Siobhan")
        try await session.output("text", "remove", "siobhan")
        #expect(try await session.output("text", "list") == "")

        let missing = try await ProgramRun(
            session.command + ["text", "remove", "sean"], environment: session.environment)
        #expect(missing.status == .exited(1))
        #expect(missing.errors.contains("it is not among your words"), "\(missing.errors)")
    }

    @EventLoopActor @Test(arguments: [["", "x"], ["x", " "], ["a\nb"]])
    func nothingIsNoWord(_ words: [String]) async throws {
        let session = try UtterSession()
        let run = try await ProgramRun(
            session.command + ["text", "add"] + words, environment: session.environment)
        #expect(run.status == .exited(64))
        #expect(run.errors.contains("A word or phrase is one line"), "\(run.errors)")
    }
}
