import Dictation

/// Whether decoding keeps up with live speech.
///
/// Sound that arrives faster than it can be spoken is a recording, which isn't urgent: then this is
/// never behind, and a recording gives the same words on any machine.
struct DecodingPace: Sendable {
    /// The largest backlog before decoding is behind: 3 s. Loading the model takes less.
    private static let late = 3 * AudioFormat.rate
    /// The backlog at which decoding has caught up: 0.5 s.
    private static let caughtUp = AudioFormat.rate / 2
    /// How far sound may be ahead of the clock: the preroll.
    private static let ahead = 2 * AudioFormat.rate

    /// In nanoseconds of the monotonic clock.
    private let begin: Int64
    private var isRecording = false
    /// Whether the backlog is too large.
    private(set) var isBehind = false

    init(begin: Int64) {
        self.begin = begin
    }

    /// Takes the number of samples heard so far, and how many of them are in the backlog.
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
