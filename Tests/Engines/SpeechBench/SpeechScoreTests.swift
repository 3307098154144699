import Glibc
import SpeechBench
import Testing

struct SpeechScoreTests {
    @Test func scoresAddUp() {
        var (one, all) = (SpeechScore(), SpeechScore())
        (one.seconds, one.elapsedSeconds, one.processorSeconds) = (4, 1, 2)
        one.errors = WordErrors(said: ["a", "b"], heard: ["a", "c"])
        #expect(all.realTimeFactor == 0 && all.processorFactor == 0)
        all += one
        all += one
        #expect(all.seconds == 8 && all.realTimeFactor == 0.25 && all.processorFactor == 0.5)
        #expect(all.errors.words == 4 && all.errors.rate == 0.5)
    }

    @Test func percentilesAreOfTheNearestRank() {
        var waits = WaitingTimes()
        #expect(waits.percentile(0.5) == nil)
        waits.all = [5, 1, 4, 2, 3]
        #expect(waits.percentile(0.5) == 3)
        #expect(waits.percentile(0.95) == 5)
        #expect(waits.percentile(1) == 5)
        #expect(waits.percentile(0.01) == 1)
    }

    /// Its own time, and that of a process that computes.
    @Test func theProcessorTimeOfBothCounts() throws {
        // With programs that have ended: other tests' among them.
        let all = ProcessCost(with: nil).processorSeconds
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        let own = Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
        #expect(own > 0)
        // Counted twice if it is told to be another process. Both clocks round.
        #expect(ProcessCost(with: 0).processorSeconds >= all + own - 0.01)
        #expect(try #require(ProcessCost.mostMemory(of: getpid())) > 1_000_000)
        #expect(ProcessCost.mostMemory(of: -1) == nil)
    }
}
