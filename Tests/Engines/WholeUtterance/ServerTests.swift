import AudioSamples
import Consent
import Dictation
import Glibc
import HTTPClient
import LinuxRuntime
import Problems
import RecognizerWholeUtterance
import SystemPackage
import TestSupport
import Testing

@Suite(.runningLoop, .needs("openssl", package: "openssl"))
struct ServerTests {
    @EventLoopActor @Test func getsTheSoundAndWhatIsKnownOfIt() async throws {
        let server = try await TranscriptionServer()
        let key = try TemporaryFile()
        try write(" secret-key\n", to: key.path)
        chmod(key.path, 0o600)
        let listener = try await server.dictate("fields") {
            $0.model = "large-v3"
            $0.language = "de-AT"
            $0.prompt = "Grüße"
            $0.keyFile = key.path
        }
        let sum = WaveFile.bytes(of: TranscriptionServer.sound).reduce(0) { $0 + Int($1) }
        #expect(
            listener.utterances == [
                #"{"authorization": "Bearer secret-key", "file": "RIFF 32044 \#(sum)", "#
                    + #""language": "de", "model": "large-v3", "#
                    + #""path": "/fields/v1/audio/transcriptions", "prompt": "Gr\u00fc\u00dfe", "#
                    + #""response_format": "json"}"#
            ])
        #expect(listener.events.first == .speechStarted)
    }

    /// In pieces of libcurl's choice.
    @EventLoopActor @Test func getsALongSoundWhole() async throws {
        var random = SplitMix(seed: 5)
        let samples = (0..<30 * AudioFormat.rate).map { _ in
            Int16(truncatingIfNeeded: random.next())
        }
        let bytes = WaveFile.bytes(of: samples)
        let listener = try await TranscriptionServer().dictate("fields", samples: samples)
        let sum = bytes.reduce(0) { $0 + Int($1) }
        let words = try #require(listener.utterances.first, "\(listener.events)")
        #expect(words.contains("RIFF \(bytes.count) \(sum)"), "\(words)")
    }

    @EventLoopActor @Test(arguments: ["words", "once", "cutOnce"])
    func givesWords(_ mode: String) async throws {
        let listener = try await TranscriptionServer().dictate(mode)
        #expect(listener.utterances == [" hello world"], "\(listener.events)")
        #expect(listener.problem == nil)
    }

    @EventLoopActor @Test func mayInventText() async throws {
        let listener = try await TranscriptionServer().dictate("blank")
        #expect(listener.utterances == [""], "\(listener.events)")
    }

    @EventLoopActor @Test func isTrustedByItsCertificateOnly() async throws {
        let server = try await TranscriptionServer()
        let url = "https://127.0.0.1:\(server.securePort)/words/v1"
        let refused = try await server.dictate(url)
        #expect(
            refused.problem?.what == "the server https://127.0.0.1:\(server.securePort) "
                + "can't be trusted", "\(refused.events)")
        #expect(refused.problem?.remedy.contains("[recognizer.server] ca") == true)
        let trusted = try await server.dictate(url) { $0.authorities = server.certificate.path }
        #expect(trusted.utterances == [" hello world"], "\(trusted.events)")
    }

    /// How each answer is reported; “request 2” shows that the server was asked again, once.
    @EventLoopActor
    @Test(arguments: [
        ("plain/400", "refuses the request", "status 400"),
        ("plain/401", "refuses the key", "status 401"),
        ("plain/404", "has no such service there", "status 404"),
        ("plain/429", "gets too many requests", "status 429"),
        ("status/500", "failed", "status 500, and says “request 2 [31mNone”"),
        ("later", "gets too many requests", "status 429, and says “request 1”"),
        ("elsewhere", "sends elsewhere", "status 302"),
        ("long", "sends too long an answer", "more than 1 MiB"),
        ("page", "gives no text", "its answer isn't JSON with the field “text”"),
        ("number", "gives no text", "its answer isn't JSON with the field “text”"),
        ("half", "broke off its answer", ""), ("closed", "broke off its answer", ""),
    ])
    func failsClearly(_ mode: String, _ what: String, _ why: String) async throws {
        let server = try await TranscriptionServer()
        let problem = try #require(try await server.dictate(mode).problem)
        #expect(problem.what == "the server http://127.0.0.1:\(server.port) \(what)")
        if why.isEmpty { #expect(!problem.why.isEmpty) } else { #expect(problem.why == why) }
    }

    /// Each form in which servers report an error, whatever the status.
    @EventLoopActor
    @Test(arguments: [
        (400, #"{"error": {"message": "No such model: \u001b[31m\n“x”.", "type": "invalid"}}"#),
        (500, #"{"error": "No such model: [31m “x”"}"#),
        (200, #"{"error": {"message": "No such model: [31m “x”"}}"#),
        (200, #"{"detail": "No such model: [31m “x”"}"#),
        (404, #"{"object": "error", "message": "No such model: [31m “x”"}"#),
    ])
    func saysWhatTheServerSays(_ status: Int, _ body: String) async throws {
        let server = try await TranscriptionServer()
        let hex = body.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let problem = try #require(try await server.dictate("saying/\(status)/\(hex)").problem)
        #expect(
            problem.why == "status \(status), and says “No such model: [31m “x””", "\(problem)")
    }

    @EventLoopActor @Test(arguments: ["silent", "slow"])
    func isGivenUpAtItsLimit(_ mode: String) async throws {
        let listener = try await TranscriptionServer().dictate(mode, limit: .seconds(1))
        #expect(listener.problem?.what.hasSuffix("is too slow") == true, "\(listener.events)")
        #expect(listener.problem?.why == "no answer within 1 s")
    }

    /// “127.1” counts as another machine, because it isn't this machine's address in full; libcurl
    /// takes it for 127.0.0.1.
    @EventLoopActor @Test func getsNothingWithoutConsent() async throws {
        let server = try await TranscriptionServer()
        let url = "https://127.1:\(server.securePort)/count/v1"
        let state = try ScratchDirectory("consent")
        let consents = ConsentStore(
            file: state.path("consent.toml"), policy: state.path("policy.toml"))
        func dictate() async throws -> RecognitionListener {
            try await server.dictate(url) {
                $0.consents = consents
                $0.authorities = server.certificate.path
            }
        }
        let address = try ServerAddress(url, for: .recognition)
        #expect(try await dictate().problem?.remedy == "Run: utter authorize")
        try consents.keep(false, for: address)
        #expect(try await dictate().problem?.why == "you denied it your voice")
        try consents.keep(true, for: address)
        #expect(try await dictate().utterances == ["request 1"], "nothing came there before")
        try state.write("[off_machine]\nrecognition = []\n", to: "policy.toml")
        #expect(
            try await dictate().problem?.why
                == "the administrator of this machine denies it your voice")
    }

    @EventLoopActor @Test func getsNothingOnceConsentIsTakenBack() async throws {
        let server = try await TranscriptionServer()
        let state = try ScratchDirectory("consent")
        let consents = ConsentStore(
            file: state.path("consent.toml"), policy: state.path("policy.toml"))
        let address = try ServerAddress(
            "https://127.1:\(server.securePort)/count/v1", for: .recognition)
        try consents.keep(true, for: address)
        let recognizer = ServerRecognizer(
            ServerConfiguration(
                address: address, limit: RecognitionLimit(perHalfMinute: .seconds(60)),
                consents: consents))
        defer { recognizer.close() }
        let listener = RecognitionListener()
        recognizer.prepare { listener.hear($0) }
        #expect(listener.events == [.ready])
        recognizer.begin()
        recognizer.feed([Int16](repeating: 4000, count: AudioFormat.rate))
        try consents.keep(false, for: address)
        recognizer.finish()
        await listener.waitForEnd()
        #expect(listener.problem?.why == "you denied it your voice")
    }

    /// Debian 12's libcurl has no WebSockets; with Debian 13's, `Debian13RealtimeTests` run.
    @EventLoopActor @Test func theRealtimeFormNeedsWebSockets() async throws {
        let listener = try await TranscriptionServer().dictate("words") {
            $0.isRealtime = true
        }
        guard let why = WebSocket.absence else { return #expect(listener.problem == nil) }
        #expect(why.hasPrefix("libcurl ") && why.hasSuffix(" has no WebSockets"))
        #expect(listener.problem?.why == why)
        #expect(
            listener.problem?.remedy == "Debian 13's libcurl has them. Without them: "
                + "utter config set recognizer.server.realtime false")
    }

    @EventLoopActor @Test func isNotThere() async throws {
        // Nothing listens on port 1 (tcpmux).
        let listener = try await TranscriptionServer().dictate("http://127.0.0.1:1")
        #expect(listener.problem?.what == "the server http://127.0.0.1:1 can't be reached")
    }

    @EventLoopActor @Test func neverRepeatsTheKey() async throws {
        let key = try TemporaryFile()
        try write("secret-key", to: key.path)
        chmod(key.path, 0o600)
        let server = try await TranscriptionServer()
        for status in [400, 401, 500] {
            let listener = try await server.dictate("status/\(status)") { $0.keyFile = key.path }
            #expect(listener.problem != nil)
            #expect(!"\(listener.events)".contains("secret"))
        }
    }

    @EventLoopActor @Test func keepsTheKeyFromOthers() async throws {
        let key = try TemporaryFile()
        try write("secret-key", to: key.path)
        chmod(key.path, 0o644)
        let server = try await TranscriptionServer()
        let listener = try await server.dictate("words") { $0.keyFile = key.path }
        #expect(listener.problem?.why == "others may read it")
        #expect(listener.problem?.remedy == "Run: chmod 600 \(key.path)")
        let none = try await server.dictate("words") { $0.keyFile = "/no/such/key" }
        #expect(none.problem?.what == "cannot read the server's key from “/no/such/key”")
    }
}

private func write(_ text: String, to path: String) throws {
    let file = try FileDescriptor.open(FilePath(path), .writeOnly)
    _ = try file.closeAfter { try file.writeAll(text.utf8) }
}
