import Dictation
import DictationParts
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

@testable import AudioALSA

/// ALSA's PCM `null`, which has samples whenever it is asked.
@Suite(.runningLoop, .serialized, .timeLimit(.minutes(10))) struct ClocklessTests {
    @EventLoopActor @Test(arguments: [.closed, .open, .listening(.seconds(1))] as [AudioIdleMode])
    func givesWhatTimeBringsAndEnds(_ idleMode: AudioIdleMode) async throws {
        let microphone = ALSAMicrophone("null", idleMode: idleMode)
        for _ in 0..<2 {
            let start = MonotonicClock.nanoseconds
            let collector = AudioCollector()
            microphone.start { collector.take($0) }
            try await collector.wait("four seconds") { $0.samples.count >= 4 * AudioFormat.rate }
            microphone.stop()
            collector.isClosed = true
            let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
            // A second from before the start, two at once.
            let most = Int((3 + 1.05 * seconds) * Double(AudioFormat.rate))
            #expect(collector.samples.count + collector.lost <= most)
            // Its thread has ended, or waits.
            try await waitUntil("the device rests") { microphone.idleMode == idleMode }
        }
    }

    @Test func noClockOfADeviceIsTooFast() {
        var pace = CapturePace(at: 0)
        var time: Int64 = 0
        var refusals = 0
        // An hour, a hundredth too fast, in periods of 10 ms.
        for _ in 0..<360_000 {
            time += 10_000_000
            if !pace.allowsMore(at: time) { refusals += 1 }
            pace.give(162)
        }
        #expect(refusals == 0)
        #expect(pace.allowance > AudioFormat.rate)
    }

    @Test func whatADeviceKeptDuringAStallIsTakenAtOnce() {
        var pace = CapturePace(at: 0)
        _ = pace.allowsMore(at: 10_000_000_000)
        #expect(pace.allowance >= 10 * AudioFormat.rate)
    }
}
