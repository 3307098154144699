import Glibc

/// How Whisper makes 16 kHz sound into what its encoder reads, as numbers: the file of the weights
/// doesn't have them, the converted file does.
enum WhisperFrontEnd {
    static let sampleRate = 16_000
    /// Samples in each Fourier transformation.
    static let transformed = 400
    /// Samples from one transformation to the next.
    static let hop = 160
    static var frequencies: Int { transformed / 2 + 1 }

    /// Von Hann's window.
    static let window = (0..<transformed).map { place in
        Float(0.5 - 0.5 * cos(2 * Double.pi * Double(place) / Double(transformed)))
    }

    /// Triangles that are evenly spaced on Slaney's mel scale, each of the same area; a row of
    /// `frequencies` numbers for each.
    static func filters(_ count: Int) -> [Float] {
        // Above 1 kHz; below it a mel is 200/3 Hz.
        let step = log(6.4) / 27
        let half = Double(sampleRate / 2)
        let top = 15 + log(half / 1000) / step
        let edges = (0..<count + 2).map { number -> Double in
            let mel = top * Double(number) / Double(count + 1)
            return mel < 15 ? mel * 200 / 3 : 1000 * exp(step * (mel - 15))
        }
        var filters: [Float] = []
        filters.reserveCapacity(count * frequencies)
        for number in 0..<count {
            let (low, centre, high) = (edges[number], edges[number + 1], edges[number + 2])
            for place in 0..<frequencies {
                let frequency = Double(place) * half / Double(frequencies - 1)
                let height = min(
                    (frequency - low) / (centre - low), (high - frequency) / (high - centre))
                filters.append(Float(max(0, height) * 2 / (high - low)))
            }
        }
        return filters
    }
}
