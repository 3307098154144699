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

    /// Its own time, and the time of a process that computes.
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

    /// A program that has ended counts before anybody has waited for it, with what it ran itself.
    @Test func aProgramCountsOnceItHasEnded() throws {
        var process = pid_t()
        // The kernel ends the inner one after a second of processor time.
        let arguments = ["sh", "-c", "(ulimit -t 1; while :; do :; done); :"]
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        try #require(posix_spawnp(&process, "sh", nil, nil, &pointers, environ) == 0)
        var information = siginfo_t()
        try #require(waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == 0)
        let before = ProcessCost(with: nil).processorSeconds
        try #require(waitid(P_PID, id_t(process), &information, WEXITED) == 0)
        let change = ProcessCost(with: nil).processorSeconds - before
        #expect(abs(change) < 0.5, "waiting for it makes no difference")
    }
}
