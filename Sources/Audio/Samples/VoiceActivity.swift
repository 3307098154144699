public import Dictation

/// Detects speech and pauses by loudness, for engines that can't: speech is 9 dB louder than the
/// background. It only decides when a dictation may end by itself; every sample goes to the engine
/// in any case.
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
    /// Loud frames that make speech: a click is shorter than 60 ms.
    private static let framesToBegin = 6
    /// Quiet frames that make a pause: 600 ms. Gaps between words are shorter.
    private static let framesToEnd = 60

    private var rest: [Int16] = []
    private var background: Float?
    private var isSpeaking = false
    /// How many frames in a row contradict `isSpeaking`.
    private var contrary = 0
    /// How many samples of speech were heard: frames louder than the background.
    public private(set) var voiced = 0
    /// How many samples ago the last speech was; nil before any.
    public private(set) var quiet: Int?

    public init() {}

    /// Takes the next samples; returns `speechStarted` and `speechEnded` in their order.
    public mutating func hear(_ samples: some Collection<Int16>) -> [RecognizerEvent] {
        var events: [RecognizerEvent] = []
        rest += samples
        var start = 0
        while rest.count - start >= Self.frame {
            let level = AudioLevel(of: rest[start..<start + Self.frame]).value
            if let event = hear(level) { events.append(event) }
            start += Self.frame
        }
        rest.removeFirst(start)
        return events
    }

    private mutating func hear(_ level: Float) -> RecognizerEvent? {
        let floor = min(level, (background ?? level) + Self.rise, Self.loudestBackground)
        background = floor
        let isLoud = level > floor + Self.margin
        contrary = isLoud == isSpeaking ? 0 : contrary + 1
        measure(isLoud: isLoud)
        guard contrary >= (isSpeaking ? Self.framesToEnd : Self.framesToBegin) else { return nil }
        isSpeaking = isLoud
        contrary = 0
        return isSpeaking ? .speechStarted : .speechEnded
    }

    private mutating func measure(isLoud: Bool) {
        if isSpeaking, isLoud {
            voiced += Self.frame
            quiet = 0
        } else if isLoud, contrary >= Self.framesToBegin {
            // No click, but speech since the first of these frames.
            voiced += Self.framesToBegin * Self.frame
            quiet = 0
        } else {
            quiet = quiet.map { $0 + Self.frame }
        }
    }
}
