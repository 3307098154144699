import AudioSamples
import Glibc
import Testing

struct UpsamplerTests {
    private func tone(_ hertz: Double, rate: Int, from start: Double = 0) -> [Double] {
        (0..<rate).map { 20_000 * sin(2 * .pi * hertz * (Double($0) / Double(rate) + start)) }
    }

    /// The same tone at the other rate, up to what telephones transmit and beyond.
    @Test(arguments: [100.0, 440, 3400, 6000])
    func aToneStaysAsItIs(_ hertz: Double) {
        var upsampler = Upsampler()
        let low = tone(hertz, rate: 16_000).map { Int16($0) }
        // In pieces of any length.
        let high = [0..<1, 1..<8, 8..<1001, 1001..<16_000].flatMap {
            upsampler.take(Array(low[$0]))
        }
        #expect(abs(high.count - 24_000) <= 15)
        let errors = zip(high, tone(hertz, rate: 24_000)).dropFirst(50).map {
            abs(Double($0) - $1)
        }
        // −40 dB
        #expect(errors.max()! < 200, "\(errors.max()!)")
    }

    @Test func theLoudestSoundIsNotTurnedOver() {
        var upsampler = Upsampler()
        let square = (0..<1600).map { $0 / 8 % 2 == 0 ? Int16.max : Int16.min }
        let result = upsampler.take(square)
        for (index, sample) in result.enumerated().dropFirst(24) where index % 12 == 6 {
            #expect(abs(Int(sample)) > 30_000)
        }
    }
}
