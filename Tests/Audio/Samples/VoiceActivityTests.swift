import AudioSamples
import Dictation
import TestSupport
import Testing

struct VoiceActivityTests {
    /// Pseudo-random noise with a fixed seed, of at most `loudness`.
    private func noise(_ milliseconds: Int, loudness: Int) -> [Int16] {
        var state: UInt32 = 1
        return (0..<16 * milliseconds).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(Int(state >> 16) % (2 * loudness + 1) - loudness)
        }
    }

    private func events(_ pieces: [Int16]..., cut: Int) -> [RecognizerEvent] {
        var voice = VoiceActivity()
        let all = pieces.flatMap { $0 }
        return stride(from: 0, to: all.count, by: cut).flatMap {
            voice.hear(all[$0..<min($0 + cut, all.count)])
        }
    }

    @Test(arguments: [160, 37, 100_000]) func reportsSpeechFromPauses(_ cut: Int) {
        let background = noise(1000, loudness: 100)
        let speech = noise(500, loudness: 6000)
        #expect(events(background, cut: cut) == [])
        #expect(
            events(background, speech, background, speech, cut: cut)
                == [.speechStarted, .speechEnded, .speechStarted])
    }

    @Test func takesNoClickForSpeechAndNoGapForAPause() {
        let background = noise(1000, loudness: 100)
        let speech = noise(500, loudness: 6000)
        #expect(events(background, noise(30, loudness: 20_000), background, cut: 160) == [])
        #expect(
            events(speech, noise(300, loudness: 100), speech, cut: 160) == [.speechStarted])
    }

    @Test func hearsWhoSpeaksFromTheFirstMoment() {
        #expect(events(noise(2000, loudness: 10_000), cut: 160) == [.speechStarted])
    }

    @Test func findsSilence() {
        var recording = DictationRecording()
        #expect(recording.sound.isSilent)
        _ = recording.append(noise(100, loudness: 10))
        #expect(recording.sound.isSilent)
        _ = recording.append(noise(15, loudness: 2000))
        #expect(!recording.sound.isSilent)
    }

    @Test func writesWaveFiles() {
        for samples in [[1], [Int16.min, -1, 0, 1, Int16.max]] as [[Int16]] {
            let read = WaveBytes.samples(of: WaveFile.bytes(of: samples))
            #expect(read == samples)
        }
    }
}
