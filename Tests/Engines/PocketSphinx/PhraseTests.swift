import Dictation
import DictationParts
import LinuxRuntime
import PocketSphinxModel
import Problems
import RecognizerPocketSphinx
import Settings
import SystemPackage
import TestSupport
import Testing

extension PocketSphinxTests {
    /// The phrase that begins a dictation.
    struct Phrases {
        @Test(arguments: [
            ("hey computer", 10), ("Open  Microphone", 12), ("okay typewriter", 10),
        ])
        func aPhraseHasItsSounds(_ phrase: String, _ count: Int) throws {
            let configuration = try PhraseConfiguration(phrase, .standard)
            #expect(configuration.soundCount == count)
            let worker = configuration.inWorker
            #expect(try PhraseConfiguration(worker) == configuration)
            #expect(configuration.arguments.last == "1e-\(4 * count)")
        }

        @Test(arguments: [
            ("computer", "it has 1 word"), ("", "it has 0 words"),
            ("wake up", "its 5 sounds would be heard in other words"),
            ("hello utter", "its 7 sounds would be heard in other words"),
            ("a b c d e f g", "it has 7 words"),
            (
                "extraordinary international telecommunications microphone",
                "it has 50 sounds, more than anybody says in one breath"
            ),
            ("hey zorblax", "the dictionary doesn't know “zorblax”"),
        ])
        func aPhraseThatIsHardToTellApartIsRefused(_ phrase: String, _ why: String) throws {
            let problem = try #require(throws: Problem.self) {
                try PhraseConfiguration(phrase, .standard)
            }
            #expect(problem.why == why)
            #expect(problem.remedy.contains("such as “hey computer”"))
        }

        @Test func theUsersOwnWordsAreKnown() throws {
            let model = try PocketSphinxConfiguration(words: ["Zorblax": "Z AO R B L AE K S"])
            #expect(try PhraseConfiguration("hey zorblax", model).soundCount == 10)
        }

        /// By synthetic voices, and in no sentence of real speech.
        @EventLoopActor
        @Test(
            .needs("flite", package: "flite"),
            .needs("\(Recording.sense0870.path)", package: "pocketsphinx-testdata"))
        func thePhraseIsHeardAndNothingElseIs() async throws {
            let listener = Listener()
            let recognizer = try #require(
                try PocketSphinx().phraseListener(for: "hey computer", Settings()))
            #expect(recognizer.availability() == .available)
            recognizer.prepare { listener.hear($0) }
            await listener.next { $0 == .ready || isEnd($0) }
            recognizer.begin()
            let pause = Self.noise(1)
            for voice in ["slt", "rms", "awb"] {
                let file = try await SpokenFile("hey computer", voice: voice)
                let said = WaveBytes.samples(of: try contents(of: .init(file.path)))
                let before = listener.utterances.count
                recognizer.feed(pause + said + pause)
                await recognizer.waitForRoom()
                try await waitUntil("“hey computer” by \(voice)") {
                    listener.utterances.count == before + 1
                }
            }
            for recording in Recording.allCases { recognizer.feed(try recording.samples()) }
            let file = try await SpokenFile("hey consumer this is a computer")
            recognizer.feed(WaveBytes.samples(of: try contents(of: .init(file.path))) + pause)
            try await waitUntil("all was heard") { recognizer.unheard < 4096 }
            #expect(listener.utterances == Array(repeating: "hey computer", count: 3))
            #expect(listener.problem == nil)
            recognizer.cancel()
            recognizer.close()
        }

        /// A quiet room: the same on each run.
        private static func noise(_ seconds: Int) -> [Int16] {
            var random = SplitMix(seed: 7)
            return (0..<seconds * AudioFormat.rate).map { _ in
                Int16.random(in: -30...30, using: &random)
            }
        }
    }
}
