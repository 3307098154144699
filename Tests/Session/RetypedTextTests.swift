import Dictation
import History
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import Session

/// The space before a kept text that is typed again, in another place than it was made for.
@Suite(.runningLoop) struct RetypedTextTests {
    /// The last dictation, which another window got.
    @EventLoopActor private func kept(_ stage: RunnerStage, _ words: String) async throws
        -> DictationRecord
    {
        stage.sink.focusedTarget = SinkTarget("another window")
        await stage.text(after: words)
        stage.sink.focusedTarget = SinkTarget("window")
        return try #require(stage.runner.history.entries.last?.record)
    }

    @EventLoopActor
    @Test(arguments: [
        ("Pears or apples.", " We eat"), ("Pears ", "We eat"), ("", "We eat"), ("(", "We eat"),
        ("One\n", "We eat"),
    ])
    func itHasTheSpaceThatThePlaceNeeds(_ before: String, _ typed: String) async throws {
        let stage = RunnerStage()
        let record = try await kept(stage, "we eat")
        stage.sink.contextBeforeInput = before
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.insertions.last == typed)
    }

    @EventLoopActor @Test func itLosesTheSpaceThatItsFirstPlaceNeeded() async throws {
        let stage = RunnerStage()
        stage.sink.contextBeforeInput = "I like"
        let record = try await kept(stage, "apples")
        #expect(record.text == " apples")
        stage.sink.contextBeforeInput = ""
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.insertions.last == "apples")
    }

    @EventLoopActor @Test func itFollowsADictationWhereNothingElseIsKnown() async throws {
        let stage = RunnerStage()
        let record = try await kept(stage, "we eat")
        await stage.text(after: "apples period")
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.insertions.last == " We eat")
        #expect(await stage.text(after: "scratch that").hasSuffix("Apples."))
    }

    @EventLoopActor @Test func theRestOfATextGoesOnWhereItIs() async throws {
        let stage = RunnerStage()
        stage.sink.failure = SinkFailure(
            inserted: 3, problem: Problem("typing stopped", why: "the focus moved"),
            handsOver: false)
        await stage.text(after: "we eat")
        let record = try #require(stage.runner.history.entries.last?.record)
        stage.sink.failure = nil
        stage.sink.contextBeforeInput = stage.sink.text
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.text == "We eat")
    }

    /// Nothing of it was typed: it is kept as it was.
    @EventLoopActor @Test func whatFailsIsKeptWithoutTheSpace() async throws {
        let stage = RunnerStage()
        let record = try await kept(stage, "we eat")
        stage.sink.contextBeforeInput = "Apples."
        stage.sink.failure = SinkFailure(
            inserted: 0, problem: Problem("typing stopped", why: "the focus moved"),
            handsOver: false)
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.runner.history.entries.last?.record.rest == "We eat")
    }
}
