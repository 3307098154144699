import Consent
import DictationParts
import Glibc
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing
import TextCleanup

@Suite(.runningLoop, .needs("openssl", package: "openssl"))
struct ServerCleanerTests {
    /// A cleaner's answer to a text.
    @EventLoopActor
    private func clean(
        _ url: String, _ text: String = "hello world", limit: Duration = .seconds(60),
        _ change: (inout CleanupServer) -> Void = { _ in }
    ) async throws -> Result<String, Problem> {
        var server = CleanupServer(
            address: try ServerAddress(url, for: .cleanup), limit: limit,
            consents: ConsentStore(file: nil))
        change(&server)
        let cleaner = ServerCleaner(server)
        defer { cleaner.close() }
        return await withCheckedContinuation { answer in
            cleaner.clean(text) { answer.resume(returning: $0) }
        }
    }

    private func failure(_ answer: Result<String, Problem>) -> Problem? {
        if case .failure(let problem) = answer { problem } else { nil }
    }

    @EventLoopActor @Test func asksForTheTextOnly() async throws {
        let server = try await ModelServer()
        let key = try TemporaryFile()
        try write(" secret-key\n", to: key.path)
        chmod(key.path, 0o600)
        let answer = try await clean("http://127.0.0.1:\(server.port)/question/v1", "grüße") {
            $0.model = "llama"
            $0.instructions = "Mend it."
            $0.keyFile = key.path
        }
        #expect(
            answer
                == .success(
                    #"{"authorization": "Bearer secret-key", "messages": "#
                        + #"[{"content": "Mend it.", "role": "system"}, "#
                        + #"{"content": "gr\u00fc\u00dfe", "role": "user"}], "model": "llama", "#
                        + #""path": "/question/v1/chat/completions", "stream": false, "#
                        + #""temperature": 0}"#))
    }

    /// A text of the user's own leaves the machine with another consent than dictated words.
    @EventLoopActor @Test func rewritesWithItsInstruction() async throws {
        let model = try await ModelServer()
        var server = CleanupServer(
            address: try ServerAddress(
                "http://127.0.0.1:\(model.port)/question/v1", for: .cleanup),
            consents: ConsentStore(file: nil))
        server.model = "llama"
        func rewrite(isDictated: Bool) async -> Result<String, Problem> {
            let cleaner = ServerCleaner(server)
            defer { cleaner.close() }
            return await withCheckedContinuation { answer in
                cleaner.rewriter?.rewrite("hello", "Make it short.", isDictated: isDictated) {
                    answer.resume(returning: $0)
                }
            }
        }
        for isDictated in [true, false] {
            let question = try await rewrite(isDictated: isDictated).get()
            let said = #"what to do with it: \u201cMake it short.\u201d. Do that."#
            #expect(question.contains(said))
            #expect(question.contains(#"{"content": "hello", "role": "user"}"#))
        }
        server.address = try ServerAddress("https://192.0.2.1/v1", for: .cleanup)
        let (words, selection) = (
            failure(await rewrite(isDictated: true)), failure(await rewrite(isDictated: false))
        )
        #expect(words?.why == "you were not asked yet whether it may have your words")
        #expect(selection?.why == "you were not asked yet whether it may have what you select")
        #expect(selection?.remedy == "Run: utter authorize selection")
    }

    @EventLoopActor @Test func answersAsItCame() async throws {
        let server = try await ModelServer()
        for text in ["Hello, world.", "", "\n\u{1B}[2Jx\n"] {
            #expect(try await clean(server.chatAddress(answering: [text])) == .success(text))
        }
    }

    @EventLoopActor @Test func isTrustedByItsCertificateOnly() async throws {
        let server = try await ModelServer()
        let url = "https://127.0.0.1:\(server.securePort)/chat/x41/v1"
        let refused = try #require(failure(try await clean(url)))
        #expect(refused.what.hasSuffix("can't be trusted"))
        #expect(refused.remedy.contains("[text.cleanup] server_ca"))
        let trusted = try await clean(url) { $0.authorities = server.certificate.path }
        #expect(trusted == .success("A"))
    }

    /// How each answer is reported. The server is asked once: “request 2” would be a second time.
    @EventLoopActor
    @Test(arguments: [
        ("plain/401", "refuses the key", "status 401"),
        ("status/429", "gets too many requests", "status 429, and says “request 1 [31mNone”"),
        ("echo", "failed", "status 500"),
        ("elsewhere", "sends elsewhere", "status 302"),
        ("long", "sends too long an answer", "more than 1 MiB"),
        (
            "page", "gives no text",
            "its answer isn't a chat interface's (“choices” with a “message”)"
        ),
        (
            "words", "gives no text",
            "its answer isn't a chat interface's (“choices” with a “message”)"
        ),
        (
            "noChoice", "gives no text",
            "its answer isn't a chat interface's (“choices” with a “message”)"
        ),
        ("refusal", "refuses the text", "its model will not clean it up"),
        ("filtered", "refuses the text", "its model will not clean it up"),
        ("cutChat", "cut its answer off", "it reached its longest answer"),
        ("half", "broke off its answer", ""), ("closed", "broke off its answer", ""),
    ])
    func failsClearly(_ mode: String, _ what: String, _ why: String) async throws {
        let server = try await ModelServer()
        let answer = try await clean("http://127.0.0.1:\(server.port)/\(mode)/v1")
        let problem = try #require(failure(answer), "\(answer)")
        #expect(problem.what == "the server http://127.0.0.1:\(server.port) \(what)")
        if why.isEmpty { #expect(!problem.why.isEmpty) } else { #expect(problem.why == why) }
    }

    @EventLoopActor @Test(arguments: ["silent", "slow"])
    func isGivenUpAtItsLimit(_ mode: String) async throws {
        let server = try await ModelServer()
        let answer = try await clean(
            "http://127.0.0.1:\(server.port)/\(mode)/v1", limit: .seconds(1))
        #expect(failure(answer)?.why == "no answer within 1 s", "\(answer)")
    }

    /// “127.1” counts as another machine, because it isn't this machine's address in full.
    @EventLoopActor @Test func getsNothingWithoutConsent() async throws {
        let server = try await ModelServer()
        let url = "https://127.1:\(server.securePort)/count/v1"
        let state = try ScratchDirectory("consent")
        let consents = ConsentStore(
            file: state.path("consent.toml"), policy: state.path("policy.toml"))
        let refused = failure(try await clean(url) { $0.consents = consents })
        #expect(refused?.remedy == "Run: utter authorize")
        // A consent for the sound doesn't cover the words.
        try consents.keep(true, for: try ServerAddress(url, for: .recognition))
        let still = failure(try await clean(url) { $0.consents = consents })
        #expect(still?.remedy == "Run: utter authorize")
        try consents.keep(true, for: try ServerAddress(url, for: .cleanup))
        let allowed = try await clean(url) {
            $0.consents = consents
            $0.authorities = server.certificate.path
        }
        #expect(failure(allowed)?.what.contains("gives no text") == true, "\(allowed)")
    }

    @EventLoopActor @Test func aCancelledTextIsNotAnswered() async throws {
        let server = try await ModelServer()
        let address = try ServerAddress(
            "http://127.0.0.1:\(server.port)/silent/v1", for: .cleanup)
        let cleaner = ServerCleaner(
            CleanupServer(
                address: address, limit: .seconds(60), consents: ConsentStore(file: nil)))
        cleaner.clean("one") { _ in Issue.record("answered") }
        cleaner.cancel()
        cleaner.close()
    }

    private func write(_ text: String, to path: String) throws {
        let file = try FileDescriptor.open(FilePath(path), .writeOnly)
        _ = try file.closeAfter { try file.writeAll(text.utf8) }
    }
}
