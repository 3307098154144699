import Dictation
import Glibc
import LinuxRuntime
import Problems
import SpeechSegments
import TranscribeCppFiles

/// How fast this computer is with a model: measured once, when the model is loaded.
struct RecognitionSpeed: Hashable, Sendable {
    /// The time that a second of sound takes.
    let realTimeFactor: Double
    /// Whether each run costs the same, however short its sound: Whisper always computes 30 s.
    let isWindowed: Bool

    /// The longest segment of a fast computer, 25 s, takes five seconds then.
    private static let slow = 0.2

    var isSlow: Bool { realTimeFactor > Self.slow }

    /// The segments that fit.
    ///
    /// - Parameter longest: the model's limit in samples; nil for none.
    func limits(longest: Int?) -> SpeechSegmenter.Limits {
        var limits = SpeechSegmenter.Limits()
        if isSlow, !isWindowed { limits.longest = SpeechSegmenter.Limits.seconds(6) }
        if let longest {
            // A second less than the model takes, for the library counts frames.
            limits.longest = max(
                2 * limits.overlap, min(limits.longest, longest - AudioFormat.rate))
        }
        return limits
    }

    /// Whether a stream keeps up. It costs four times as much as runs over the same sound.
    func allowsStream(_ stream: TranscribeSession.Facts.Stream, cores: Int) -> Bool {
        switch stream {
        case .made: !isSlow
        case .dear: !isSlow && cores >= 8
        case .none, .buffered: false
        }
    }

    /// A warning if the model is slow.
    ///
    /// - Parameter faster: what could be used instead, the best first.
    func warning(of model: TranscribeCppModel, instead faster: [FasterModel]) -> Problem? {
        guard isSlow else { return nil }
        let tenths = Int((realTimeFactor * 10).rounded(.up))
        return Problem(
            "the speech model “\(model.name)” is slow on this computer",
            why: "a second of speech takes it \(tenths / 10).\(tenths % 10) s",
            remedy: remedy(faster))
    }

    /// The best model that should be fast enough here, and what to run to use it.
    private func remedy(_ faster: [FasterModel]) -> String {
        guard let model = faster.first(where: { realTimeFactor / $0.factor <= Self.slow }) else {
            return "A smaller model may be fast enough: utter models available"
        }
        let use = "utter config set recognizer.transcribe-cpp.model \(model.name)"
        let commands = model.isInstalled ? use : "utter models install \(model.name) && \(use)"
        return "“\(model.name)” should be fast enough: \(commands)"
    }

    /// Runs two seconds of sound.
    static func measure(_ session: TranscribeSession) throws(Problem) -> RecognitionSpeed {
        // Noise of −50 dBFS: no words, and no silence that a model could skip.
        var state: UInt32 = 1
        let sound = (0..<2 * AudioFormat.rate).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: Int(state >> 16) % 201 - 100)
        }
        let isWindowed = session.facts.architecture == "whisper"
        let seconds: Double = isWindowed ? 30 : 2
        func once() throws(Problem) -> RecognitionSpeed {
            let begin = MonotonicClock.nanoseconds
            _ = try session.run(sound)
            let time = Double(MonotonicClock.nanoseconds - begin) / 1e9
            return RecognitionSpeed(realTimeFactor: time / seconds, isWindowed: isWindowed)
        }
        let first = try once()
        guard first.isSlow else { return first }
        // The first run reads the weights from the disk.
        let second = try once()
        return second.realTimeFactor < first.realTimeFactor ? second : first
    }

    /// The processors that are on.
    static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Where there are many, every second one is a core's other half, and of no use here.
    static var usualThreads: Int { cores <= 4 ? cores : min(8, max(4, cores / 2)) }
}
