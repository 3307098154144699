import Dictation
import LinuxRuntime
import MonotonicTime
import TestSupport
import Testing

@testable import ControlProtocol

@Suite(.runningLoop) struct SubscriptionTests {
    private let loud = AudioLevel(power: 0.5)

    @EventLoopActor @Test func reportsTheStatusNowAndOnEachChange() async throws {
        let test = try TestServer()
        test.server.publish(TestServer.report(.idle))
        let client = try await test.client()
        let events = try await client.subscribe(levels: false).makeAsyncIterator()
        #expect(try await events.client.nextEvent() == .status(TestServer.report(.idle)))
        test.server.publish(TestServer.report(.idle))
        test.server.publish(TestServer.report(.recording, partial: "one"))
        test.server.publish(TestServer.report(.recording, partial: "one two"))
        test.server.publish(loud, at: Instant(nanoseconds: 0))
        test.server.publish(TestServer.report(.processing))
        var seen: [ControlEvent] = []
        for try await event in ControlEvents(client: client) {
            seen.append(event)
            if seen.count == 3 { break }
        }
        #expect(
            seen == [
                .status(TestServer.report(.recording, partial: "one")),
                .status(TestServer.report(.recording, partial: "one two")),
                .status(TestServer.report(.processing)),
            ])
    }

    @EventLoopActor @Test func reportsAtMostThirtyLevelsASecondWhileRecording() async throws {
        let test = try TestServer()
        let client = try await test.client()
        let events = try await client.subscribe(levels: true)
        test.server.publish(loud, at: Instant(nanoseconds: 0))
        test.server.publish(TestServer.report(.recording))
        // Ten seconds of levels, one each 10 ms, all different.
        for period in 0..<1000 {
            test.server.publish(
                AudioLevel(power: pow2(-10 + Float(period) / 100)),
                at: Instant(nanoseconds: Int64(period) * 10_000_000))
        }
        test.server.publish(TestServer.report(.processing))
        test.server.publish(loud, at: Instant(nanoseconds: 60_000_000_000))
        test.server.publish(TestServer.report(.idle))

        var levels: [Double] = []
        var states: [StatusReport.State] = []
        for try await event in events {
            switch event {
            case .level(let level):
                #expect(states == [.recording])
                levels.append(level)
            case .status(let status): states.append(status.state)
            }
            if states.last == .idle { break }
        }
        // Every fourth period is the first that is at least 33.3 ms after the last one sent.
        #expect(levels.count == 250)
        #expect(levels == levels.sorted())
    }

    @EventLoopActor @Test func aSubscriberThatWritesNoMoreIsKept() async throws {
        let test = try TestServer()
        let client = try await test.rawClient()
        try await client.write(#"{"command":"subscribe"}"# + "\n")
        client.endWriting()
        #expect(try await client.line() == #"{"reply":"ok"}"#)
        test.server.publish(TestServer.report(.recording))
        #expect(try await client.line()?.contains(#""state":"recording""#) == true)
        test.server.publish(TestServer.report(.idle))
        #expect(try await client.line()?.contains(#""state":"idle""#) == true)
    }

    @EventLoopActor @Test func aSlowReaderIsDroppedAndTheOthersAreServed() async throws {
        let test = try TestServer()
        let reader = try await test.client()
        let events = try await reader.subscribe(levels: false)
        let slow = try await test.rawClient()
        try await slow.write(#"{"command":"subscribe","levels":true}"# + "\n")
        #expect(try await slow.line() == #"{"reply":"ok"}"#)

        var published = 0
        while test.server.clientCount == 2, published < 5000 {
            published += 1
            let text = "\(published) " + String(repeating: "x", count: 1000)
            test.server.publish(TestServer.report(.recording, partial: text))
            let event = try await reader.nextEvent()
            #expect(event == .status(TestServer.report(.recording, partial: text)))
        }
        // 256 KiB here, plus what the kernel's socket buffer holds (net.core.wmem_default).
        #expect(published > 250 && published < 1500)
        #expect(test.server.clientCount == 1)
        // What it finally reads is complete up to a point, and then the stream ends.
        let lines = try await slow.rest()
        #expect(lines.count < published)
        #expect(lines.first?.contains(#""partial":"1 "#) == true)
        _ = events
    }

    @EventLoopActor @Test func eventsThatOvertakeAReplyAreNotLost() async throws {
        let test = try TestServer()
        let client = try await test.client()
        let events = try await client.subscribe(levels: false)
        test.handle = { request, answer in
            test.server.publish(TestServer.report(.recording))
            answer(.ok(message: "\(request)"))
        }
        #expect(try await client.send(.stop) == .ok(message: "stop"))
        for try await event in events {
            #expect(event == .status(TestServer.report(.recording)))
            break
        }
    }

    @EventLoopActor @Test func theEventsEndWithTheServer() async throws {
        let test = try TestServer()
        test.server.publish(TestServer.report())
        let client = try await test.client()
        let events = try await client.subscribe(levels: false)
        test.server.close()
        var seen: [ControlEvent] = []
        for try await event in events { seen.append(event) }
        #expect(seen == [.status(TestServer.report())])
    }

    private func pow2(_ exponent: Float) -> Float {
        Float(
            sign: .plus, exponent: Int(exponent.rounded(.down)),
            significand: 1 + exponent - exponent.rounded(.down))
    }
}
