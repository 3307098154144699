import Dictation
import LinuxRuntime
import Problems
import RecognizerVosk
import SpeechWorker
import SystemPackage
import TestSupport
import Testing
import VoskFiles

/// Against a strict fake of the library's interface, which ends the process at a wrong call.
@Suite(.runningLoop, .needs("cc", package: "gcc"))
struct VoskTests {
    /// Samples of the fake's words; 0 is silence.
    private func sound(_ words: Int16...) -> [Int16] {
        words.flatMap { [Int16](repeating: $0, count: 3200) }
    }

    @EventLoopActor
    private func begin(_ model: String = "vosk-model-en-us") async throws -> Dictating {
        let dictating = try Dictating(
            try await FakeLibrary(), try ToneModel(model))
        try await dictating.prepared()
        return dictating
    }

    @EventLoopActor @Test func tellsWordsWhileTheyAreSpoken() async throws {
        let dictating = try await begin()
        #expect(dictating.listener.events == [.ready])
        try await dictating.dictate(sound(0, 1, 2, 0, 3))
        let second = { Duration.milliseconds(200 * $0) }
        func word(_ text: String, _ start: Int, _ end: Int) -> RecognizedWord {
            RecognizedWord(text, start: second(start), end: second(end), confidence: 0.5)
        }
        #expect(
            dictating.listener.events.dropFirst().dropLast() == [
                .speechStarted, .partial("w1"), .partial("w1 w2"), .speechEnded,
                .words([word("w1", 1, 2), word("w2", 2, 3)]), .utterance("w1 w2"),
                .settled(samples: 4 * 3200),
                .speechStarted, .partial("w3"), .speechEnded, .words([word("w3", 4, 5)]),
                .utterance("w3"),
            ])
        guard case .finished = dictating.listener.events.last else {
            Issue.record("it did not finish: \(dictating.listener.events)")
            return
        }
        dictating.recognizer.close()
    }

    @EventLoopActor @Test func timesBeginAnewWithEachDictation() async throws {
        let dictating = try await begin()
        defer { dictating.recognizer.close() }
        for _ in 0..<3 { try await dictating.dictate(sound(0, 5)) }
        let words = dictating.listener.events.compactMap {
            if case .words(let words) = $0 { words } else { nil }
        }
        #expect(words.count == 3)
        #expect(words.allSatisfy { $0 == words[0] && $0[0].start == .milliseconds(200) })
    }

    @EventLoopActor @Test func leavesOutWhatTheModelHasNoWordFor() async throws {
        let dictating = try await begin()
        defer { dictating.recognizer.close() }
        try await dictating.dictate(sound(1, -2, 0))
        #expect(dictating.listener.utterances == ["w1 w2"])
        #expect(dictating.listener.partials == ["w1", "w1 w2"])
    }

    @EventLoopActor @Test func saysNothingOfSilence() async throws {
        let dictating = try await begin()
        defer { dictating.recognizer.close() }
        try await dictating.dictate(sound(0, 0))
        try await dictating.dictate([])
        #expect(dictating.listener.events.count == 3, "\(dictating.listener.events)")
    }

    @EventLoopActor @Test func isCancelledAndBegunAnew() async throws {
        let dictating = try await begin()
        defer { dictating.recognizer.close() }
        dictating.recognizer.begin()
        dictating.recognizer.feed(sound(7, 7, 7))
        dictating.recognizer.cancel()
        try await dictating.dictate(sound(8))
        #expect(dictating.listener.utterances == ["w8"])
    }

    @EventLoopActor @Test func takesSoundBeforeTheModelIsLoaded() async throws {
        let dictating = try Dictating(
            try await FakeLibrary(), try ToneModel())
        defer { dictating.recognizer.close() }
        try await dictating.dictate(sound(1, 0))
        #expect(dictating.listener.events.first == .ready)
        #expect(dictating.listener.utterances == ["w1"])
    }

    @EventLoopActor
    @Test(arguments: [
        ("refused", "cannot load the speech model"), ("unfit", "cannot recognise with the speech"),
    ])
    func aModelIsRefused(_ model: String, _ what: String) async throws {
        let dictating = try await begin(model)
        defer { dictating.recognizer.close() }
        #expect(dictating.listener.problem?.what.hasPrefix(what) == true)
        try await dictating.dictate(sound(1))
        #expect(dictating.listener.problem?.what.hasPrefix(what) == true)
    }

    @EventLoopActor
    @Test(arguments: [
        ("failing", "Vosk cannot continue decoding"),
        ("garbled", "cannot understand Vosk's library"),
    ])
    func decodingFails(_ model: String, _ what: String) async throws {
        let dictating = try await begin(model)
        defer { dictating.recognizer.close() }
        try await dictating.dictate(sound(1, 2, 0))
        #expect(dictating.listener.problem?.what == what)
        // Loaded again.
        dictating.recognizer.prepare { dictating.listener.hear($0) }
        try await waitUntil("it is ready") { dictating.listener.events.last == .ready }
    }

    @EventLoopActor @Test func theLibraryIsMissing() async throws {
        let dictating = try Dictating("/no/such/libvosk.so", try ToneModel())
        defer { dictating.recognizer.close() }
        try await dictating.prepared()
        let problem = try #require(dictating.listener.problem)
        #expect(problem.what == "cannot open Vosk's library “/no/such/libvosk.so”")
        #expect(problem.why.contains("No such file"))
        #expect(dictating.recognizer.availability() == .unavailable(problem))
    }

    @EventLoopActor @Test func theLibraryIsAnotherOne() async throws {
        let directory = try ScratchDirectory("vosk")
        try directory.write("no library", to: "broken.so")
        let broken = try Dictating(directory.path("broken.so"), try ToneModel())
        defer { broken.recognizer.close() }
        #expect(broken.recognizer.availability().problem?.why == "it isn't a library")
        try await broken.prepared()
        #expect(broken.listener.problem == broken.recognizer.availability().problem)

        let old = try await FakeLibrary("-DLACKING=1")
        let dictating = try Dictating(old, try ToneModel())
        defer { dictating.recognizer.close() }
        try await dictating.prepared()
        let problem = try #require(dictating.listener.problem)
        #expect(problem.what == "cannot use Vosk's library “\(old.path)”")
        #expect(
            problem.why
                == "it has no function “vosk_recognizer_reset”, so it is of another version")
    }

    @EventLoopActor @Test func theFirstLibraryThatIsThereIsTaken() async throws {
        let library = try await FakeLibrary()
        let model = try ToneModel("refused")
        let recognizer = VoskRecognizer(
            VoskConfiguration(
                libraries: ["/no/such/libvosk.so", library.path],
                model: VoskModel(FilePath(model.path))))
        defer { recognizer.close() }
        #expect(recognizer.availability() == .available)
    }

    @EventLoopActor @Test func isClosedInMidSentence() async throws {
        for _ in 0..<20 {
            let dictating = try await begin()
            dictating.recognizer.begin()
            dictating.recognizer.feed(sound(1, 2, 3))
            dictating.recognizer.close()
        }
    }
}
