import AudioSamples
import Consent
import Dictation
import Foundation
import HTTPClient
import LinuxRuntime
import Problems
import RecognizerRouting
import RecognizerWholeUtterance
import TestSupport
import Testing

private let tone = ToneModel.tone

/// Whether libcurl has WebSockets, by its version: no event loop runs yet on which to ask
/// `WebSocket.absence`.
private let hasWebSockets: Bool = {
    guard let library = dlopen("libcurl-gnutls.so.4", RTLD_NOW),
        let function = dlsym(library, "curl_version")
    else { return false }
    typealias Version = @convention(c) () -> UnsafePointer<CChar>
    let version = String(cString: unsafeBitCast(function, to: Version.self)())
    let numbers = version.dropFirst("libcurl/".count).split(separator: ".").prefix(2)
    return !numbers.compactMap { Int($0) }.lexicographicallyPrecedes([8, 11])
}()

/// The realtime form, of a stand-in that speaks it.
@Suite(
    .runningLoop, .needs("openssl", package: "openssl"),
    .enabled(if: hasWebSockets, "runs with Debian 13's libcurl: make test-debian-13"))
struct Debian13RealtimeTests {
    @EventLoopActor private func dictation(
        _ server: TranscriptionServer, _ mode: String, limit: Duration = .seconds(60),
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> FedDictation {
        try FedDictation(server, mode, limit: limit) {
            $0.isRealtime = true
            change(&$0)
        }
    }

    /// The pings are the server's, which takes its messages apart.
    @EventLoopActor @Test(arguments: ["words", "pinging"])
    func wordsComeWhileOneSpeaks(_ how: String) async throws {
        let dictation = try dictation(try await TranscriptionServer(), how)
        let (recognizer, listener) = (dictation.recognizer, dictation.listener)
        dictation.feed(tone(0, 0.5) + tone(300, 1.3))
        try await waitUntil("words show") { listener.partials.last == "w1 w2 w3" }
        #expect(listener.events.first == .speechStarted)
        dictation.feed(tone(0, 1))
        try await waitUntil("the utterance comes") { listener.utterances.count == 1 }
        #expect(listener.events.contains(.speechEnded))
        #expect(listener.events.contains { if case .settled = $0 { true } else { false } })
        recognizer.feed(tone(300, 1.2))
        await dictation.end()
        #expect(listener.utterances == ["w1 w2 w3 w4", "w1 w2 w3"], "\(listener.events)")
        #expect(listener.problem == nil)
    }

    @EventLoopActor @Test func theServerKnowsWhatItGets() async throws {
        let key = try TemporaryFile()
        try Data("secret-key".utf8).write(to: URL(filePath: key.path))
        chmod(key.path, 0o600)
        let dictation = try dictation(try await TranscriptionServer(), "fields") {
            $0.model = "gpt-live-transcribe"
            $0.language = "de-AT"
            $0.prompt = "Grüße"
            $0.keyFile = key.path
        }
        // Nobody says more in less time.
        dictation.feed(tone(0, 0.5) + tone(300, 9))
        await dictation.end()
        #expect(
            dictation.listener.utterances == [
                #"{"authorization": "Bearer secret-key", "#
                    + #""path": "/fields/v1/realtime?intent=transcription", "#
                    + #""session": {"audio": {"input": {"format": {"rate": 24000, "type": "audio/pcm"}, "#
                    + #""transcription": {"language": "de", "model": "gpt-live-transcribe", "#
                    + #""prompt": "Gr\u00fc\u00dfe"}, "turn_detection": null}}, "#
                    + #""type": "transcription"}}"#
            ])
    }

    /// More than a socket takes at once.
    @EventLoopActor @Test func longSpeechComesWhole() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "lagging")
        dictation.recognizer.feed(tone(0, 0.5) + tone(300, 120))
        await dictation.end()
        #expect(dictation.listener.problem == nil)
        let words = dictation.listener.utterances.joined(separator: " ").split(separator: " ")
        #expect(words.count == 240)
    }

    @EventLoopActor @Test func utterancesKeepTheirOrder() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "reversed")
        dictation.feed(tone(0, 0.5) + tone(300, 0.7) + tone(0, 1))
        dictation.feed(tone(300, 2))
        await dictation.end()
        #expect(dictation.listener.utterances == ["w1 w2 w3", "w1 w2 w3 w4"])
    }

    /// The server ends each session after an utterance.
    @EventLoopActor @Test func aSessionThatEndsInAPauseIsBegunAgain() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "count")
        let listener = dictation.listener
        for number in 1...2 {
            dictation.feed(tone(0, 0.5) + tone(300, 1) + tone(0, 1))
            try await waitUntil("the utterance comes") { listener.utterances.count == number }
        }
        await dictation.end()
        #expect(listener.utterances == ["connection 1", "connection 2"])
        #expect(listener.problem == nil)
    }

    // MARK: Failures

    @EventLoopActor
    @Test(arguments: [
        ("error", "failed", "it reports an error, and says “No such model”"),
        ("failing", "failed", "it reports an error, and says “The sound is damaged”"),
        ("closing", "broke off its answer", "1011, and says “out of memory”"),
        ("cut", "broke off its answer", ""),
        ("status/401", "refuses the key", "status 401"),
        ("status/404", "has no such service there", "status 404"),
        ("silent", "is too slow", "no answer within 1 s"),
    ])
    func failsClearly(_ how: String, _ what: String, _ why: String) async throws {
        let server = try await TranscriptionServer()
        let dictation = try dictation(server, how, limit: .seconds(how == "silent" ? 1 : 60))
        dictation.feed(tone(0, 0.5) + tone(300, 1) + tone(0, 1))
        await dictation.listener.waitForEnd()
        let problem = try #require(dictation.listener.problem)
        #expect(problem.what == "the server http://127.0.0.1:\(server.port) \(what)")
        #expect(problem.why.hasSuffix(why), "\(problem.why)")
    }

    @EventLoopActor @Test func neverRepeatsTheKey() async throws {
        let key = try TemporaryFile()
        try Data("secret-key".utf8).write(to: URL(filePath: key.path))
        chmod(key.path, 0o600)
        let dictation = try dictation(try await TranscriptionServer(), "error") {
            $0.keyFile = key.path
        }
        dictation.feed(tone(0, 0.5) + tone(300, 1))
        await dictation.listener.waitForEnd()
        #expect(dictation.listener.problem?.why == "it reports an error")
    }

    /// What the server broke off goes to the fallback, with the sound since its last words.
    @EventLoopActor @Test(arguments: ["closing", "cut"])
    func whatIsBrokenOffIsRecognizedElsewhere(_ how: String) async throws {
        let server = try await TranscriptionServer()
        let recognizer = FallbackRecognizer(
            try server.recognizer(how) { $0.isRealtime = true },
            fallback: try server.recognizer("live"),
            limit: RecognitionLimit(perHalfMinute: .seconds(60)))
        defer { recognizer.close() }
        let listener = RecognitionListener()
        recognizer.prepare { if $0 != .ready { listener.hear($0) } }
        recognizer.begin()
        recognizer.feed(tone(300, 2))
        recognizer.finish()
        await listener.waitForEnd()
        #expect(listener.utterances == ["w1 w2 w3 w4"], "\(listener.events)")
    }

    @EventLoopActor @Test func isNotThere() async throws {
        // Nothing listens on port 1 (tcpmux).
        let dictation = try dictation(try await TranscriptionServer(), "http://127.0.0.1:1")
        dictation.feed(tone(0, 0.5) + tone(300, 1))
        await dictation.listener.waitForEnd()
        #expect(
            dictation.listener.problem?.what == "the server http://127.0.0.1:1 can't be reached")
    }

    @EventLoopActor @Test func aCancelledDictationSaysNothingMore() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "words")
        let (recognizer, listener) = (dictation.recognizer, dictation.listener)
        dictation.feed(tone(0, 0.5) + tone(300, 2))
        recognizer.cancel()
        let count = listener.events.count
        recognizer.begin()
        dictation.feed(tone(0, 0.5) + tone(300, 1))
        await dictation.end()
        #expect(listener.utterances == ["w1 w2"])
        #expect(listener.events[count] == .speechStarted)
    }

    // MARK: Consent

    @EventLoopActor @Test func getsNothingWithoutConsent() async throws {
        let server = try await TranscriptionServer()
        let state = try ScratchDirectory("consent")
        let consents = ConsentStore(
            file: state.path("consent.toml"), policy: state.path("policy.toml"))
        let url = "https://127.1:\(server.securePort)/count/v1"
        func dictation() throws -> FedDictation {
            try self.dictation(server, url) {
                $0.consents = consents
                $0.authorities = server.certificate.path
            }
        }
        let refused = try dictation()
        refused.feed(tone(0, 0.5) + tone(300, 1))
        #expect(refused.listener.problem?.remedy == "Run: utter authorize")
        let address = try ServerAddress(url, for: .recognition)
        try consents.keep(true, for: address)
        let allowed = try dictation()
        allowed.feed(tone(0, 0.5) + tone(300, 1) + tone(0, 1))
        try await waitUntil("the utterance comes") { !allowed.listener.utterances.isEmpty }
        #expect(allowed.listener.utterances == ["connection 1"], "nothing came there before")
        try consents.keep(false, for: address)
        allowed.feed(tone(300, 1))
        #expect(allowed.listener.problem?.why == "you denied it your voice")
    }

    @EventLoopActor @Test func isTrustedByItsCertificateOnly() async throws {
        let server = try await TranscriptionServer()
        let url = "https://127.0.0.1:\(server.securePort)/words/v1"
        let dictation = try dictation(server, url)
        dictation.feed(tone(0, 0.5) + tone(300, 1))
        await dictation.listener.waitForEnd()
        #expect(dictation.listener.problem?.what.hasSuffix("can't be trusted") == true)
    }

    @EventLoopActor @Test func silenceIsNotSent() async throws {
        let dictation = try dictation(try await TranscriptionServer(), "error")
        dictation.feed(tone(0, 3))
        await dictation.end()
        #expect(dictation.listener.problem == nil)
        #expect(dictation.listener.utterances.isEmpty)
    }
}
