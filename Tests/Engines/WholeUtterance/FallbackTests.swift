import Dictation
import LinuxRuntime
import Problems
import RecognizerRouting
import RecognizerWholeUtterance
import SinkChains
import TestSupport
import Testing

/// However the server fails, the user gets a message, and nothing that was said is lost.
@Suite(.runningLoop, .needs("openssl", package: "openssl"))
struct FallbackTests {
    @EventLoopActor
    @Test(arguments: [
        ("slow", "is too slow"), ("silent", "is too slow"), ("status/401", "refuses the key"),
        ("status/429", "gets too many requests"), ("status/500", "failed"),
        ("half", "broke off its answer"), ("long", "sends too long an answer"),
        ("page", "gives no text"), ("closed", "broke off its answer"),
        ("certificate", "can't be trusted"),
    ])
    func recognises(_ mode: String, _ what: String) async throws {
        let server = try await TranscriptionServer()
        let address =
            mode == "certificate"
            ? "https://127.0.0.1:\(server.securePort)/words" : mode
        let limit = Duration.seconds(what == "is too slow" ? 1 : 60)
        let fallback = FakeRecognizer()
        let chain = FallbackRecognizer(
            try server.recognizer(address, limit: limit), fallback: fallback,
            limit: RecognitionLimit(perHalfMinute: limit + .seconds(60)))
        defer { chain.close() }
        let listener = RecognitionListener()
        chain.prepare { listener.hear($0) }
        chain.begin()
        chain.feed(TranscriptionServer.sound)
        chain.finish()
        try await waitUntil("the fallback has the sound") { fallback.calls.contains("finish") }
        #expect(fallback.samples == TranscriptionServer.sound)
        fallback.tell(.ready)
        fallback.tell(.utterance("what was said"))
        fallback.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await listener.waitForEnd()

        #expect(listener.utterances == ["what was said"])
        let notices = listener.events.compactMap {
            if case .warning(let problem) = $0 { problem } else { nil }
        }
        #expect(notices.count == 1)
        #expect(notices.first?.what.hasSuffix(" \(what)") == true, "\(notices)")
        #expect(notices.first?.remedy.hasPrefix("“fake” recognises instead.") == true)
    }
}
