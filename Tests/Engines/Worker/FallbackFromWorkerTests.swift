import Dictation
import DictationParts
import LinuxRuntime
import Problems
import RecognizerRouting
import SinkChains
import SpeechWorker
import SpeechWorkerProtocol
import SystemPackage
import TestSupport
import Testing

/// An engine in a real process, whose sound ends it twice.
@Suite(.runningLoop) struct FallbackFromWorkerTests {
    /// -6 aborts between an utterance and the report of how far it reaches.
    @EventLoopActor @Test(arguments: [-1, -6] as [Int16])
    func getsWhatWasNotUnderstood(_ poison: Int16) async throws {
        func sound(_ words: Int16...) -> [Int16] {
            words.flatMap { [Int16](repeating: $0, count: 800) }
        }
        let fallback = FakeRecognizer()
        let program = try Executable.path().removingLastComponent().appending("trial-speech")
        // A block of one value is a word, zeros end the utterance, and -1 aborts.
        let engine = WorkerRecognizer(
            EngineConfiguration(engine: "trial", model: "/trial", values: [:], readable: []),
            program: program.string)
        let chain = FallbackRecognizer(
            engine, fallback: fallback,
            limit: RecognitionLimit(perHalfMinute: .seconds(600)))
        defer { chain.close() }
        let listener = RecognitionListener()
        chain.prepare { listener.hear($0) }
        chain.begin()
        chain.feed(sound(1, 2, 0, 3, poison, 4))
        try await waitUntil("the fallback takes over") {
            fallback.calls.contains("begin") || listener.problem != nil
        }
        chain.feed(sound(5))
        chain.finish()
        #expect(listener.problem == nil)
        #expect(listener.utterances == ["1 2"])
        #expect(fallback.samples == sound(3, poison, 4, 5))
        #expect(fallback.calls == ["prepare", "begin", "finish"])
    }
}
