import AudioSamples
import Dictation

/// The sound that a microphone recorded while the user was asked to speak.
struct SoundImpression {
    enum Verdict: Equatable {
        /// Speech at a good level.
        case heard
        /// Speech, but so quiet that words will be missed.
        case faint
        /// Only zeros, as from a muted microphone, or a device that is no microphone.
        case zeros
        /// No speech was detected.
        case noSpeech
    }

    /// This much speech is enough.
    static let enough = Duration.seconds(2)
    /// If the loudest level is below this, the speech is faint: −39 dBFS.
    private static let faintBelow: Float = 0.35

    private var voice = VoiceActivity()
    private var isSpeaking = false
    private var isAllZeros = true
    private var loudest = AudioLevel.silence
    /// Counts of all samples, and of those with speech.
    private(set) var samples = 0
    private var spoken = 0

    /// Takes the next samples; returns their level.
    mutating func hear(_ samples: [Int16]) -> AudioLevel {
        self.samples += samples.count
        if isAllZeros { isAllZeros = samples.allSatisfy { $0 == 0 } }
        for event in voice.hear(samples) { isSpeaking = event == .speechStarted }
        let level = AudioLevel(of: samples)
        if isSpeaking {
            spoken += samples.count
            loudest = max(loudest, level)
        }
        return level
    }

    /// Whether no more sound is needed.
    var isSure: Bool {
        AudioFormat.duration(samples: spoken) >= Self.enough
            || isAllZeros && AudioFormat.duration(samples: samples) >= .seconds(4)
    }

    var verdict: Verdict {
        if isAllZeros { return .zeros }
        if AudioFormat.duration(samples: spoken) < Self.enough / 4 { return .noSpeech }
        return loudest.value < Self.faintBelow ? .faint : .heard
    }
}
