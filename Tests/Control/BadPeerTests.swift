import CLinux
import Glibc
import LinuxRuntime
import TestSupport
import Testing

@testable import ControlProtocol

/// A line that is sent after or instead of the greeting, and what the answer must contain.
struct BadInput: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let answer: String
    var ends = false

    init(_ name: String, _ text: String, answer: String, ends: Bool = false) {
        self.init(name, Array(text.utf8), answer: answer, ends: ends)
    }

    init(_ name: String, _ bytes: [UInt8], answer: String, ends: Bool = false) {
        testDescription = name
        self.bytes = bytes
        self.answer = answer
        self.ends = ends
    }
}

@Suite(.runningLoop) struct BadPeerTests {
    @EventLoopActor
    @Test(arguments: [
        BadInput("garbage", "GET / HTTP/1.1\r\n", answer: "it is not JSON"),
        BadInput("an empty line", "\n", answer: "it is not JSON"),
        BadInput("no object", "[1,2]\n", answer: "it is not a JSON object"),
        BadInput("binary", [0, 1, 2, 0x1B, 10], answer: "it is not text in UTF-8"),
        BadInput(
            "bad UTF-8", [0x22, 0xC3, 0x28, 0xFF, 0x22, 10], answer: "it is not text in UTF-8"),
        BadInput("UTF-16", [0x7B, 0, 0x7D, 0, 10], answer: "it is not text in UTF-8"),
        BadInput(
            "nested lists", String(repeating: "[", count: 60_000) + "\n", answer: "it is not JSON"),
        BadInput(
            "nested objects", String(repeating: #"{"command":"#, count: 5_000) + "\n",
            answer: "it is not JSON"),
        BadInput(
            "a nested field that is ignored",
            #"{"command":"stop","x":"# + String(repeating: "[", count: 20_000)
                + String(repeating: "]", count: 20_000) + "}\n",
            answer: "it is not JSON"),
        BadInput("half a line", #"{"command":"st"#, answer: "the last line has no end", ends: true),
        BadInput(
            "64 KiB and one byte", String(repeating: "x", count: 65_537) + "\n",
            answer: "a line is longer than 65536 bytes"),
        BadInput(
            "a megabyte without a line feed", String(repeating: " ", count: 1 << 20),
            answer: "a line is longer than 65536 bytes"),
        BadInput(
            "too many commands at once",
            String(repeating: #"{"command":"retype"}"# + "\n", count: 17),
            answer: "more than 16 commands wait for replies"),
    ])
    func badLinesGetOneAnswerAndTheEnd(input: BadInput) async throws {
        let test = try TestServer()
        // Commands are never answered, for the case that piles them up.
        test.handle = { _, _ in }
        let client = try await test.rawClient()
        try await client.write(input.bytes)
        if input.ends { client.endWriting() }
        let answers = try await client.rest()
        #expect(answers.count == 1)
        #expect(answers.first?.hasPrefix(#"{"problem":{"#) == true)
        #expect(answers.first?.contains(input.answer) == true)
        test.handle = nil
        #expect(try await test.serves())
        try await test.waitFor(clients: 0)
    }

    @EventLoopActor
    @Test(arguments: [
        BadInput(
            "another version", #"{"protocol":"utter","version":2}"# + "\n",
            answer: "this client speaks version 2 of the control protocol, not 1"),
        BadInput(
            "another protocol", #"{"protocol":"other","version":1}"# + "\n",
            answer: "this client does not speak the control protocol of utter"),
        BadInput("no greeting", #"{"command":"stop"}"# + "\n", answer: "the first line must be"),
        BadInput("garbage", "hello\n", answer: "the first line must be"),
        BadInput("half a greeting", "{", answer: "the last line has no end", ends: true),
        BadInput(
            "no end of the greeting", String(repeating: "[", count: 200_000),
            answer: "a line is longer than 65536 bytes"),
    ])
    func badGreetingsGetOneAnswerAndTheEnd(input: BadInput) async throws {
        let test = try TestServer()
        let client = try await RawClient(test.place.socket)
        try await client.write(input.bytes)
        if input.ends { client.endWriting() }
        let answers = try await client.rest()
        #expect(answers.count == 2)
        #expect(answers.first == #"{"protocol":"utter","version":1}"#)
        #expect(answers.last?.contains(input.answer) == true)
        #expect(test.requests.isEmpty)
        #expect(try await test.serves())
    }

    @EventLoopActor @Test func anUnknownCommandIsNamedAndTheNextIsServed() async throws {
        let test = try TestServer()
        let client = try await test.rawClient()
        try await client.write(#"{"command":"dance"}"# + "\n" + #"{"command":"stop"}"# + "\n")
        #expect(try await client.line()?.contains("cannot run the command “dance”") == true)
        #expect(try await client.line() == #"{"message":"stop","reply":"ok"}"#)
    }

    @EventLoopActor @Test func aLineOfExactlyTheLimitIsTaken() async throws {
        let test = try TestServer()
        let client = try await test.rawClient()
        let command = #"{"command":"stop"}"#
        try await client.write(
            command + String(repeating: " ", count: 65_536 - command.utf8.count) + "\n")
        #expect(try await client.line() == #"{"message":"stop","reply":"ok"}"#)
    }

    @EventLoopActor @Test func idleClientsMakeRoomForCommands() async throws {
        let test = try TestServer()
        let first = try await test.rawClient()
        var silent: [RawClient] = []
        for _ in 0..<63 { silent.append(try await RawClient(test.place.socket)) }
        try await test.waitFor(clients: 64)
        // It connected first, but its last line is the newest.
        try await first.write(#"{"command":"stop"}"# + "\n")
        #expect(try await first.line() == #"{"message":"stop","reply":"ok"}"#)
        #expect(try await test.serves())
        let answers = try await silent[0].rest()
        #expect(answers.count == 2)
        #expect(answers.last?.contains("64 others are connected, and this one said") == true)
        try await first.write(#"{"command":"stop"}"# + "\n")
        #expect(try await first.line() == #"{"message":"stop","reply":"ok"}"#)
    }

    @EventLoopActor @Test func aFloodOfCommandsIsServedToTheLast() async throws {
        let test = try TestServer()
        // More than the limit, all connected before the daemon has accepted one.
        var clients: [RawClient] = []
        for _ in 0..<100 {
            let client = try await RawClient(test.place.socket)
            clients.append(client)
            try await client.write(
                #"{"protocol":"utter","version":1}"# + "\n" + #"{"command":"stop"}"# + "\n")
        }
        for client in clients {
            _ = try await client.line()
            #expect(try await client.line() == #"{"message":"stop","reply":"ok"}"#)
        }
    }

    @EventLoopActor @Test func subscribersAreLimitedByThemselves() async throws {
        let test = try TestServer()
        test.server.publish(TestServer.report())
        let subscription = #"{"command":"subscribe"}"# + "\n"
        var subscribers: [RawClient] = []
        for _ in 0..<64 {
            let client = try await test.rawClient()
            try await client.write(subscription)
            #expect(try await client.line() == #"{"reply":"ok"}"#)
            subscribers.append(client)
        }
        let extra = try await test.rawClient()
        try await extra.write(subscription)
        #expect(try await extra.line()?.contains("64 clients follow it already") == true)
        // A subscriber may subscribe again.
        _ = try await subscribers[0].line()
        try await subscribers[0].write(subscription)
        #expect(try await subscribers[0].line() == #"{"reply":"ok"}"#)
        #expect(try await test.serves())
        #expect(test.server.clientCount >= 65)
    }

    @EventLoopActor
    @Test(
        .enabled(if: geteuid() == 0, "only root can become another user"),
        .needs("/usr/bin/perl", package: "perl-base"))
    func anotherUserIsRefused() async throws {
        let test = try TestServer()
        // Permissions wider than normal, so that only the check of the uid protects.
        chmod(test.place.directory, 0o711)
        chmod("\(test.place.directory)/utter", 0o711)
        chmod(test.place.socket, 0o666)
        let stranger = try Script(
            """
            use IO::Socket::UNIX; $| = 1;
            $) = "65534 65534"; $( = 65534; $< = $> = 65534;
            my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die "connect: $!";
            print while <$s>; print "end\\n";
            """, test.place.socket)
        #expect(try await stranger.line() == #"{"protocol":"utter","version":1}"#)
        #expect(
            try await stranger.line().contains(
                "the daemon belongs to uid 0 and you are uid 65534"))
        #expect(try await stranger.line() == "end")
        #expect(try await test.serves())
    }
}
