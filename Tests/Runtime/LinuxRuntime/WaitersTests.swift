import LinuxRuntime
import TestSupport
import Testing

@Suite(.runningLoop) struct WaitersTests {
    /// A condition, and its waiters.
    @EventLoopActor private final class Stage {
        let waiters = Waiters()
        var isTrue = false

        func wait(within limit: Duration? = nil) async -> Bool {
            await waiters.until({ isTrue }, within: limit)
        }

        /// Makes it true after this many turns of the loop.
        func makeTrue(after turns: Int) {
            EventLoop.task { [self] in
                if turns > 0 { return makeTrue(after: turns - 1) }
                isTrue = true
                waiters.wake()
            }
        }
    }

    @EventLoopActor @Test func noWakeUpIsLostOnTheWayToTheWait() async {
        for turns in 0..<10 {
            let stage = Stage()
            stage.makeTrue(after: turns)
            #expect(await stage.wait())
        }
    }

    /// The condition becomes true, and is announced, between the first check and the wait.
    @EventLoopActor @Test func noWakeUpIsLostBetweenTheLookAndTheWait() async {
        let waiters = Waiters()
        var isTrue = false
        let isSeen = await waiters.until {
            defer {
                isTrue = true
                waiters.wake()
            }
            return isTrue
        }
        #expect(isSeen)
    }

    @EventLoopActor @Test func cancellingEndsTheWait() async {
        for turns in 0..<10 {
            let task = EventLoop.task { await Waiters().until { false } }
            for _ in 0..<turns { await Task.yield() }
            task.cancel()
            #expect(await task.value == false)
        }
    }

    @EventLoopActor @Test func endsWithTheTime() async {
        let stage = Stage()
        #expect(await stage.wait(within: .milliseconds(1)) == false)
        #expect(await stage.wait(within: .zero) == false)
        stage.isTrue = true
        #expect(await stage.wait(within: .zero))
    }

    @EventLoopActor @Test func eachLooksAtItsOwnFact() async {
        let waiters = Waiters()
        var (first, second) = (false, false)
        let one = EventLoop.task { await waiters.until { first } }
        let two = EventLoop.task { await waiters.until { second } }
        await Task.yield()
        first = true
        waiters.wake()
        #expect(await one.value)
        second = true
        waiters.wake()
        #expect(await two.value)
    }
}
