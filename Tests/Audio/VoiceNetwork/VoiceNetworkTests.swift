import AudioSamples
import Dictation
import Foundation
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import VoiceNetwork

private let file = FilePath(
    Project.path(".build/transcribe/silero_vad_16k.safetensors"))
/// Read speech of 7 s, with pauses at both ends only.
private let speech =
    "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0870.wav"

@Suite(
    .needs("\(file)", package: "none: packaging/get-voice-network fetches it"),
    .needs(speech, package: "pocketsphinx-testdata"))
struct VoiceNetworkTests {
    private func recording() throws -> [Int16] {
        WaveBytes.samples(of: [UInt8](try Data(contentsOf: URL(filePath: speech))))
    }

    /// Strokes of keys: noise that fades within 20 ms, five times a second.
    private func strokes(_ seconds: Int) -> [Int16] {
        var state: UInt32 = 1
        return (0..<16_000 * seconds).map { index in
            state = state &* 1_664_525 &+ 1_013_904_223
            let loudness = 3000 * max(0, 320 - index % 3200) / 320 + 20
            return Int16(Int(state >> 16) % (2 * loudness + 1) - loudness)
        }
    }

    /// As another program computes them: NumPy, with the same weights.
    @Test func computesTheProbabilitiesOfItsAuthors() throws {
        var network = VoiceNetwork(try NetworkWeights(file))
        let samples = try recording()
        let computed = (0..<samples.count / VoiceNetwork.count).map { place in
            network.probability(
                of: samples[place * VoiceNetwork.count..<(place + 1) * VoiceNetwork.count])
        }
        let expected: [(Int, Float)] = [
            (0, 0.1056), (4, 0.1606), (5, 0.352), (7, 0.6196), (8, 0.8003), (9, 0.9259),
            (108, 1), (156, 0.9989), (214, 0.7245), (215, 0.3327), (216, 0.1274), (218, 0.0595),
        ]
        for (place, probability) in expected {
            #expect(abs(computed[place] - probability) < 0.001, "\(place)")
        }
    }

    @Test(arguments: [1600, 37]) func keysAreNoSpeech(_ piece: Int) throws {
        let spoken = try recording()
        let typed = strokes(4)
        let sound = typed + zip(spoken, strokes(8)).map { $0 &+ $1 } + typed
        let weights = try NetworkWeights(file)
        for (voice, events) in [
            (VoiceActivity(VoiceNetwork(weights)), [.speechStarted, .speechEnded]),
            // Each stroke is louder than the background.
            (VoiceActivity(), [.speechStarted]),
        ] as [(VoiceActivity, [RecognizerEvent])] {
            var voice = voice
            let heard = stride(from: 0, to: sound.count, by: piece).flatMap {
                voice.hear(sound[$0..<min($0 + piece, sound.count)])
            }
            #expect(heard == events)
        }
    }

    @Test func aDamagedFileIsNoModel() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file.string)))
        let defect = { (bytes: [UInt8]) -> NetworkWeights.Defect? in
            do throws(NetworkWeights.Defect) {
                _ = try NetworkWeights(bytes: bytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(defect(bytes) == nil)
        #expect(defect([]) == .notTheFormat)
        #expect(defect(Array("GGUF".utf8) + bytes) == .notTheFormat)
        #expect(defect([UInt8](repeating: 255, count: 100)) == .notTheFormat)
        #expect(defect(Array(bytes.prefix(1000))) == .notTheFormat)
        #expect(defect(Array(bytes.dropLast(100))) == .missing("final_conv.weight"))
        #expect(
            defect([2, 0, 0, 0, 0, 0, 0, 0] + Array("{}".utf8)) == .missing("stft_conv.weight"))
        let missing = #expect(throws: Problem.self) { try NetworkWeights("/no/such") }
        #expect(missing?.what == "cannot read the model that detects speech “/no/such”")
    }
}
