public import Dictation

/// Detects speech and pauses, for engines that can't: by the probabilities of a
/// ``SpeechProbability``, or by loudness, where speech is 9 dB louder than the background.
/// `Benchmarks/voice-activity` compares the two.
public struct VoiceActivity: Sendable {
    /// Loudness is measured in frames of 10 ms.
    static let frame = AudioFormat.rate / 100
    /// 9 dB, in levels of 60 dB.
    private static let margin: Float = 0.15
    /// The background is never assumed to be louder than −33 dBFS: otherwise speech from the first
    /// frame on would be taken for background.
    private static let loudestBackground: Float = 0.45
    /// How fast the background may rise, per frame: 3 dB a second. It falls at once.
    private static let rise: Float = 0.0005
    /// Frames that make speech: a click is shorter than 60 ms.
    private static let framesToBegin = 6
    /// Frames without speech that make a pause: 600 ms. Gaps between words are shorter.
    private static let framesToEnd = 60

    /// Speech begins with this probability
    private static let probable: Float = 0.5
    /// and goes on while it isn't below this one: what Silero's authors use.
    private static let improbable: Float = 0.35

    // A network hears quiet speech as loud as other speech is: its loudness of late, the root mean
    // square of what the network takes at a time, is brought to −26 dBFS, by at most 40 dB.
    private static let usualLoudness: Float = 1640
    private static let leastLoudness: Float = 16.4
    /// Before anything was heard: −46 dBFS.
    private static let firstLoudness: Float = 164
    /// How fast the loudest level is forgotten: 1.5 dB a second.
    private static let forgetting: Float = 0.17

    private var network: (any SpeechProbability)?
    private var loudness = Self.firstLoudness
    /// Samples that the network has yet to hear, and below its last answer.
    private var unheard: [Int16] = []
    private var isProbable = false
    private var rest: [Int16] = []
    private var background: Float?
    private var isSpeaking = false
    /// How many frames in a row contradict `isSpeaking`.
    private var contrary = 0
    /// How many samples of speech were heard.
    public private(set) var voiced = 0
    /// How many samples ago the last speech was; nil before any.
    public private(set) var quiet: Int?

    /// Whether a network detects it, not loudness.
    public var isByNetwork: Bool { network != nil }

    /// - Parameter network: what tells speech from other sounds; nil: loudness.
    public init(_ network: (any SpeechProbability)? = nil) {
        self.network = network
    }

    /// Takes the next samples; returns `speechStarted` and `speechEnded` in their order.
    public mutating func hear(_ samples: some Collection<Int16>) -> [RecognizerEvent] {
        var events: [RecognizerEvent] = []
        rest += samples
        var start = 0
        while rest.count - start >= Self.frame {
            let frame = rest[start..<start + Self.frame]
            if let event = hear(isSpeech: isSpeech(frame)) { events.append(event) }
            start += Self.frame
        }
        rest.removeFirst(start)
        return events
    }

    /// Whether a frame is speech. A network says it of more samples, so up to three frames late.
    private mutating func isSpeech(_ frame: ArraySlice<Int16>) -> Bool {
        guard var network else { return isLoud(AudioLevel(of: frame).value) }
        let count = type(of: network).count
        unheard += frame
        while unheard.count >= count {
            let probability = network.probability(of: amplified(unheard.prefix(count)))
            isProbable = probability >= (isProbable ? Self.improbable : Self.probable)
            unheard.removeFirst(count)
        }
        self.network = network
        return isProbable
    }

    private mutating func amplified(_ samples: ArraySlice<Int16>) -> [Int16] {
        let squares = samples.reduce(Float(0)) { $0 + Float($1) * Float($1) }
        let seconds = Float(samples.count) / Float(AudioFormat.rate)
        loudness = max(
            (squares / Float(samples.count)).squareRoot(),
            loudness * (1 - Self.forgetting * seconds), Self.leastLoudness)
        let gain = Self.usualLoudness / loudness
        guard gain > 1 else { return Array(samples) }
        return samples.map { Int16(clamping: Int(Float($0) * gain)) }
    }

    private mutating func isLoud(_ level: Float) -> Bool {
        let floor = min(level, (background ?? level) + Self.rise, Self.loudestBackground)
        background = floor
        return level > floor + Self.margin
    }

    private mutating func hear(isSpeech: Bool) -> RecognizerEvent? {
        contrary = isSpeech == isSpeaking ? 0 : contrary + 1
        measure(isSpeech: isSpeech)
        guard contrary >= (isSpeaking ? Self.framesToEnd : Self.framesToBegin) else { return nil }
        isSpeaking = isSpeech
        contrary = 0
        return isSpeaking ? .speechStarted : .speechEnded
    }

    private mutating func measure(isSpeech: Bool) {
        if isSpeaking, isSpeech {
            voiced += Self.frame
            quiet = 0
        } else if isSpeech, contrary >= Self.framesToBegin {
            // No click, but speech since the first of these frames.
            voiced += Self.framesToBegin * Self.frame
            quiet = 0
        } else {
            quiet = quiet.map { $0 + Self.frame }
        }
    }
}

/// How probable it is that sound is speech, for ``VoiceActivity``. A value that remembers what it
/// heard.
public protocol SpeechProbability: Sendable {
    /// How many samples it takes at a time.
    static var count: Int { get }

    /// Takes the next ``count`` samples; returns a probability from 0 to 1.
    mutating func probability(of samples: some Collection<Int16>) -> Float
}
