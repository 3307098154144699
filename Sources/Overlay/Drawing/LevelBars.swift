import Glibc

/// The movement of the five bars: they rise with the audio level at once and fall slowly, each a
/// little differently. A value that is given the time and never reads a clock.
public struct LevelBars: Sendable {
    /// Levels below this move nothing: the noise of a quiet room (−48 dBFS).
    private static let floor: Float = 0.2
    /// At this level the bars fill their place: the loud syllables of ordinary speech (−18 dBFS).
    private static let ceiling: Float = 0.7
    /// Time constants in seconds.
    private static let rise: Float = 0.035
    private static let fall: Float = 0.16
    private static let shares: [Float] = [0.7, 0.9, 1, 0.92, 0.75]
    /// Frequencies in Hz, without a common multiple that would show.
    private static let paces: [Float] = [2.3, 3.1, 2.7, 3.7, 1.9]

    private var target: Float = 0
    private var height: Float = 0
    private var time: Float = 0

    public init() {}

    /// Takes an audio level from 0 to 1 (`AudioLevel`).
    public mutating func hear(_ level: Float) {
        let share = (level - Self.floor) / (Self.ceiling - Self.floor)
        target = min(1, max(0, share))
    }

    /// Advances the movement by a time in seconds, at most 0.1 s at once.
    public mutating func advance(by seconds: Float) {
        let step = min(0.1, max(0, seconds))
        let constant = target > height ? Self.rise : Self.fall
        height += (target - height) * (1 - exp(-step / constant))
        if abs(target - height) < 0.004 { height = target }
        time += step
    }

    /// Whether nothing moves until the next level.
    public var isStill: Bool { height == 0 && target == 0 }

    /// Five heights from 0 to 1.
    public var heights: [Float] {
        zip(Self.shares, Self.paces).map { share, pace in
            height * share * (0.78 + 0.22 * sin(2 * .pi * pace * time))
        }
    }

    /// The levels for users who want less motion: as many bars are raised as the level reaches, and
    /// none of them moves in between.
    public var steps: [Float] {
        let count = Int((target * 5).rounded(.up))
        return (0..<5).map { $0 < count ? [0.35, 0.5, 0.65, 0.8, 1][$0] : 0 }
    }
}
