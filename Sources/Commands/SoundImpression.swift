import Dictation

/// What a microphone gave while a person was asked to speak.
struct SoundImpression {
    enum Verdict: Equatable {
        /// Speech, well heard.
        case heard
        /// Speech, but so soft that words will be missed.
        case faint
        /// No sample but zeros: what is muted gives those, or what is no microphone.
        case zeros
        /// No speech stands out.
        case noSpeech
    }

    /// As much speech is enough.
    static let enough = Duration.seconds(2)
    /// Loud parts of speech below it are faint: −39 dBFS.
    private static let faintBelow: Float = 0.35

    private var voice = VoiceActivity()
    private var isSpeaking = false
    private var isAllZeros = true
    private var loudest = AudioLevel.silence
    /// Of all, and of speech.
    private(set) var samples = 0
    private var spoken = 0

    /// Takes the next samples; answers their level.
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
