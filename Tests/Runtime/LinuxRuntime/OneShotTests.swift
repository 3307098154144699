import LinuxRuntime
import TestSupport
import Testing

@Suite(.runningLoop) struct OneShotTests {
    /// A waiter may pass through the loop once more before it waits: a value given meanwhile
    /// mustn't be lost.
    @EventLoopActor @Test func isNotLostOnTheWayToTheWait() async throws {
        for turns in 0..<10 {
            let value = OneShot<Int>()
            Self.give(turns, after: turns, to: value)
            #expect(try await value.get() == turns)
        }
    }

    /// Gives after this many turns of the loop.
    @EventLoopActor
    private static func give(_ number: Int, after turns: Int, to value: OneShot<Int>) {
        EventLoop.task {
            if turns == 0 { value.give(number) } else { give(number, after: turns - 1, to: value) }
        }
    }

    @EventLoopActor @Test func cancellingEndsTheWait() async throws {
        for turns in 0..<10 {
            let value = OneShot<Int>()
            let task = EventLoop.throwingTask { try await value.get() }
            for _ in 0..<turns { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
