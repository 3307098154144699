import Dictation
import TestSupport
import Testing

@testable import UtterCommands

/// What `utter setup` says of a microphone.
struct SoundImpressionTests {
    /// So many seconds of a sound that is louder and quieter three times a second, as speech is, with
    /// silence between the words.
    private func sound(_ seconds: Int, amplitude: Double) -> [Int16] {
        var random = SplitMix(seed: 1)
        return (0..<seconds * AudioFormat.rate).map { index in
            let isWord = index / (AudioFormat.rate / 3) % 3 != 2
            let noise = Double(Int16(truncatingIfNeeded: random.next())) / 32_768
            return Int16(noise * (isWord ? amplitude : amplitude / 500))
        }
    }

    private func impression(_ samples: [Int16]) -> SoundImpression {
        var impression = SoundImpression()
        for start in stride(from: 0, to: samples.count, by: 160) {
            _ = impression.hear(Array(samples[start..<min(start + 160, samples.count)]))
        }
        return impression
    }

    @Test func zerosAreKnownAfterSomeSeconds() {
        let short = impression([Int16](repeating: 0, count: 3 * AudioFormat.rate))
        #expect(short.verdict == .zeros && !short.isSure)
        let long = impression([Int16](repeating: 0, count: 4 * AudioFormat.rate))
        #expect(long.verdict == .zeros && long.isSure && long.samples == 4 * AudioFormat.rate)
        let one = impression([Int16](repeating: 0, count: 4 * AudioFormat.rate) + [1])
        #expect(one.verdict == .noSpeech && !one.isSure)
    }

    @Test func speechIsHeard() {
        let loud = impression(sound(6, amplitude: 12_000))
        #expect(loud.verdict == .heard && loud.isSure)
        #expect(!impression(sound(1, amplitude: 12_000)).isSure)
    }

    @Test func anEvenNoiseIsNoSpeech() {
        var random = SplitMix(seed: 2)
        let hum = (0..<6 * AudioFormat.rate).map { _ in
            Int16(truncatingIfNeeded: random.next() % 7) - 3
        }
        let impression = impression(hum)
        #expect(impression.verdict == .noSpeech && !impression.isSure)
    }

    @Test func aBarIsAsLongAsTheLevel() {
        #expect(LevelBar.text(.silence) == "[" + String(repeating: "·", count: 40) + "]")
        let loudest = AudioLevel(of: [Int16](repeating: .max, count: 160))
        #expect(LevelBar.text(loudest).count == 42 && !LevelBar.text(loudest).contains("·"))
    }
}
