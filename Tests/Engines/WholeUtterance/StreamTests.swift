import Dictation
import LinuxRuntime
import Problems
import RecognizerWholeUtterance
import TestSupport
import Testing

/// Servers that send their words as they find them.
@Suite(.runningLoop, .needs("openssl", package: "openssl"))
struct StreamTests {
    /// Too short for a request before the end.
    private static let sound = ToneModel.tone(300, 0.9)

    @EventLoopActor @Test(arguments: ["openai", "vllm", "segments", "unknown"])
    func wordsComeBeforeTheEnd(_ form: String) async throws {
        let listener = try await TranscriptionServer().dictate(
            "stream/\(form)", samples: Self.sound
        ) { $0.live = .auto }
        #expect(listener.utterances.map { $0.drop { $0 == " " } } == ["hello world"])
        #expect(!listener.partials.isEmpty)
        for partial in listener.partials {
            #expect("hello world".hasPrefix(partial.drop { $0 == " " }), "\(partial)")
        }
    }

    @EventLoopActor @Test func aServerElsewhereIsAskedForAStreamAtTheEnd() async throws {
        let server = try await TranscriptionServer()
        let listener = try await server.dictateElsewhere("stream/openai") { $0.live = .auto }
        #expect(listener.utterances == [" hello world"], "\(listener.events)")
        #expect(!listener.partials.isEmpty)
    }

    @EventLoopActor @Test func noStreamIsAskedForIfItIsOff() async throws {
        let listener = try await TranscriptionServer().dictate("stream/openai") { $0.live = .off }
        #expect(listener.utterances == ["request 1"])
        #expect(listener.partials == [])
    }

    @EventLoopActor
    @Test(arguments: [
        ("endless", "broke off its answer"), ("error", "failed"), ("empty", "gives no text"),
    ])
    func aStreamWithoutAnEndIsNoAnswer(_ form: String, _ what: String) async throws {
        let server = try await TranscriptionServer()
        let listener = try await server.dictate(
            "stream/\(form)", samples: Self.sound
        ) { $0.live = .auto }
        #expect(listener.problem?.what == "the server http://127.0.0.1:\(server.port) \(what)")
        #expect(listener.utterances == [])
        #expect(
            listener.problem?.why.hasSuffix("and says “out of memory”") == (form == "error"))
    }

    /// It is asked again without, and then never for one.
    @EventLoopActor @Test func aServerMayRefuseToStream() async throws {
        let server = try await TranscriptionServer()
        let recognizer = try server.recognizer("noStream") { $0.live = .auto }
        defer { recognizer.close() }
        for answer in ["request 2", "request 3"] {
            let listener = RecognitionListener()
            recognizer.prepare { if $0 != .ready { listener.hear($0) } }
            recognizer.begin()
            recognizer.feed(Self.sound)
            recognizer.finish()
            await listener.waitForEnd()
            #expect(listener.utterances == [answer], "\(listener.events)")
        }
    }
}
