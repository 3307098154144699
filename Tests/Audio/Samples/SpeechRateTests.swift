import AudioSamples
import Glibc
import Testing

struct SpeechRateTests {
    private static func tone(_ hertz: Double, samples: Int) -> [Int16] {
        (0..<samples).map { Int16(20_000 * sin(2 * .pi * hertz * Double($0) / 16_000)) }
    }

    /// A tone becomes as much shorter as it becomes higher.
    @Test(arguments: [0.88, 0.97, 1.04, 1.13]) func aToneIsShorterAndHigher(_ rate: Double) {
        var speech = SpeechRate(rate)
        let sound = Self.tone(400, samples: 16_000)
        // In pieces of any length.
        let other = [0..<1, 1..<8, 8..<1001, 1001..<16_000].flatMap {
            speech.take(Array(sound[$0]))
        }
        #expect(abs(Double(other.count) - 16_000 / rate) <= 1)
        let wanted = Self.tone(400 * rate, samples: other.count)
        #expect(zip(other, wanted).allSatisfy { abs(Int($0) - Int($1)) < 400 })
    }

    @Test func theUsualRateChangesNothing() {
        var speech = SpeechRate(1)
        #expect(speech.take([1, 2, 3]) == [1, 2, 3])
        #expect(speech.take([]) == [])
        #expect(speech.take([4]) == [4])
    }
}
