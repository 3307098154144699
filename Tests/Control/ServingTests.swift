import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import ControlProtocol

@Suite(.runningLoop) struct ServingTests {
    @EventLoopActor @Test func answersEachCommand() async throws {
        let test = try TestServer()
        let client = try await test.client()
        let commands: [ControlRequest] = [
            .toggle(), .start(), .stop, .cancel, .status, .last(count: 7), .retype,
        ]
        for command in commands {
            #expect(try await client.send(command) == .ok(message: "\(command)"))
        }
        #expect(test.requests == commands)
    }

    @EventLoopActor @Test func passesEachKindOfReplyOn() async throws {
        let test = try TestServer()
        let client = try await test.client()
        let replies: [ControlReply] = [
            .failure(Problem("a", why: "b", remedy: "c")), .status(TestServer.report(.recording)),
            .transcripts([
                TranscriptRecord(number: 1, time: 2, raw: "é\n😀", text: "É", inserted: false)
            ]),
            .ok(),
        ]
        for reply in replies {
            test.handle = { $1(reply) }
            #expect(try await client.send(.status) == reply)
        }
    }

    @EventLoopActor @Test func lateRepliesKeepTheOrderOfTheCommands() async throws {
        let test = try TestServer()
        var answers: [(ControlReply) -> Void] = []
        test.handle = { _, answer in answers.append(answer) }
        let client = try await test.rawClient()
        try await client.write(
            #"{"command":"start"}"# + "\n" + #"{"command":"stop"}"# + "\n"
                + #"{"command":"dance"}"# + "\n")
        // The refusal of the third must wait too, so its line is not read before the others.
        while answers.count < 2 { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
        answers[1](.ok(message: "second"))
        answers[0](.ok(message: "first"))
        answers[0](.ok(message: "a second reply to the same command"))
        #expect(try await client.line() == #"{"message":"first","reply":"ok"}"#)
        #expect(try await client.line() == #"{"message":"second","reply":"ok"}"#)
        #expect(try await client.line()?.contains("“dance”") == true)
        test.handle = nil
        #expect(try await test.serves())
    }

    @EventLoopActor @Test func aReplyToAClientThatLeftIsDropped() async throws {
        let test = try TestServer()
        var answers: [(ControlReply) -> Void] = []
        test.handle = { _, answer in answers.append(answer) }
        var client: RawClient? = try await test.rawClient()
        try await client?.write(#"{"command":"start"}"# + "\n")
        while answers.isEmpty { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
        client = nil
        try await test.waitFor(clients: 0)
        answers[0](.ok())
        test.handle = nil
        #expect(try await test.serves())
    }

    @EventLoopActor @Test func aClientThatWroteAllStillGetsItsReplies() async throws {
        let test = try TestServer()
        let client = try await RawClient(test.place.socket)
        try await client.write(#"{"protocol":"utter","version":1}"# + "\n")
        try await client.write(#"{"command":"start"}"# + "\n" + #"{"command":"stop"}"# + "\n")
        client.endWriting()
        let replies = try await client.rest()
        #expect(replies.count == 3)
        #expect(replies.last == #"{"message":"stop","reply":"ok"}"#)
        try await test.waitFor(clients: 0)
    }

    @EventLoopActor @Test func aCommandCountsThoughItsClientIsGone() async throws {
        let test = try TestServer()
        var client: RawClient? = try await RawClient(test.place.socket)
        try await client?.write(
            #"{"protocol":"utter","version":1}"# + "\n" + #"{"command":"toggle"}"# + "\n")
        client = nil
        while test.requests.isEmpty { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
        #expect(test.requests == [.toggle()])
        try await test.waitFor(clients: 0)
    }

    @EventLoopActor @Test func anAnswerBeyondTheLimitBecomesAFailure() async throws {
        let test = try TestServer()
        let client = try await test.client()
        test.handle = { $1(.ok(message: String(repeating: "x", count: 1_100_000))) }
        guard case .failure(let problem) = try await client.send(.status) else {
            Issue.record("no failure")
            return
        }
        #expect(problem.remedy == "Ask for less at a time")
        let long = String(repeating: "x", count: 1_000_000)
        test.handle = { $1(.ok(message: long)) }
        #expect(try await client.send(.status) == .ok(message: long))
    }
}
