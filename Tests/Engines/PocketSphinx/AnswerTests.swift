import Dictation
import DictationParts
import LinuxRuntime
import PocketSphinxModel
import Problems
import RecognizerPocketSphinx
import SystemPackage
import TestSupport
import Testing

extension PocketSphinxTests {
    /// An answer to a question of a set-up by voice.
    struct Answers {
        private static let answers = ["continue", "try again", "yes", "no", "number two"]

        @Test func theWorkerGetsWhatItNeeds() throws {
            let configuration = try AnswerConfiguration(Self.answers, .standard)
            let worker = configuration.inWorker
            #expect(try AnswerConfiguration(worker) == configuration)
            let vocabulary = configuration.vocabulary
            #expect(vocabulary.contains { $0.word == "yes" && $0.sounds == "Y EH S" })
            #expect(
                configuration.grammar.contains("public <heard> = continue | try again | yes | no"))
        }

        @Test func anUnknownWordIsNamed() throws {
            let problem = try #require(throws: Problem.self) {
                try AnswerConfiguration(["yes", "zorblax"], .standard)
            }
            #expect(problem.why == "the dictionary doesn't know “zorblax”")
        }

        @EventLoopActor
        @Test(
            .needs("flite", package: "flite"),
            .needs("\(Recording.sense0870.path)", package: "pocketsphinx-testdata"))
        func answersAreHeardAndOtherSpeechIsNone() async throws {
            let pause = [Int16](repeating: 0, count: AudioFormat.rate)
            for answer in Self.answers {
                let file = try await SpokenFile(answer, voice: "rms")
                let said = WaveBytes.samples(of: try contents(of: .init(file.path)))
                #expect(try await Self.heard(in: pause + said + pause) == [answer])
            }
            let other = try Recording.sense0870.samples()
            #expect(try await Self.heard(in: pause + other + pause) == [""])
        }

        /// A microphone always has some noise: from −61 to −41 dBFS here, below speech at −20. An
        /// answer that isn't understood is asked for again, so one of ten may be missed.
        @EventLoopActor
        @Test(.needs("flite", package: "flite"), arguments: [50, 150, 500])
        func answersAreHeardInNoise(_ most: Int16) async throws {
            var sounds: [[Int16]] = []
            let pause = [Int16](repeating: 0, count: 2 * AudioFormat.rate)
            for answer in Self.answers {
                let file = try await SpokenFile(answer, voice: "rms")
                let said = WaveBytes.samples(of: try contents(of: .init(file.path)))
                sounds.append(pause + said + pause)
            }
            var missed: [String] = []
            for (answer, sound) in zip(Self.answers, await Self.noisy(sounds, most: Int(most))) {
                // Some microphones give nothing at first.
                for start in [0, AudioFormat.rate] {
                    let silence = [Int16](repeating: 0, count: start)
                    if try await Self.heard(in: silence + sound) != [answer] {
                        missed.append(answer)
                    }
                }
            }
            #expect(missed.count <= 1, "\(missed)")
        }

        /// Off the event loop: it takes a second.
        @concurrent private static func noisy(_ sounds: [[Int16]], most: Int) async -> [[Int16]] {
            var random = SplitMix(seed: 7)
            return sounds.map { sound in
                sound.map {
                    Int16(clamping: Int($0) + Int.random(in: -most...most, using: &random))
                }
            }
        }

        @EventLoopActor private static func heard(in speech: [Int16]) async throws -> [String] {
            let listener = Listener()
            let recognizer = try #require(try PocketSphinx().answerListener(for: answers))
            defer { recognizer.close() }
            #expect(recognizer.availability() == .available)
            recognizer.prepare { listener.hear($0) }
            recognizer.begin()
            recognizer.feed(speech)
            try await waitUntil("all is heard") {
                !listener.utterances.isEmpty && recognizer.unheard < 4096
            }
            return listener.utterances
        }
    }
}
