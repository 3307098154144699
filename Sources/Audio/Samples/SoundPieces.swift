import Dictation

/// Sound in the pieces in which it arrived (16 kHz mono). Copies share the pieces, and nothing is
/// copied as the sound grows: a long recording is in memory only once.
public struct SoundPieces: Sendable {
    public private(set) var pieces: [[Int16]] = []
    /// The number of samples.
    public private(set) var count = 0

    public init(_ pieces: [[Int16]] = []) {
        for piece in pieces { append(piece) }
    }

    public mutating func append(_ samples: [Int16]) {
        guard !samples.isEmpty else { return }
        pieces.append(samples)
        count += samples.count
    }

    /// Whether it contains only the silence of a switched-off microphone (no 10 ms above −60 dBFS):
    /// engines that expect speech would invent words for it.
    public var isSilent: Bool {
        pieces.allSatisfy { samples in
            stride(from: 0, to: samples.count, by: VoiceActivity.frame).allSatisfy {
                let end = min($0 + VoiceActivity.frame, samples.count)
                return AudioLevel(of: samples[$0..<end]) == .silence
            }
        }
    }
}
