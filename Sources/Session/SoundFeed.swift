import AudioSamples
import Dictation
import DictationParts
import History
import LinuxRuntime
import MonotonicTime
import SinkChains

/// The sound's way from the microphone to the recogniser: kept for a crash, silenced while the
/// program itself plays, made louder.
@EventLoopActor
final class SoundFeed {
    private let current: CurrentSetup
    private let archive: DictationArchive
    private var gain = InputGain()
    /// How many samples are still to come that were captured before the start, and so before the
    /// cue.
    private var earlierSamples = 0
    /// The number of samples of the dictation fed to the recogniser.
    private var fedSamples = 0
    /// Whether no sound comes until the user resumes the dictation.
    var isPaused = false

    init(_ current: CurrentSetup, _ archive: DictationArchive) {
        (self.current, self.archive) = (current, archive)
    }

    /// How much of the dictation the recogniser has got.
    var fed: Duration { AudioFormat.duration(samples: fedSamples) }

    /// A dictation begins.
    func begin() {
        archive.sounds?.begin()
        (earlierSamples, fedSamples, isPaused) = (0, 0, false)
    }

    /// The first samples come: capture began so long before the dictation.
    func noteEarlier(_ time: Duration) {
        earlierSamples = max(0, AudioFormat.samples(in: time))
    }

    /// Takes a period. Answers how loud it is; nil while the program itself is heard in it.
    func take(_ samples: [Int16]) -> AudioLevel? {
        let earlier = min(earlierSamples, samples.count)
        earlierSamples -= earlier
        // What the program plays itself is no speech. The user speaks after it, or before.
        if isSounding {
            let silence = [Int16](repeating: 0, count: samples.count - earlier)
            feed(samples.prefix(earlier) + silence)
            return nil
        }
        feed(samples)
        return AudioLevel(of: samples)
    }

    private var isSounding: Bool {
        let parts = current.parts
        return parts.cues?.isSounding == true || parts.announcer?.isSounding == true
    }

    /// The microphone gives no sound for a while.
    func stall() {
        // The words before the gap and those after it don't belong together.
        feedSilence(.milliseconds(500))
    }

    /// The user pauses: the recogniser hears the end of the utterance.
    func pause() {
        isPaused = true
        feedSilence(.seconds(1))
    }

    private func feedSilence(_ time: Duration) {
        feed([Int16](repeating: 0, count: AudioFormat.samples(in: time)))
    }

    private func feed(_ samples: [Int16]) {
        archive.sounds?.add(samples)
        fedSamples += samples.count
        current.parts.recognizer.feed(
            current.style.normalizes ? gain.apply(samples) : samples)
    }
}
