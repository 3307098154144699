import Dictation
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import RecognizerRouting

@Suite(.runningLoop) struct FallbackRecognizerTests {
    @EventLoopActor
    private final class Stage {
        let first = FakeRecognizer()
        let fallback = FakeRecognizer()
        let chain: FallbackRecognizer
        var events: [RecognizerEvent] = []

        init(limit: Duration = .seconds(600), isReady: Bool = true) {
            chain = FallbackRecognizer(
                first, fallback: fallback, limit: RecognitionLimit(perHalfMinute: limit))
            chain.prepare { [unowned self] in events.append($0) }
            if isReady {
                first.tell(.ready)
                events = []
            }
        }

        var warnings: [Problem] {
            events.compactMap { if case .warning(let problem) = $0 { problem } else { nil } }
        }
    }

    private let gone = Problem("the server is gone", why: "no route", remedy: "Start it.")
    private let done = RecognizerEvent.finished(RecognitionTiming(backlog: .zero, tail: .zero))

    @EventLoopActor @Test func leavesTheFallbackAloneWhileTheFirstWorks() {
        let stage = Stage()
        stage.chain.begin()
        stage.chain.feed([1, 2])
        stage.first.tell(.partial("wor"))
        stage.chain.finish()
        stage.first.tell(.utterance("words"))
        stage.first.tell(done)
        #expect(stage.events == [.partial("wor"), .utterance("words"), done])
        #expect(stage.first.samples == [1, 2])
        #expect(stage.fallback.calls == [])
    }

    @EventLoopActor @Test func givesTheFallbackAllSoundWhenTheFirstFailsInMidSentence() {
        let stage = Stage()
        stage.chain.begin()
        stage.chain.feed([1, 2])
        stage.first.tell(.partial("wor"))
        stage.first.tell(.failed(gone))
        stage.chain.feed([3])
        stage.chain.finish()
        #expect(stage.fallback.calls == ["prepare", "begin", "finish"])
        #expect(stage.fallback.samples == [1, 2, 3])
        stage.fallback.tell(.ready)
        stage.fallback.tell(.utterance("other words"))
        stage.fallback.tell(done)
        let reported = Problem(
            gone.what, why: gone.why, remedy: "“fake” recognises instead. Start it.")
        #expect(
            stage.events
                == [.partial("wor"), .warning(reported), .utterance("other words"), done])
    }

    @EventLoopActor @Test func givesTheFallbackAllSoundWhenTheFirstFailsAfterTheEnd() {
        let stage = Stage()
        stage.chain.begin()
        stage.chain.feed([1, 2])
        stage.chain.finish()
        stage.first.tell(.failed(gone))
        #expect(stage.fallback.calls == ["prepare", "begin", "finish"])
        #expect(stage.fallback.samples == [1, 2])
    }

    @EventLoopActor @Test func givesTheFallbackTheSoundWhenTheFirstIsTooSlow() async throws {
        let stage = Stage(limit: .milliseconds(10))
        stage.chain.begin()
        stage.chain.feed([1, 2])
        stage.chain.finish()
        try await waitUntil("the fallback runs") { stage.fallback.calls.contains("finish") }
        #expect(stage.first.calls.last == "cancel")
        #expect(stage.fallback.samples == [1, 2])
        #expect(stage.warnings.map(\.what) == ["the engine “fake” is too slow"])
        // Events that come too late are ignored.
        stage.events = []
        stage.fallback.tell(.utterance("words"))
        stage.fallback.tell(done)
        #expect(stage.events == [.utterance("words"), done])
    }

    @EventLoopActor @Test func waitsForTheOneThatHears() {
        let stage = Stage()
        stage.first.pretendedBacklog = 1
        stage.fallback.pretendedBacklog = 2
        #expect(stage.chain.unheard == 0)
        stage.chain.begin()
        #expect(stage.chain.unheard == 1)
        stage.first.tell(.failed(gone))
        #expect(stage.chain.unheard == 2)
        stage.chain.cancel()
        #expect(stage.chain.unheard == 0)
    }

    @EventLoopActor @Test func speechThatOnlyTheFirstHeardDoesNotLast() {
        let stage = Stage()
        for (reported, expected) in [
            ([RecognizerEvent.speechStarted], [RecognizerEvent.speechStarted, .speechEnded]),
            ([.speechStarted, .speechEnded], [.speechStarted, .speechEnded]),
            ([], []),
        ] {
            stage.events = []
            stage.chain.begin()
            for event in reported { stage.first.tell(event) }
            stage.first.tell(.failed(gone))
            let speech = stage.events.filter { $0 == .speechStarted || $0 == .speechEnded }
            #expect(speech == expected)
            stage.chain.cancel()
        }
    }

    @EventLoopActor @Test func keepsWordsThatWereToldBeforeAFailure() {
        let stage = Stage()
        stage.chain.begin()
        stage.chain.feed([1, 2])
        stage.first.tell(.utterance("first sentence"))
        stage.first.tell(.failed(gone))
        #expect(stage.events == [.utterance("first sentence"), .failed(gone)])
        #expect(stage.fallback.calls == [])
    }

    /// The first one says how far it had come.
    @EventLoopActor @Test func goesOnWhereTheFirstStopped() {
        let stage = Stage()
        stage.chain.begin()
        stage.chain.feed([Int16](repeating: 1, count: 800))
        for event: RecognizerEvent in [
            .speechStarted, .partial("first"), .speechEnded, .utterance("first"),
            .settled(samples: 700), .speechStarted, .partial("sec"),
        ] {
            stage.first.tell(event)
        }
        stage.chain.feed([Int16](repeating: 2, count: 900))
        stage.events = []
        stage.first.tell(.failed(gone))
        stage.chain.feed([3])
        stage.chain.finish()
        #expect(stage.events.first == .speechEnded)
        #expect(stage.warnings.count == 1)
        let rest = [Int16](repeating: 1, count: 100) + [Int16](repeating: 2, count: 900) + [3]
        #expect(stage.fallback.samples == rest)

        stage.events = []
        func word(_ start: Int, _ end: Int) -> RecognizerEvent {
            .words([
                RecognizedWord(
                    "second", start: AudioFormat.duration(samples: start),
                    end: AudioFormat.duration(samples: end), confidence: 1)
            ])
        }
        for event in [word(16, 32), .utterance("second"), .settled(samples: 1000), done] {
            stage.fallback.tell(event)
        }
        #expect(
            stage.events
                == [word(716, 732), .utterance("second"), .settled(samples: 1700), done])
    }

    @EventLoopActor @Test func triesTheFirstAgainAndRepeatsNoWarning() {
        let stage = Stage()
        for round in 1...2 {
            stage.chain.begin()
            stage.first.tell(.failed(gone))
            stage.chain.finish()
            stage.fallback.tell(.utterance("words"))
            stage.fallback.tell(done)
            #expect(stage.first.calls.filter { $0 == "begin" }.count == round)
        }
        #expect(stage.first.calls.filter { $0 == "prepare" }.count == 2)
        #expect(stage.fallback.calls.filter { $0 == "prepare" }.count == 1)
        #expect(stage.warnings.count == 1)

        // Once it has worked, its next failure is reported again.
        stage.chain.begin()
        stage.chain.finish()
        stage.first.tell(done)
        stage.chain.begin()
        stage.first.tell(.failed(gone))
        #expect(stage.warnings.count == 2)
    }

    @EventLoopActor @Test func isReadyWithTheFallbackAlone() {
        let stage = Stage(isReady: false)
        stage.first.tell(.failed(gone))
        #expect(stage.fallback.calls == ["prepare"])
        #expect(stage.warnings.count == 1)
        stage.fallback.tell(.ready)
        #expect(stage.events.last == .ready)
    }

    /// Some come when a model is loaded.
    @EventLoopActor @Test func passesOnWarningsBetweenDictations() {
        let stage = Stage()
        stage.first.tell(.warning(gone))
        #expect(stage.warnings == [gone])
    }

    @EventLoopActor @Test func failsWhenBothFail() {
        let stage = Stage(isReady: false)
        stage.first.tell(.failed(gone))
        stage.fallback.tell(.failed(Problem("no model", why: "missing", remedy: "Install it.")))
        #expect(
            stage.events.last
                == .failed(
                    Problem(
                        "the server is gone: no route. Start it.; no model", why: "missing",
                        remedy: "Install it.")))
    }

    @EventLoopActor @Test func reportsTheFirstsLastWordsWhenBothFailInMidSentence() {
        let stage = Stage()
        stage.chain.begin()
        stage.first.tell(.partial("half a sen"))
        stage.chain.finish()
        stage.first.tell(.failed(gone))
        stage.fallback.tell(.failed(Problem("no model", why: "missing")))
        #expect(stage.events.suffix(2).first == .partial("half a sen"))
    }

    @EventLoopActor @Test func cancelsTheOneThatRuns() {
        let stage = Stage()
        stage.chain.begin()
        stage.first.tell(.failed(gone))
        stage.chain.cancel()
        #expect(stage.fallback.calls.last == "cancel")
        stage.chain.begin()
        stage.chain.cancel()
        #expect(stage.first.calls.last == "cancel")
    }
}
