import AudioSamples
import Dictation
import Testing

struct InputGainTests {
    /// A voice: after half a second of near silence, 200 ms with a root mean square of `loudness`
    /// alternate with 100 ms at a quarter of it.
    private func speech(_ seconds: Int, loudness: Double, noise: Int = 2) -> [Int16] {
        var state: UInt32 = 1
        func random() -> Double {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Double(state >> 16) / 32_768 - 1
        }
        let quiet = (0..<8000).map { _ in Int16(random() * Double(noise)) }
        // A uniform distribution's root mean square is its peak divided by the root of 3.
        let peak = min(32_767, loudness * 1.732)
        return quiet
            + (0..<seconds * 16_000).map { index in
                Int16(random() * (index % 4800 < 3200 ? peak : peak / 4))
            }
    }

    private func apply(_ gain: inout InputGain, _ samples: [Int16], cut: Int = 160) -> [Int16] {
        stride(from: 0, to: samples.count, by: cut).flatMap {
            gain.apply(Array(samples[$0..<min($0 + cut, samples.count)]))
        }
    }

    /// The result for a voice after 10 s: its loudness, and the right factor for it. Anything
    /// softer than −51 dBFS is not speech.
    @Test(arguments: [
        (30.0, 1.0), (100, 8), (150, 8), (300, 5), (600, 2.5), (1000, 1.5), (1400, 1.07),
        (2000, 1), (9000, 1), (18_000, 1),
    ])
    func bringsVoicesToOneLoudness(_ loudness: Double, _ factor: Double) {
        var gain = InputGain()
        let said = speech(10, loudness: loudness)
        let heard = apply(&gain, said)
        #expect(heard.count == said.count)
        #expect(abs(Double(gain.factor) / factor - 1) < 0.15, "\(gain.factor)")
    }

    @Test(arguments: [1, 37, 160, 1000, 100_000])
    func worksOnPiecesOfAnySize(_ cut: Int) {
        var gain = InputGain()
        let said = speech(4, loudness: 300)
        #expect(apply(&gain, said, cut: cut).count == said.count)
        #expect((4.2...5.8).contains(gain.factor), "\(gain.factor)")
    }

    @Test func isSlow() {
        var gain = InputGain()
        _ = apply(&gain, speech(1, loudness: 100))
        // 6 dB per second: twice as loud.
        #expect(gain.factor > 1.2 && gain.factor < 2.1, "\(gain.factor)")
    }

    @Test func makesNoSilenceLouder() {
        var gain = InputGain()
        let noise = Array(speech(0, loudness: 0, noise: 200))
        for _ in 0..<40 { #expect(apply(&gain, noise) == noise) }
        #expect(gain.factor == 1)
    }

    @Test func leavesLoudSpeechAsItIs() {
        var gain = InputGain()
        let said = speech(5, loudness: 6000)
        #expect(apply(&gain, said) == said)
    }

    /// The user whispers and then shouts.
    @Test func neverClips() {
        var gain = InputGain()
        _ = apply(&gain, speech(10, loudness: 100))
        #expect(gain.factor > 7)
        let shout = speech(3, loudness: 12_000)
        let heard = apply(&gain, shout)
        #expect(heard.allSatisfy { abs(Int($0)) <= 31_000 })
        for (said, heard) in zip(shout, heard) { #expect(abs(Int(heard)) >= abs(Int(said))) }
    }

    @Test func changesWithoutSteps() {
        var gain = InputGain()
        let said =
            [Int16](repeating: 100, count: 8000).enumerated().map { index, sample in
                index % 2 == 0 ? sample : -sample
            } + speech(5, loudness: 500)
        let heard = apply(&gain, said)
        var before: Double?
        for (said, heard) in zip(said, heard) where abs(Int(said)) > 200 {
            let factor = Double(heard) / Double(said)
            // Rounding a sample of 200 is off by up to 0.25 %.
            if let before { #expect(abs(factor / before - 1) < 0.02) }
            before = factor
        }
    }
}
