import AudioSamples
import Dictation
import Foundation
import HTTPClient
import LinuxRuntime
import TestSupport
import Testing

/// libcurl on the event loop, against a server that sends what the test says.
@Suite(.runningLoop) struct HTTPClientTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @EventLoopActor @Test func aRequestWithoutABodyIsAGet() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        var request = HTTPRequest(url: server.url)
        request.headers = [("X-Word", "one"), ("X-Empty", "")]
        let asked = try Asked(client, request)
        let sent = try await server.request(0)
        #expect(sent.line == "GET /path HTTP/1.1")
        #expect(sent.headers["x-word"] == "one" && sent.headers["x-empty"] == nil)
        server.connections[0].send(
            "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nbusy")
        #expect(
            try await asked.result()
                == .success(
                    HTTPResponse(
                        status: 503, body: Array("busy".utf8), retryAfter: .seconds(7))))
    }

    /// 2.1 MB are more than an answer may have, in 2 kB of gzip.
    @EventLoopActor @Test(arguments: [(200, true), (700_000, false)])
    func anAnswerMayBeCompressed(count: Int, isTaken: Bool) async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        let asked = try Asked(client, HTTPRequest(url: server.url))
        let sent = try await server.request(0)
        #expect(sent.headers["accept-encoding"]?.contains("gzip") == true)
        let file = try TemporaryFile()
        let run = try await ProgramRun([
            "sh", "-c", "yes ok | head -n \(count) | gzip >\"$1\"", "sh", file.path,
        ])
        #expect(run.status == .exited(0))
        let packed = try Data(contentsOf: URL(filePath: file.path))
        server.connections[0].send(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
        server.connections[0].send(Array(packed))
        let text = String(repeating: "ok\n", count: count)
        #expect(
            try await asked.result()
                == (isTaken
                    ? .success(HTTPResponse(status: 200, body: Array(text.utf8)))
                    : .failure(.tooLong)))
    }

    @Test func aLongMessageIsCut() throws {
        let words = String(repeating: "a ", count: 500)
        let message = try #require(ServerMessage(Array(#"{"error": "\#(words)"}"#.utf8)))
        #expect(message.text.count == 160)
        #expect(message.text.hasPrefix("a a a") && message.text.hasSuffix("…"))
    }

    @Test func whatWasSentIsNotRepeated() throws {
        let message = ServerMessage(text: "wrong key: abc123")
        #expect(message.why("no", hiding: ["abc123"]) == "no")
        #expect(message.why("no", hiding: ["it said: wrong key: abc123, I think"]) == "no")
        #expect(message.why("no", hiding: [""]) == "no, and says “wrong key: abc123”")
    }

    @EventLoopActor @Test func bytesAreSentAsTheyAre() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        var request = HTTPRequest(url: server.url)
        request.headers = [("Content-Type", "application/json")]
        request.body = .bytes([0, 1, 0xFF, 10, 13])
        let asked = try Asked(client, request)
        let sent = try await server.request(0)
        #expect(sent.line == "POST /path HTTP/1.1")
        #expect(sent.headers["content-type"] == "application/json")
        #expect(Array(sent.body) == [0, 1, 0xFF, 10, 13])
        withExtendedLifetime(asked) {}
    }

    /// Of several pieces, of which none ends where libcurl's buffer does.
    @EventLoopActor @Test func aFormHasItsFieldsAndTheSound() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        let asked = try Asked(client, Self.formRequest(server))
        let sent = try await server.request(0)
        #expect(sent.headers["expect"] == nil)
        #expect(
            sent.parts.map(\.headers) == [
                #"Content-Disposition: form-data; name="prompt""#,
                #"Content-Disposition: form-data; name="file"; filename="speech.wav""#
                    + "\r\nContent-Type: audio/wav",
            ])
        #expect(sent.parts.first.map { String(decoding: $0.content, as: UTF8.self) } == Self.prompt)
        #expect(sent.parts.last?.content == Data(WaveFile.bytes(of: Self.sound)))
        server.connections[0].send(Self.ok)
        #expect(try await asked.result().get().body == Array("ok".utf8))
    }

    @EventLoopActor @Test func anAnswerIsReceivedAsItComes() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        var received: [String] = []
        var result: Result<HTTPResponse, HTTPFailure>?
        try client.send(HTTPRequest(url: server.url)) {
            received.append(String(decoding: $0, as: UTF8.self))
        } _: {
            result = $0
        }
        _ = try await server.request(0)
        server.connections[0].send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none")
        try await waitUntil("a part comes") { received == ["one"] }
        #expect(result == nil)
        server.connections[0].send("two")
        try await waitUntil("the request ends") { result != nil }
        #expect(received.joined() == "onetwo")
        #expect(try result?.get().body == Array("onetwo".utf8))
    }

    @EventLoopActor @Test func aFailureHasNothingToReceive() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        var result: Result<HTTPResponse, HTTPFailure>?
        try client.send(HTTPRequest(url: server.url)) {
            Issue.record("received \($0)")
        } _: {
            result = $0
        }
        _ = try await server.request(0)
        server.connections[0].send("HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy")
        try await waitUntil("the request ends") { result != nil }
        #expect(try result?.get().status == 503)
    }

    @EventLoopActor @Test func aTransferMayBeCancelledAsItReceives() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        var transfer: HTTPTransfer?
        transfer = try client.send(HTTPRequest(url: server.url)) { _ in
            transfer.map { client.cancel($0) }
            transfer = nil
        } _: { _ in
            Issue.record("a cancelled request has ended")
        }
        _ = try await server.request(0)
        server.connections[0].send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none")
        try await waitUntil("it is cancelled") { transfer == nil }
        // The client is in order.
        let asked = try Asked(client, HTTPRequest(url: server.url))
        _ = try await server.request(1)
        server.connections[1].send(Self.ok)
        #expect(try await asked.result().get().status == 200)
    }

    private static let prompt = "Grüße,\r\n--x\r\n\0"

    private static let sound: SoundPieces = {
        var sound = SoundPieces()
        for count in [1, 7, 16_001, 80_000] {
            sound.append((0..<count).map { Int16(truncatingIfNeeded: $0 * 31) })
        }
        return sound
    }()

    @EventLoopActor private static func formRequest(_ server: RawServer) -> HTTPRequest {
        var form = MultipartForm()
        form.add("prompt", prompt)
        form.add("file", wave: "speech.wav", sound)
        var request = HTTPRequest(url: server.url)
        request.body = .form(form)
        return request
    }

    // MARK: Connections

    @EventLoopActor @Test func aConnectionIsKeptForTheNextRequest() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        for number in 0..<3 {
            let asked = try Asked(client, Self.formRequest(server))
            _ = try await server.request(number)
            server.connections[0].send(Self.ok)
            _ = try await asked.result().get()
        }
        #expect(server.connections.count == 1)
    }

    /// The form is sent again from its start.
    @EventLoopActor @Test func aKeptConnectionThatEndsCostsNothing() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        let first = try Asked(client, Self.formRequest(server))
        _ = try await server.request(0)
        server.connections[0].send(Self.ok)
        _ = try await first.result().get()
        server.connections[0].endsWithTheNextBytes = true
        let second = try Asked(client, Self.formRequest(server))
        try await waitUntil("there is another connection") { server.connections.count == 2 }
        try await waitUntil("it has the request") { server.connections[1].requests.count == 1 }
        let parts = server.connections[1].requests[0].parts
        #expect(parts.last?.content == Data(WaveFile.bytes(of: Self.sound)))
        server.connections[1].send(Self.ok)
        _ = try await second.result().get()
    }

    @EventLoopActor @Test func eachGetsItsOwnAnswer() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        let asked = try (0..<3).map { number in
            var request = HTTPRequest(url: server.url)
            request.headers = [("X-Number", "\(number)")]
            return try Asked(client, request)
        }
        try await waitUntil("all have come") { server.requests.count == 3 }
        for connection in server.connections.reversed() {
            let number = connection.requests[0].headers["x-number"]!
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
        }
        for (number, asked) in asked.enumerated() {
            #expect(try await asked.result().get().body == Array("\(number)".utf8))
        }
    }

    // MARK: Half answers

    @EventLoopActor
    @Test(arguments: [
        "",
        "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsecret",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nsecret",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nsecret",
        "SSH-2.0-secret\r\n",
    ])
    func isNoAnswer(_ text: String) async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        let asked = try Asked(client, HTTPRequest(url: server.url))
        _ = try await server.request(0)
        server.connections[0].send(text)
        server.connections[0].end()
        let failure = try #require(await asked.result().failure)
        #expect(!"\(failure)".contains("secret"), "\(failure)")
        if case .success = try await asked.result() { Issue.record("it counts as an answer") }
    }

    @EventLoopActor @Test(arguments: [(10, true), (11, false)])
    func anAnswerMayBeSoLong(_ count: Int, _ isTaken: Bool) async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        var request = HTTPRequest(url: server.url)
        request.mostBytes = 10
        let asked = try Asked(client, request)
        _ = try await server.request(0)
        // Without a length: the end of the connection is the end of it.
        server.connections[0].send("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: count))
        server.connections[0].end()
        let result = try await asked.result()
        #expect(result.failure == (isTaken ? nil : .tooLong))
    }

    @EventLoopActor @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"])
    func theLimitIsForAllOfIt(_ text: String) async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        var request = HTTPRequest(url: server.url)
        request.limit = .milliseconds(200)
        let asked = try Asked(client, request)
        try await waitUntil("it has connected") { server.connections.count == 1 }
        server.connections[0].send(text)
        #expect(try await asked.result().failure == .timedOut)
        try await waitUntil("the server is told") { server.connections[0].hasEnded }
    }

    @EventLoopActor @Test func aRedirectionIsAnAnswer() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        let asked = try Asked(client, Self.formRequest(server))
        _ = try await server.request(0)
        server.connections[0].send(
            "HTTP/1.1 307 Elsewhere\r\nLocation: \(server.url)\r\nContent-Length: 0\r\n\r\n")
        #expect(try await asked.result().get().status == 307)
        #expect(server.requests.count == 1)
    }

    // MARK: What can't be sent

    @EventLoopActor
    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "http://", "http://a b/"])
    func isNoAddress(_ url: String) async throws {
        let client = try HTTPClient()
        do throws(HTTPFailure) {
            let asked = try Asked(client, HTTPRequest(url: url))
            guard case .invalid = try? await asked.result().failure else {
                Issue.record("\(asked.results)")
                return
            }
        } catch {
            guard case .invalid = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @EventLoopActor @Test(arguments: ["key\r\nX-More: 1", "key\u{7F}", "key\0"])
    func aHeaderHasNoControlCharacters(_ value: String) async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        var request = HTTPRequest(url: server.url)
        request.headers = [("Authorization", value)]
        let failure = #expect(throws: HTTPFailure.self) { try Asked(client, request) }
        // The value may be a key.
        #expect(failure == .invalid("a control character in the header “Authorization”"))
        #expect(server.connections.isEmpty)
    }

    // MARK: Giving up

    @EventLoopActor @Test func whoCancelsHearsNothing() async throws {
        let (server, client) = (try RawServer(), try HTTPClient())
        let (given, other) = (
            try Asked(client, Self.formRequest(server)), try Asked(client, Self.formRequest(server))
        )
        try await waitUntil("both have come") { server.requests.count == 2 }
        client.cancel(given.transfer)
        try await waitUntil("the server is told") {
            server.connections.contains { $0.hasEnded }
        }
        let left = try #require(server.connections.first { !$0.hasEnded })
        left.send(Self.ok)
        _ = try await other.result().get()
        #expect(given.results.isEmpty)
        // Again, and after the end.
        client.cancel(given.transfer)
        client.cancel(other.transfer)
    }

    @EventLoopActor @Test func aClientThatGoesHangsUp() async throws {
        let server = try RawServer()
        var client: HTTPClient? = try HTTPClient()
        let asked = try Asked(client!, Self.formRequest(server))
        _ = try await server.request(0)
        client = nil
        try await waitUntil("the server is told") { server.connections[0].hasEnded }
        #expect(asked.results.isEmpty)
    }

    @EventLoopActor @Test func theAnswerMayEndTheClient() async throws {
        let server = try RawServer()
        var client: HTTPClient? = try HTTPClient()
        let asked = try Asked(client!, HTTPRequest(url: server.url)) { client = nil }
        let other = try Asked(client!, HTTPRequest(url: server.url))
        try await waitUntil("both have come") { server.requests.count == 2 }
        for connection in server.connections { connection.send(Self.ok) }
        _ = try await asked.result().get()
        #expect(client == nil)
        withExtendedLifetime(other) {}
    }
}

extension RawServer {
    /// A request, once it came whole.
    fileprivate func request(_ number: Int) async throws -> RawRequest {
        try await waitUntil("request \(number) has come") { requests.count > number }
        return requests[number]
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

/// A request that was sent, and what came of it.
@EventLoopActor
private final class Asked {
    private(set) var results: [Result<HTTPResponse, HTTPFailure>] = []
    private(set) var transfer: HTTPTransfer!

    /// - Parameter onEnd: called with the answer.
    init(
        _ client: HTTPClient, _ request: HTTPRequest, onEnd: @escaping () -> Void = {}
    ) throws(HTTPFailure) {
        transfer = try client.send(request) { [unowned self] result in
            results.append(result)
            onEnd()
        }
    }

    func result() async throws -> Result<HTTPResponse, HTTPFailure> {
        try await waitUntil("the request ends") { !results.isEmpty }
        #expect(results.count == 1)
        return results[0]
    }
}
