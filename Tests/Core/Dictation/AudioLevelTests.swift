import Dictation
import Foundation
import Testing

@Suite struct AudioLevelTests {
    @Test func isZeroForSilenceAndOneForFullScale() {
        #expect(AudioLevel(of: [Int16](repeating: 0, count: 160)) == .silence)
        #expect(AudioLevel(of: [Int16]()) == .silence)
        #expect(AudioLevel(of: [Int16](repeating: .min, count: 160)).value == 1)
    }

    @Test func isLogarithmicWithinATenthOfADecibel() {
        for exponent in stride(from: -5.9, through: 0, by: 0.05) {
            let level = AudioLevel(power: Float(pow(10, exponent)))
            let exact = 1 + exponent * 10 / 60
            #expect(abs(Double(level.value) - exact) < 0.1 / 60, "power 1e\(exponent)")
        }
    }
}
