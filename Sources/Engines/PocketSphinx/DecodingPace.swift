import Dictation

/// Whether decoding keeps up with somebody who speaks.
///
/// Sound that comes faster than it can be spoken is a recording, for which nobody waits: then
/// this is never behind, and the same recording makes the same words on any machine.
struct DecodingPace: Sendable {
    /// Sound that may wait to be decoded: 3 s. Loading the model takes less.
    private static let late = 3 * AudioFormat.rate
    /// So little that decoding has caught up: 0.5 s.
    private static let caughtUp = AudioFormat.rate / 2
    /// How far sound may be ahead of the clock: what was kept of the time before the key.
    private static let ahead = 2 * AudioFormat.rate

    /// The monotonic clock's nanoseconds.
    private let begin: Int64
    private var isRecording = false
    /// Whether too much waits.
    private(set) var isBehind = false

    init(begin: Int64) {
        self.begin = begin
    }

    /// Takes note of what was heard up to now, and how much of it waits; in samples.
    mutating func note(heard: Int, waiting: Int, now: Int64) {
        let spoken = Int((now - begin) / 1000) * (AudioFormat.rate / 1000) / 1000
        if heard > spoken + Self.ahead { isRecording = true }
        if isRecording {
            isBehind = false
        } else if waiting > Self.late {
            isBehind = true
        } else if waiting < Self.caughtUp {
            isBehind = false
        }
    }
}
