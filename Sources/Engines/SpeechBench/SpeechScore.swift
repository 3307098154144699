/// The measurements of one recording, or of several together.
public struct SpeechScore: Sendable {
    /// Of sound.
    public var seconds = 0.0
    /// How long recognition took, fed as fast as the recogniser takes it.
    public var elapsedSeconds = 0.0
    /// Of this process and those that recognise.
    public var processorSeconds = 0.0
    public var errors = WordErrors()
    /// Nil if it wasn't counted.
    public var live: LiveTypingCost?

    public init() {}

    public static func += (sum: inout SpeechScore, other: SpeechScore) {
        sum.seconds += other.seconds
        sum.elapsedSeconds += other.elapsedSeconds
        sum.processorSeconds += other.processorSeconds
        sum.errors += other.errors
        if let live = other.live {
            var all = sum.live ?? LiveTypingCost()
            all += live
            sum.live = all
        }
    }

    /// The time for each second of sound.
    public var realTimeFactor: Double { seconds == 0 ? 0 : elapsedSeconds / seconds }

    /// The processor time for each second of sound: more than the real-time factor where several
    /// cores compute, and nearly the same on a busy computer.
    public var processorFactor: Double { seconds == 0 ? 0 : processorSeconds / seconds }
}

/// Waits of which the middle and the long ones are wanted.
public struct WaitingTimes: Sendable {
    /// In seconds.
    public var all: [Double] = []

    public init() {}

    /// The time within which a share of them was over (by the nearest rank); nil without any.
    ///
    /// - Parameter share: more than 0 and at most 1.
    public func percentile(_ share: Double) -> Double? {
        guard !all.isEmpty else { return nil }
        let rank = Int((share * Double(all.count)).rounded(.up))
        return all.sorted()[max(1, min(rank, all.count)) - 1]
    }
}
