import AudioSamples
import Dictation
import History
import LinuxRuntime

extension SoundRecovery {
    /// The recognition of such a sound.
    @EventLoopActor
    final class Attempt {
        let purpose: Purpose
        var sound: DictationSound
        let style: DictationRunner.Style
        var transcript = Transcript()
        /// Whether it has ended or was interrupted.
        var isOver = false
        /// Whether it has all words.
        var isComplete = false
        private var rate: SpeechRate
        private var gain = InputGain()
        private var sampleCount = 0

        init(
            _ sound: DictationSound, for purpose: Purpose, _ style: DictationRunner.Style,
            rate: Double = 1
        ) {
            (self.sound, self.purpose, self.style) = (sound, purpose, style)
            self.rate = SpeechRate(rate)
            sampleCount = sound.start
        }

        /// The next second of sound; nil at the end.
        func next() -> [Int16]? {
            let samples = sound.samples(from: sampleCount)
            sampleCount += samples.count
            if samples.isEmpty { return nil }
            return rate.take(style.normalizes ? gain.apply(samples) : samples)
        }
    }

    enum Purpose {
        /// Its words are wanted as a dictation.
        case dictation(Waiting)
        /// Its words are compared with others.
        case reading
    }

    /// The sound of a dictation, and why the dictation never ended.
    struct Waiting {
        let sound: DictationSound
        let reason: InterruptionReason
        /// The overrides that the user wants instead of the dictation's; nil if nobody asked for
        /// any.
        var wanted: DictationOverrides?
    }
}
