import Dictation
import Glibc
import Problems
import SpeechSegments
import SpeechWorkerProtocol
import TranscribeCppFiles

/// How fast this computer is with the model, and what follows for its use.
struct RecognitionSpeed: Hashable, Sendable {
    let measured: MeasuredSpeed
    /// The sound that each run computes, however short what was said, in samples; nil for a model
    /// that computes as much as it is given.
    let window: Int?

    /// In seconds for a second of sound: the longest segment of a fast computer, 25 s, takes five
    /// seconds then.
    private static let slow = 0.2

    /// People who think in mid-sentence pause for a second.
    private static let longPause = SpeechSegmenter.Limits.seconds(1.5)

    private var limit: Double { window == nil ? Self.slow : WindowedRun.slow }

    var isSlow: Bool { measured.seconds > limit }

    /// The threads for runs whose words are only shown: at most half of the processors.
    var partialThreads: Int { max(1, min(measured.threads, Processors.count / 2)) }

    /// The segments that fit.
    ///
    /// - Parameter longest: the model's limit in samples; nil for none.
    func limits(longest: Int?) -> SpeechSegmenter.Limits {
        var limits = SpeechSegmenter.Limits()
        if isSlow, window == nil { limits.longest = SpeechSegmenter.Limits.seconds(6) }
        // A second less than the model takes, for the library counts frames.
        for most in [longest, window].compactMap(\.self) {
            limits.longest = max(
                2 * limits.overlap, min(limits.longest, most - AudioFormat.rate))
        }
        limits.shortPauseFrom = min(limits.shortPauseFrom, limits.longest / 2)
        if window != nil {
            // A run costs the same whatever it hears, and the parts of a sentence are understood as
            // sentences: "I would like to... Thank you for... The very nice letter."
            limits.longPause = Self.longPause
            limits.shortPauseFrom = limits.longest
            limits.dividesAtPauses = true
        }
        return limits
    }

    /// Whether a stream keeps up. It costs four times as much as runs over the same sound.
    func allowsStream(_ stream: TranscribeModel.Facts.Stream) -> Bool {
        switch stream {
        case .made: !isSlow
        case .dear: !isSlow && Processors.count >= 8
        case .none, .buffered: false
        }
    }

    /// A warning if the model is slow.
    ///
    /// - Parameter faster: what could be used instead, the best first.
    func warning(of model: TranscribeCppModel, instead faster: [FasterModel]) -> Problem? {
        guard isSlow else { return nil }
        let tenths = Int((measured.seconds * 10).rounded(.up))
        let sound = window == nil ? "a second of speech" : "a sentence"
        return Problem(
            "the speech model “\(model.name)” is slow on this computer",
            why: "\(sound) takes it \(tenths / 10).\(tenths % 10) s",
            remedy: remedy(faster))
    }

    /// The best model that should be fast enough here, and what to run to use it; empty where no
    /// model is known to be faster.
    private func remedy(_ faster: [FasterModel]) -> String {
        let enough = faster.first { measured.seconds / $0.factor <= limit }
        guard let model = enough ?? faster.first else { return "" }
        let use = "utter config set recognizer.transcribe-cpp.model \(model.name)"
        let commands = model.isInstalled ? use : "utter models install \(model.name) && \(use)"
        let judgement = enough == nil ? "is faster" : "should be fast enough"
        return "“\(model.name)” \(judgement): \(commands)"
    }
}

/// The processors that are on.
enum Processors {
    static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The threads that may be of use: where there are many processors, every second one is a core's
    /// other half, and of no use here.
    static var usualThreads: Int { count <= 4 ? count : min(8, max(4, count / 2)) }
}
