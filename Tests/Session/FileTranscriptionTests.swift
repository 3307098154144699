import Dictation
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import Session

@Suite(.runningLoop, .timeLimit(.minutes(1))) struct FileTranscriptionTests {
    private static let problem = Problem("the recogniser broke", why: "the test")

    /// Whenever the recogniser fails, also between the last sample and the wait for the end.
    @EventLoopActor @Test func aFailureIsNeverMissed() async throws {
        for turns in 0..<10 {
            let recognizer = FakeRecognizer()
            let transcription = FileTranscription(recognizer)
            let loading = EventLoop.throwingTask { try await transcription.prepare() }
            while recognizer.calls.isEmpty { await Task.yield() }
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
