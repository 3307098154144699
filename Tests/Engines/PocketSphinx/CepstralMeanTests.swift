import Testing

@testable import PocketSphinxDecoding

/// Frames have two values here.
@Suite struct CepstralMeanTests {
    private func frames(_ frame: [Float], _ count: Int) -> [Float] {
        Array([[Float]](repeating: frame, count: count).joined())
    }

    @Test func comesNearANewVoiceWithinASecond() {
        var mean = CepstralMean(first: [40, 0])
        #expect(mean.value == [40, 0])
        mean.hear(frames([50, 10], 99))
        #expect(!mean.isKnown)
        mean.hear([50, 10])
        #expect(mean.isKnown)
        #expect(mean.value[0] > 47 && mean.value[0] < 50)
        #expect(mean.value[1] > 7 && mean.value[1] < 10)
    }

    @Test func followsTheLastSeconds() {
        var mean = CepstralMean(first: [40, 0])
        for _ in 0..<20 { mean.hear(frames([50, 10], 100)) }
        for _ in 0..<20 { mean.hear(frames([30, -10], 100)) }
        #expect(abs(mean.value[0] - 30) < 2)
        #expect(abs(mean.value[1] + 10) < 2)
    }

    @Test func hearsNothingInFramesWithoutEnergy() {
        var mean = CepstralMean(first: [40, 0])
        mean.hear(frames([-1, 70], 500))
        #expect(mean.value == [40, 0])
        #expect(!mean.isKnown)
    }

    @Test func forgetsAVoice() {
        var mean = CepstralMean(first: [40, 0])
        mean.hear(frames([50, 10], 300))
        mean.forget()
        #expect(mean.value == [40, 0])
        #expect(!mean.isKnown)
    }
}
