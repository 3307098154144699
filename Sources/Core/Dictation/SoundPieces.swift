/// Sound in the pieces in which it came (16 kHz mono). Whoever keeps them shares them, and nothing is
/// copied as it grows: a long recording is in memory once.
public struct SoundPieces: Sendable {
    public private(set) var pieces: [[Int16]] = []
    /// How many samples they are.
    public private(set) var count = 0

    public init() {}

    public mutating func append(_ samples: [Int16]) {
        guard !samples.isEmpty else { return }
        pieces.append(samples)
        count += samples.count
    }
}
