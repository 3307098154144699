import Dictation
import Glibc
import LinuxRuntime
import PocketSphinxModel
import RecognizerPocketSphinx
import SpeechWorker
import SpeechWorkerProtocol
import TestSupport
import Testing

extension PocketSphinxTests {
    /// The real engine in its process, killed and stopped.
    @Suite(.needs("\(Recording.sense0870.path)", package: "pocketsphinx-testdata"))
    struct WorkerDeaths {
        /// Sentences with a pause after each, in which what was said before is settled.
        private static func sound() throws -> [Int16] {
            let pause = [Int16](repeating: 0, count: AudioFormat.rate)
            return try Recording.allCases.flatMap { try $0.samples() + pause }
        }

        /// A new process has not adapted to the voice, so single words may differ.
        @EventLoopActor @Test func killsLoseNoSentence() async throws {
            let samples = try Self.sound()
            let listener = Listener()
            let recognizer = PocketSphinxRecognizer()
            recognizer.prepare { listener.hear($0) }
            await recognizer.dictate(samples, pieces: 160, listener)
            let expected = listener.utterances
            recognizer.close()

            let again = Listener()
            let killed = PocketSphinxRecognizer()
            defer { killed.close() }
            var kills = 0
            killed.prepare { event in
                again.hear(event)
                // In mid-sentence and after sentences, each time further on.
                let isPlace =
                    switch event {
                    case .partial: again.partials.count % 40 == 39
                    case .utterance: true
                    default: false
                    }
                guard isPlace, kills < 6, let process = killed.process else { return }
                kills += 1
                kill(process, SIGKILL)
            }
            await killed.dictate(samples, pieces: 160, again)
            #expect(kills >= 3)
            #expect(again.problem == nil, "\(String(describing: again.problem))")
            func words(_ utterances: [String]) -> Int {
                utterances.reduce(0) { $0 + $1.split(separator: " ").count }
            }
            let (found, wanted) = (words(again.utterances), words(expected))
            #expect(
                abs(found - wanted) <= wanted / 10,
                "\(again.utterances) instead of \(expected)")
        }

        @EventLoopActor @Test func aStoppedOneIsReplaced() async throws {
            let samples = try Recording.sense0880.samples()
            let listener = Listener()
            var configuration = PocketSphinxConfiguration.standard
            configuration.limits.progress = .seconds(2)
            let recognizer = PocketSphinxRecognizer(configuration)
            defer { recognizer.close() }
            recognizer.prepare { listener.hear($0) }
            await recognizer.dictate(samples, pieces: 160, listener)
            let expected = listener.utterances
            recognizer.forgetVoice()
            listener.clear()
            recognizer.begin()
            recognizer.feedAll(samples, pieces: 160)
            await listener.next { if case .partial = $0 { true } else { false } }
            kill(try #require(recognizer.process), SIGSTOP)
            recognizer.finish()
            await listener.next(where: isEnd)
            #expect(listener.utterances == expected)
        }
    }
}
