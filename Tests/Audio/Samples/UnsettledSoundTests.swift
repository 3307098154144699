import TestSupport
import Testing

@testable import AudioSamples

@Suite struct UnsettledSoundTests {
    /// Against an array of all samples.
    @Test func keepsWhatIsNotSettled() {
        var random = SplitMix(seed: 3)
        for _ in 0..<40 {
            var sound = UnsettledSound()
            var (all, start): ([Int16], Int) = ([], 0)
            for _ in 0..<30 {
                if Bool.random(using: &random) {
                    let count = Int.random(in: 0...5, using: &random)
                    let more = (0..<count).map { Int16(all.count + $0) }
                    sound.append(more)
                    all += more
                } else {
                    let position = Int.random(in: 0...all.count + 2, using: &random)
                    sound.settle(upTo: position)
                    start = max(start, min(position, all.count))
                }
                #expect(sound.start == start && sound.end == all.count)
                #expect(sound.pieces.flatMap(\.self) == Array(all[start...]))
                let from = Int.random(in: start...all.count, using: &random)
                let most = Int.random(in: 0...7, using: &random)
                #expect(
                    sound.samples(from: from, atMost: most)
                        == Array(all[from..<min(from + most, all.count)]))
            }
        }
    }

    @Test func hasNothingOfWhatIsSettled() {
        var sound = UnsettledSound()
        sound.append([1, 2, 3])
        sound.settle(upTo: 2)
        #expect(sound.samples(from: 1, atMost: 2).isEmpty)
        #expect(sound.samples(from: 3, atMost: 2).isEmpty)
    }
}
