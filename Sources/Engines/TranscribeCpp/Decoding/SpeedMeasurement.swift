import Dictation
import Glibc
import LinuxRuntime
import Problems
import SpeechWorkerProtocol

/// Measures how fast this computer is with a model, and with how many threads.
struct SpeedMeasurement {
    let speed: MeasuredSpeed
    /// Whether the processors were this program's own meanwhile. Otherwise another measurement may
    /// say something else, and this one isn't to be kept.
    let isQuiet: Bool

    /// More threads must save this much, or others have more of the processors.
    private static let gain = 0.8
    /// Runs two seconds of noise a few times.
    ///
    /// - Parameters:
    ///   - threads: the user's choice; nil for the fewest that are about as fast as any.
    ///   - window: in samples, if a run always computes as much.
    static func make(
        of model: TranscribeModel, threads: Int?, window: Int?
    ) throws(Problem) -> SpeedMeasurement {
        let usual = Processors.usualThreads
        let choices = threads.map { [$0] } ?? Array(Set([max(1, usual / 2), usual])).sorted()
        var best: (speed: MeasuredSpeed, isQuiet: Bool)?
        for count in choices {
            // Only quiet ones are compared, and more threads wait longest for each other then.
            if let best, !best.isQuiet { break }
            let session = try TranscribeSession(model, threads: count) { false }
            // The first run reads the weights, and makes room for what it computes.
            _ = try session.run(noise)
            let run = try RunTime(session, noise)
            let length = window == nil ? Double(noise.count) / Double(AudioFormat.rate) : 1
            let isQuiet = !run.isDisturbed(threads: count)
            // What a quiet machine would take, where it is not.
            let seconds = (isQuiet ? run.clock : run.processor / Double(count)) / length
            if let best, !isQuiet || seconds > best.speed.seconds * gain {
                continue
            }
            best = (MeasuredSpeed(seconds: seconds, threads: count), isQuiet)
        }
        // There is one choice at least.
        return SpeedMeasurement(speed: best!.speed, isQuiet: best!.isQuiet)
    }

    /// Noise of −50 dBFS: no words, and no silence that a model could skip.
    private static let noise: [Int16] = {
        var state: UInt32 = 1
        return (0..<2 * AudioFormat.rate).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: Int(state >> 16) % 201 - 100)
        }
    }()
}

/// How long a computation took.
struct RunTime {
    /// In seconds of the clock.
    let clock: Double
    /// In seconds of all processors together.
    let processor: Double

    /// Whether others had the processors for a third of the time or more.
    func isDisturbed(threads: Int) -> Bool { clock > 1.5 * processor / Double(threads) }

    /// Runs a sound.
    init(_ session: TranscribeSession, _ samples: [Int16]) throws(Problem) {
        let begin = Self.now
        _ = try session.run(samples)
        self.init(since: begin)
    }

    /// The time that has passed since ``now``.
    init(since begin: (clock: Double, processor: Double)) {
        let now = Self.now
        (clock, processor) = (now.clock - begin.clock, now.processor - begin.processor)
    }

    /// The time of the clock and of this process.
    static var now: (clock: Double, processor: Double) {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return (
            Double(MonotonicClock.nanoseconds) / 1e9,
            Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        )
    }
}
