import Dictation
import History
import LinuxRuntime
import Session
import TestSupport
import Testing

/// A runner that keeps its history in a file.
@Suite(.runningLoop) struct HistoryOnDiskTests {
    private static let limits = HistoryFile.Limits(entries: 20, days: 30, bytes: 1 << 20)

    @EventLoopActor @Test func soundGoesWhenTheTextIsOnDisk() async throws {
        let place = try SoundPlace()
        let directory = try ScratchDirectory("recovery")
        let path = directory.path("history.jsonl")
        let stage = place.stage()
        try stage.runner.keepHistory(in: HistoryFile(path: path, limits: Self.limits) { _ in })
        stage.sink.hangs = true
        await stage.dictate("one two")
        await stage.wait { stage.sink.text == "One" }
        // The text stays in the “typing” file until it has been typed.
        #expect(place.names == ["typing"])
        // Here the program crashes.
        let next = RunnerStage()
        try next.runner.keepHistory(in: HistoryFile(path: path, limits: Self.limits) { _ in })
        let record = try #require(next.runner.history.entries.last?.record)
        #expect(record.text == "One two" && record.rest == "One two")
        await next.dictate("three")
        await next.waitForIdle()
        next.runner.send(.retype(record))
        await next.waitForIdle()
        #expect(next.runner.history.entries.map(\.record.rest) == ["", ""])
        #expect(next.runner.history.entries.map(\.record.text) == ["One two", "Three"])
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
    }

    @EventLoopActor @Test func aFileMaybeTakenUpAndLeftWhileTheProgramRuns() async throws {
        let directory = try ScratchDirectory("recovery")
        func file() -> HistoryFile {
            HistoryFile(path: directory.path("history.jsonl"), limits: Self.limits) { _ in }
        }
        func words() throws -> [String] { try file().read().map(\.record.transcript.text) }
        let stage = RunnerStage()
        try stage.runner.keepHistory(in: file())
        await stage.dictate("one")
        await stage.waitForIdle()
        try stage.runner.keepHistory(in: nil)
        await stage.dictate("two")
        await stage.waitForIdle()
        #expect(try words() == ["one"])

        let next = RunnerStage()
        await next.dictate("three")
        await next.waitForIdle()
        try next.runner.keepHistory(in: file())
        try await waitUntil("both are there") { (try? words()) == ["one", "three"] }
        // Other limits: another object for the same file.
        try next.runner.keepHistory(in: file())
        await next.dictate("four")
        await next.waitForIdle()
        try await waitUntil("all are there: \((try? words()) ?? [])") {
            (try? words()) == ["one", "three", "four"]
        }
    }
}
