import Dictation
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import RecognizerRouting

@Suite(.runningLoop) struct FileTranscriptionTests {
    private static let problem = Problem("the recogniser broke", why: "the test")

    /// Whenever the recogniser fails, also between the last sample and the wait for the end.
    @EventLoopActor @Test func aFailureIsNeverMissed() async throws {
        for turns in 0..<10 {
            let recognizer = FakeRecognizer()
            let transcription = FileTranscription(recognizer)
            let loading = EventLoop.throwingTask { try await transcription.prepare() }
            await yieldUntil { !recognizer.calls.isEmpty }
            recognizer.tell(.ready)
            try await loading.value
            let problem = await #expect(throws: Problem.self) {
                try await transcription.transcribe(pieces: {
                    guard recognizer.samples.isEmpty else {
                        Self.fail(recognizer, after: turns)
                        return []
                    }
                    return [1, 2, 3]
                })
            }
            #expect(problem == Self.problem, "after \(turns) turns")
        }
    }

    /// Fails after this many turns of the loop.
    @EventLoopActor
    private static func fail(_ recognizer: FakeRecognizer, after turns: Int) {
        EventLoop.task {
            if turns > 0 { return fail(recognizer, after: turns - 1) }
            recognizer.tell(.failed(problem))
        }
    }
}

/// Utterances and their times.
@Suite(.runningLoop) struct FileTranscriptionUtteranceTests {
    private let silence = [Int16](repeating: 0, count: 16_000)
    private let speech: [Int16] = {
        var generator = SplitMix(seed: 3)
        return (0..<16_000).map { _ in Int16.random(in: -9000...9000, using: &generator) }
    }()

    /// Feeds a recording; the fake recogniser answers as `answer` says, after each piece and at each
    /// end (nil).
    @EventLoopActor
    private func transcribe(
        _ pieces: [[Int16]], whole: Bool = false,
        _ answer: @escaping @EventLoopActor (FakeRecognizer, Int?) -> Void
    ) async throws -> (utterances: [SpokenUtterance], calls: [String]) {
        let recognizer = FakeRecognizer(takesWholeDictation: whole)
        let transcription = FileTranscription(recognizer)
        let loading = EventLoop.throwingTask { try await transcription.prepare() }
        await yieldUntil { !recognizer.calls.isEmpty }
        recognizer.tell(.ready)
        try await loading.value
        var utterances: [SpokenUtterance] = []
        transcription.onUtterance = { utterances.append($0) }
        var ends = 0
        let answering = EventLoop.task {
            while !Task.isCancelled {
                let finished = recognizer.calls.count { $0 == "finish" }
                if finished > ends {
                    ends = finished
                    answer(recognizer, nil)
                    recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
                }
                await Task.yield()
            }
        }
        defer { answering.cancel() }
        var next = 0
        _ = try await transcription.transcribe {
            if next > 0 { answer(recognizer, next - 1) }
            next += 1
            return next <= pieces.count ? pieces[next - 1] : []
        }
        return (utterances, recognizer.calls)
    }

    @EventLoopActor @Test func wordsGiveTheTimes() async throws {
        let word = RecognizedWord("hi", start: .seconds(1), end: .seconds(2), confidence: 1)
        let (utterances, _) = try await transcribe([silence, speech, silence]) {
            recognizer, piece in
            guard piece == 1 else { return }
            recognizer.tell(.words([word]))
            recognizer.tell(.utterance("hi"))
            recognizer.tell(.settled(samples: 32_000))
        }
        #expect(
            utterances == [
                SpokenUtterance("hi", start: .seconds(1), end: .seconds(2), words: [word])
            ])
    }

    /// Without words, where there is speech in the sound that the engine has settled.
    @EventLoopActor @Test func loudnessGivesTheTimes() async throws {
        let (utterances, _) = try await transcribe(
            [silence, speech, silence, silence, speech, silence]
        ) { recognizer, piece in
            if piece == 2 {
                recognizer.tell(.utterance("first"))
                recognizer.tell(.settled(samples: 48_000))
            }
            if piece == nil { recognizer.tell(.utterance("second")) }
        }
        #expect(utterances.map(\.text) == ["first", "second"])
        for (utterance, second) in zip(utterances, [1, 4]) {
            #expect(abs(utterance.start / .seconds(1) - Double(second)) < 0.05)
            #expect(abs(utterance.end / .seconds(1) - Double(second + 1)) < 0.05)
        }
    }

    /// An engine that takes the whole gets parts of at most two minutes, at a pause if there is one;
    /// times are the recording's.
    @EventLoopActor @Test func longRecordingsAreGivenInParts() async throws {
        var parts: [Int] = []
        let pieces =
            Array(repeating: speech, count: 70) + [silence, silence]
            + Array(repeating: speech, count: 130)
        let (utterances, calls) = try await transcribe(pieces, whole: true) { recognizer, piece in
            guard piece == nil else { return }
            parts.append(recognizer.samples.count / 16_000)
            recognizer.tell(
                .words([RecognizedWord("x", start: .zero, end: .seconds(1), confidence: 1)]))
            recognizer.tell(.utterance("part \(parts.count)"))
        }
        #expect(parts == [71, 120, 11])
        #expect(utterances.map(\.text) == ["part 1", "part 2", "part 3"])
        #expect(utterances.map(\.start) == [.zero, .seconds(71), .seconds(191)])
        #expect(calls.count { $0 == "forget voice" } == 1)
    }

    @EventLoopActor @Test func otherEnginesGetAllInOne() async throws {
        let (_, calls) = try await transcribe(Array(repeating: silence, count: 200)) { _, _ in }
        #expect(calls.count { $0 == "begin" } == 1)
    }

    @EventLoopActor @Test func anInterruptionKeepsWhatIsKnown() async throws {
        let recognizer = FakeRecognizer()
        let transcription = FileTranscription(recognizer)
        let loading = EventLoop.throwingTask { try await transcription.prepare() }
        await yieldUntil { !recognizer.calls.isEmpty }
        recognizer.tell(.ready)
        try await loading.value
        var utterances: [String] = []
        transcription.onUtterance = { utterances.append($0.text) }
        var count = 0
        await #expect(throws: CancellationError.self) {
            try await transcription.transcribe {
                count += 1
                if count == 3 { recognizer.tell(.utterance("so far")) }
                if count == 5 { transcription.interrupt() }
                return speech
            }
        }
        #expect(utterances == ["so far"])
        #expect(transcription.transcript.utterances == ["so far"])
        #expect(recognizer.calls.last == "cancel")
    }
}
