import Dictation
import History
import LinuxRuntime

/// What there is to be recovered: the sound of dictations that never ended.
struct SoundRecovery {
    /// The recognition of such a sound.
    @EventLoopActor
    final class Attempt {
        var sound: UnfinishedSound
        let reason: InterruptionReason
        let style: DictationRunner.Style
        var transcript = Transcript()
        /// Its end, or something came between.
        var isOver = false
        private var gain = InputGain()
        private var sampleCount = 0

        init(_ waiting: Waiting, _ style: DictationRunner.Style) {
            sound = waiting.sound
            reason = waiting.reason
            self.style = style
        }

        /// The next second of it; nil at its end.
        func next() -> [Int16]? {
            let samples = sound.samples(from: sampleCount)
            sampleCount += samples.count
            if samples.isEmpty { return nil }
            return style.normalizes ? gain.apply(samples) : samples
        }
    }

    /// The sound of a dictation, and why the dictation came to no end.
    struct Waiting {
        let sound: UnfinishedSound
        let reason: InterruptionReason
    }

    /// The oldest first; the first one while it is being recognised, too.
    var waiting: [Waiting] = []
    var attempt: Attempt?
    /// The program is about to end: what was being said is left for the next start.
    private(set) var isEnding = false
    // Of the present dictation.
    /// Whether something of it was kept.
    private var hasWords = false
    /// All of it was typed.
    private var isTyped = false
    /// The recogniser failed.
    private var hasFailed = false

    /// The sound of the present dictation, which is over, must not go: nothing came of it.
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
