import Dictation

/// Amplifies quiet speech to a usual loudness, so that every microphone sounds alike to the
/// recogniser. It adapts slowly, so that the loudness of words keeps its differences, and within
/// limits: it only amplifies, by at most 18 dB, and never so much that it clips. Its knowledge of a
/// voice is used for the next dictation, too.
public struct InputGain: Sendable {
    /// The loudness (root mean square) to which the loud parts of quiet speech are amplified: −27
    /// dBFS. Most speech is louder, and recognisers work best with it unchanged.
    private static let target: Float = 1500
    /// 18 dB.
    private static let most: Float = 8
    /// The largest sample that is produced: −0.5 dBFS.
    private static let ceiling: Float = 30_935
    /// The fastest change: 6 dB a second.
    private static let pace: Float = 0.69
    /// Seconds of speech after which its loudness is known.
    private static let timeout: Float = 1

    /// The factor in use.
    public private(set) var factor: Float = 1
    /// The loudness of the loud parts of speech; nil before anything was said.
    private var loudness: Float?
    private var voice = VoiceActivity()
    private var isSpeaking = false

    public init() {}

    /// Returns the samples amplified.
    public mutating func apply(_ samples: [Int16]) -> [Int16] {
        var louder = samples
        for start in stride(from: 0, to: samples.count, by: VoiceActivity.frame) {
            let end = min(start + VoiceActivity.frame, samples.count)
            apply(samples[start..<end], to: &louder)
        }
        return louder
    }

    private mutating func apply(_ samples: ArraySlice<Int16>, to louder: inout [Int16]) {
        let seconds = Float(samples.count) / Float(AudioFormat.rate)
        listen(to: samples, seconds)
        let before = factor
        let wanted = loudness.map { min(Self.most, max(1, Self.target / $0)) } ?? 1
        let step = factor * Self.pace * seconds
        factor = min(max(wanted, factor - step), factor + step)
        // Speech that would clip isn't quiet: here the change must not be slow.
        let peak = samples.reduce(Float(1)) { max($0, abs(Float($1))) }
        let limit = max(1, Self.ceiling / peak)
        factor = min(factor, limit)
        if before == 1, factor == 1 { return }
        // Without a step between two frames, which would be audible as a click.
        var current = min(before, limit)
        let slope = (factor - current) / Float(samples.count)
        for index in samples.indices {
            current += slope
            louder[index] = Int16(clamping: Int((Float(samples[index]) * current).rounded()))
        }
    }

    private mutating func listen(to samples: ArraySlice<Int16>, _ seconds: Float) {
        for event in voice.hear(samples) { isSpeaking = event == .speechStarted }
        guard isSpeaking else { return }
        let squares = samples.reduce(Float(0)) { $0 + Float($1) * Float($1) }
        let heard = (squares / Float(samples.count)).squareRoot()
        guard let known = loudness else {
            loudness = max(1, heard)
            return
        }
        // Quiet sounds and the gaps between words say nothing about the loudness of speech; but a
        // voice that stays quieter is adapted to in the end.
        let share = min(1, seconds / Self.timeout)
        loudness = max(
            1,
            heard > known / 2
                ? known + (heard - known) * share
                : known * (1 - share / 10))
    }
}
