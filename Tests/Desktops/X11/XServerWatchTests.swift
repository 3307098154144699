import Testing

@testable import X11Connection

struct XServerWatchTests {
    @Test func aCallThatMayBlockIsAWait() {
        var state = XServerWatch.State()
        #expect(state.waitingSince(":1") == nil)
        state.current = (":1", 5)
        #expect(state.waitingSince(":1") == 5)
        #expect(state.waitingSince(":2") == nil)
    }

    @Test func theOldestAwaitedAnswerCounts() {
        var state = XServerWatch.State()
        state.awaited = [3: (":1", 4), 4: (":1", 2), 5: (":2", 1)]
        #expect(state.waitingSince(":1") == 2)
        state.current = (":1", 3)
        #expect(state.waitingSince(":1") == 2)
    }

    /// The answer may be there, but nothing reads it.
    @Test func anotherDisplaysStoppedServerMakesNoneSilent() {
        var state = XServerWatch.State()
        state.awaited = [3: (":1", 4)]
        state.current = (":2", 6)
        #expect(state.waitingSince(":1") == nil)
        state.current = nil
        #expect(state.waitingSince(":1") == 4)
    }
}
