import AudioSamples
import Dictation
import Problems

/// The state of a dictation in ``FallbackRecognizer``: the sound that the fallback would need, and
/// the reports of the first recogniser.
struct FallbackDictation {
    /// Sound whose words the first one has not reported.
    private var sound = UnsettledSound()
    /// Utterances that it reported without saying up to which sample.
    private var unplaced = 0
    /// The number of samples.
    private(set) var length = 0
    /// The partial transcript of its current utterance.
    private(set) var partial = ""
    /// Whether it reported speech, and no pause since.
    private(set) var hearsSpeech = false
    var isFinishing = false
    /// The expectations for it.
    var expected: ExpectedSpeech?
    var firstProblem: Problem?
    /// The sample with which the fallback began.
    var fallbackStart = 0

    mutating func hear(_ samples: [Int16], keeping isKept: Bool) {
        length += samples.count
        if isKept { sound.append(samples) }
    }

    /// Takes an event of the first one.
    mutating func note(_ event: RecognizerEvent) {
        switch event {
        case .partial(let words): partial = words
        case .speechStarted: hearsSpeech = true
        case .speechEnded: hearsSpeech = false
        case .utterance:
            unplaced += 1
            partial = ""
        case .settled(let samples):
            unplaced = 0
            sound.settle(upTo: samples)
        case .ready, .words, .warning, .finished, .failed: break
        }
    }

    /// The sound for the fallback, with the position of its first sample; nil if the first one
    /// reported words of an unknown part of it.
    var rest: (start: Int, pieces: [[Int16]])? {
        unplaced > 0 ? nil : (sound.start, sound.pieces)
    }

    mutating func dropSound() { sound = UnsettledSound() }

    /// An event of the fallback, which counts from its own first sample.
    func placed(_ event: RecognizerEvent) -> RecognizerEvent {
        switch event {
        case .settled(let samples): .settled(samples: fallbackStart + samples)
        case .words(let words):
            .words(words.map { $0.later(by: AudioFormat.duration(samples: fallbackStart)) })
        default: event
        }
    }
}
