/// Speech at another rate, and a pitch to match: between two samples a straight line. A recogniser
/// then decides anew about words of which it wasn't sure.
public struct SpeechRate: Sendable {
    private let rate: Double
    /// The place of the next sample, counted from `last`.
    private var place = 1.0
    /// The sample before those that come next.
    private var last: Int16 = 0

    /// - Parameter rate: above 1 for faster speech.
    public init(_ rate: Double) {
        precondition(rate > 0)
        self.rate = rate
    }

    public mutating func take(_ samples: [Int16]) -> [Int16] {
        guard rate != 1, let end = samples.last else { return samples }
        let sound = [last] + samples
        var result: [Int16] = []
        result.reserveCapacity(Int(Double(samples.count) / rate) + 1)
        while place <= Double(samples.count) {
            let index = min(Int(place), samples.count - 1)
            let (before, after) = (Double(sound[index]), Double(sound[index + 1]))
            result.append(
                Int16(
                    clamping: Int((before + (after - before) * (place - Double(index))).rounded())))
            place += rate
        }
        place -= Double(samples.count)
        last = end
        return result
    }
}
