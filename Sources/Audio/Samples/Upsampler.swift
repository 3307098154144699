import Glibc

/// Turns samples at 16 kHz into samples at 24 kHz as they come: three for two, each a sum of those
/// around its place (a sinc with a Hann window). The last half millisecond is kept for what follows.
public struct Upsampler: Sendable {
    /// The samples on either side of a place.
    private static let reach = 8
    /// The weights of the samples around a place that is so far behind one of them.
    private static let weights = [0, 2.0 / 3, 1.0 / 3].map { fraction in
        let weights = (1 - reach...reach).map { sample in
            let x = .pi * (Double(sample) - fraction)
            return x == 0 ? 1 : sin(x) / x * pow(cos(x / Double(2 * reach)), 2)
        }
        let sum = weights.reduce(0, +)
        return weights.map { $0 / sum }
    }

    private var kept = [Int16](repeating: 0, count: Self.reach - 1)

    public init() {}

    public mutating func take(_ samples: [Int16]) -> [Int16] {
        kept += samples
        var result: [Int16] = []
        result.reserveCapacity(samples.count * 3 / 2)
        var place = 0
        while place + 2 * Self.reach < kept.count {
            for (phase, start) in [place, place, place + 1].enumerated() {
                let weights = Self.weights[phase]
                var sum = 0.0
                for index in weights.indices { sum += weights[index] * Double(kept[start + index]) }
                result.append(Int16(clamping: Int(sum.rounded())))
            }
            place += 2
        }
        kept.removeFirst(place)
        return result
    }
}
