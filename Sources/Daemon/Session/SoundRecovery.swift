import Dictation
import History
import LinuxRuntime

/// The pending recoveries: the sound of dictations that never ended.
struct SoundRecovery {
    /// The recognition of such a sound.
    @EventLoopActor
    final class Attempt {
        var sound: UnfinishedSound
        let reason: InterruptionReason
        let style: DictationRunner.Style
        var transcript = Transcript()
        /// Whether it has ended or was interrupted.
        var isOver = false
        private var gain = InputGain()
        private var sampleCount = 0

        init(_ waiting: Waiting, _ style: DictationRunner.Style) {
            sound = waiting.sound
            reason = waiting.reason
            self.style = style
        }

        /// The next second of sound; nil at the end.
        func next() -> [Int16]? {
            let samples = sound.samples(from: sampleCount)
            sampleCount += samples.count
            if samples.isEmpty { return nil }
            return style.normalizes ? gain.apply(samples) : samples
        }
    }

    /// The sound of a dictation, and why the dictation never ended.
    struct Waiting {
        let sound: UnfinishedSound
        let reason: InterruptionReason
    }

    /// The oldest first; the first one stays while it is being recognised.
    var waiting: [Waiting] = []
    var attempt: Attempt?
    /// Whether the program is about to end: the sound of the current dictation is left for the next
    /// start.
    private(set) var isEnding = false
    // State of the current dictation.
    /// Whether any words of it were kept.
    private var hasWords = false
    /// Whether all of it was typed.
    private var isTyped = false
    /// Whether the recogniser failed.
    private var hasFailed = false

    /// Whether the sound of the current dictation, which has ended, must stay: it had no result.
    var needsSound: Bool { isEnding && !isTyped || hasFailed && !hasWords }

    mutating func note(_ event: DictationEvent, during state: DictationState) {
        switch event {
        case .recognizer(.failed), .deadline(.processing, _):
            hasFailed = hasFailed || state == .recording || state == .processing
        case .shutdown: isEnding = true
        case .insertion(let outcome) where outcome.end == .complete: isTyped = true
        default: break
        }
    }

    mutating func note(_ effect: DictationEffect) {
        switch effect {
        case .startCapture: (hasWords, isTyped, hasFailed) = (false, false, false)
        case .keep: hasWords = true
        default: break
        }
    }
}
