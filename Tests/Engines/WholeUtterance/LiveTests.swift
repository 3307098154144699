import Consent
import Dictation
import LinuxRuntime
import Problems
import RecognizerWholeUtterance
import TestSupport
import Testing

private let tone = ToneModel.tone

/// Words while one speaks, of a server that answers with a word for each half second.
@Suite(.runningLoop, .needs("openssl", package: "openssl"))
struct LiveTests {
    @EventLoopActor private func dictation(
        _ server: TranscriptionServer, _ mode: String, limit: Duration = .seconds(60),
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> FedDictation {
        try FedDictation(server, mode, limit: limit) {
            $0.live = .auto
            // Only a test of timeout has an end of it.
            $0.timeout = .seconds(3600)
            change(&$0)
        }
    }

    @EventLoopActor @Test func wordsShowBeforeTheStop() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "live")
        dictation.recognizer.feed(tone(0, 0.5) + tone(300, 2))
        try await dictation.waitForWords()
        #expect(dictation.listener.events.first == .speechStarted)
        #expect(dictation.listener.partials == ["w1 w2 w3 w4"])
        dictation.recognizer.feed(tone(300, 1))
        await dictation.end()
        #expect(dictation.listener.utterances == ["w1 w2 w3 w4 w5 w6"])
    }

    @EventLoopActor @Test func anUtteranceIsKnownAfterItsPause() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "live")
        let (recognizer, listener) = (dictation.recognizer, dictation.listener)
        recognizer.feed(tone(0, 0.5) + tone(300, 1.5) + tone(0, 1))
        try await waitUntil("the utterance comes") { listener.utterances.count == 1 }
        #expect(listener.events.contains(.speechEnded))
        try await waitUntil("its sound is settled") {
            listener.events.contains {
                if case .settled(let count) = $0 { count > 16_000 } else { false }
            }
        }
        recognizer.feed(tone(300, 0.7))
        await dictation.end()
        #expect(listener.utterances == ["w1 w2 w3 w4", "w1 w2"])
        #expect(listener.problem == nil)
    }

    /// A pause is noted of the utterance before it: not of an earlier one if its words come late.
    @EventLoopActor @Test func aPauseWhoseWordsAreLateHasNoLength() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "lag/300")
        let speech = tone(300, 1) + tone(0, 2)
        dictation.recognizer.feed(tone(0, 0.5) + speech + speech)
        #expect(
            dictation.listener.events
                == [.speechStarted, .speechEnded, .speechEnded, .speechStarted, .speechEnded])
        await dictation.end()
        #expect(dictation.listener.utterances == ["request 1"])
    }

    /// What was sent in a pause is not sent again at the stop.
    @EventLoopActor @Test func nothingIsLeftIfNothingWasSpokenSince() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "count")
        dictation.recognizer.feed(tone(0, 0.5) + tone(300, 1) + tone(0, 0.4))
        try await dictation.waitForWords()
        await dictation.end()
        #expect(dictation.listener.utterances == ["request 1"])
    }

    @EventLoopActor @Test func anAnswerOnItsWayIsTheUtterances() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "lag/300")
        dictation.recognizer.feed(tone(0, 0.5) + tone(300, 1) + tone(0, 0.4))
        await dictation.end()
        #expect(dictation.listener.utterances == ["request 1"])
    }

    /// A recording comes faster than the server answers.
    @EventLoopActor @Test func utterancesThatWaitAreSentTogether() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "count")
        let three = Array(repeating: tone(300, 1) + tone(0, 1), count: 3)
        dictation.recognizer.feed(tone(0, 0.5) + Array(three.joined()))
        await dictation.end()
        #expect(dictation.listener.utterances == ["request 1"])
    }

    @EventLoopActor @Test func aSlowServerIsAskedLessOften() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "lag/1500")
        dictation.recognizer.feed(tone(0, 0.5) + tone(300, 1.2))
        try await dictation.waitForWords()
        // A fast one would be asked twice.
        for _ in 0..<20 { dictation.recognizer.feed(tone(300, 0.1)) }
        await dictation.end()
        #expect(dictation.listener.utterances == ["request 2"])
    }

    // MARK: Failures

    /// The sound is kept, and goes to the server as a whole.
    @EventLoopActor @Test(arguments: ["page", "number", "failing", "half", "closed", "long"])
    func aFailureOfWhatWasSentBeforeTheStopLosesNothing(_ mode: String) async throws {
        let dictation = try dictation(try await TranscriptionServer(), "first/\(mode)/1")
        let listener = dictation.listener
        dictation.recognizer.feed(tone(0, 0.5) + tone(300, 2) + tone(0, 0.4))
        await dictation.end()
        #expect(listener.problem == nil)
        #expect(listener.utterances.count == 1, "\(listener.events)")
        #expect(listener.utterances.first?.hasPrefix("w1 w2 w3 w4") == true)
    }

    @EventLoopActor @Test func anUtteranceThatFailedIsAskedForAtTheStop() async throws {
        // The first and its retry fail.
        let dictation = try dictation(try await TranscriptionServer(), "first/failing/2")
        dictation.recognizer.feed(tone(0, 0.5) + tone(300, 0.7) + tone(0, 1))
        dictation.recognizer.feed(tone(300, 1) + tone(0, 1))
        await dictation.end()
        #expect(dictation.listener.problem == nil)
        #expect(dictation.listener.utterances.joined(separator: " ").hasPrefix("w1 w2 w3 w4 w5"))
    }

    /// Words that nobody waits for are given up for the utterance's.
    @EventLoopActor @Test func aRequestThatHangsHoldsNothingUp() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "short/5")
        dictation.recognizer.feed(tone(0, 0.5) + tone(300, 2))
        dictation.recognizer.feed(tone(300, 1))
        await dictation.end()
        #expect(dictation.listener.utterances == ["w1 w2 w3 w4 w5 w6"])
    }

    /// It has all that was spoken, but its answer doesn't come.
    @EventLoopActor @Test func timeoutAfterTheStopHasAnEnd() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "short/5") {
            $0.timeout = .milliseconds(100)
        }
        dictation.recognizer.feed(tone(0, 1.5) + tone(300, 1.5) + tone(0, 0.3))
        await dictation.end()
        #expect(dictation.listener.utterances == ["w1 w2 w3 w4 w5 w6"])
    }

    @EventLoopActor @Test func aServerThatNeverAnswersIsGivenUp() async throws {
        let dictation = try dictation(
            try await TranscriptionServer(), "silent", limit: .seconds(1))
        dictation.recognizer.feed(tone(0, 0.5) + tone(300, 2))
        dictation.recognizer.feed(tone(300, 1))
        await dictation.end()
        #expect(dictation.listener.problem?.what.hasSuffix("is too slow") == true)
    }

    @EventLoopActor @Test func aCancelledDictationSaysNothingMore() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "lag/200")
        let (recognizer, listener) = (dictation.recognizer, dictation.listener)
        recognizer.feed(tone(0, 0.5) + tone(300, 2))
        recognizer.cancel()
        let count = listener.events.count
        recognizer.begin()
        recognizer.feed(tone(0, 0.5) + tone(300, 0.8))
        await dictation.end()
        #expect(listener.partials.isEmpty)
        #expect(listener.utterances.count == 1)
        #expect(listener.events[count] == .speechStarted)
    }

    // MARK: What is sent

    @EventLoopActor @Test func aServerElsewhereGetsNothingBeforeTheStop() async throws {
        let server = try await TranscriptionServer()
        let sound = tone(0, 0.5) + tone(300, 2) + tone(0, 1) + tone(300, 2)
        let atTheEnd = try await server.dictateElsewhere("count", samples: sound) {
            $0.live = .auto
        }
        #expect(atTheEnd.utterances == ["request 1"])
        let asked = try await server.dictateElsewhere("live", samples: sound) {
            $0.live = .on
            $0.timeout = .seconds(3600)
        }
        #expect(asked.events.contains(.speechEnded), "\(asked.events)")
        #expect(asked.events.contains { if case .settled = $0 { true } else { false } })
    }

    @EventLoopActor @Test func consentMayBeTakenBackMeanwhile() async throws {
        let server = try await TranscriptionServer()
        let state = try ScratchDirectory("consent")
        let consents = ConsentStore(
            file: state.path("consent.toml"), policy: state.path("policy.toml"))
        let url = "https://127.1:\(server.securePort)/live/v1"
        let address = try ServerAddress(url, for: .recognition)
        try consents.keep(true, for: address)
        let dictation = try dictation(server, url) {
            $0.live = .on
            $0.consents = consents
            $0.authorities = server.certificate.path
        }
        dictation.recognizer.feed(tone(0, 0.5) + tone(300, 2))
        try await dictation.waitForWords()
        try consents.keep(false, for: address)
        let partials = dictation.listener.partials
        dictation.recognizer.feed(tone(300, 2))
        await dictation.end()
        #expect(dictation.listener.problem?.why == "you denied it your voice")
        #expect(dictation.listener.partials == partials)
    }

    /// No louder than what was before it, but perhaps speech.
    @EventLoopActor @Test func soundWithoutLoudSpeechIsSentAsAWhole() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "live")
        dictation.recognizer.feed((0..<32_000).map { $0 % 20 < 10 ? 60 : -60 })
        await dictation.end()
        #expect(dictation.listener.utterances == ["w1 w2 w3 w4"])
    }

    @EventLoopActor @Test func silenceIsNotSent() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "live")
        dictation.recognizer.feed(tone(0, 3))
        await dictation.end()
        #expect(dictation.listener.utterances == [])
        #expect(dictation.listener.problem == nil)
    }
}
