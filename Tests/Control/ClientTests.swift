import CLinux
import Glibc
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import ControlProtocol

/// Daemons that are missing, hang or aren't Utter's.
@Suite(.runningLoop) struct ClientTests {
    @EventLoopActor @Test func saysHowToStartADaemonThatDoesNotRun() async throws {
        let place = try TestPlace()
        let expected = ControlClientError.notRunning(
            Problem(
                "cannot reach the utter daemon",
                why: "it is not running (no one serves \(place.socket))",
                remedy: "Start it: systemctl --user start utter, or: utter daemon"))
        await #expect(throws: expected) { try await ControlClient.reach(place.socket) }
    }

    @EventLoopActor @Test func givesADaemonUpThatDoesNotAnswer() async throws {
        let test = try TestServer()
        test.handle = { _, _ in }
        let client = try await test.client()
        await #expect(throws: ControlClientError.failed("it does not answer")) {
            try await client.send(.status, within: .milliseconds(20))
        }
    }

    @EventLoopActor @Test func givesADaemonUpThatDoesNotGreet() async throws {
        let impostor = try Impostor("")
        await #expect(throws: ControlClientError.failed("it does not answer")) {
            try await ControlClient.connect(
                path: impostor.place.socket, within: .milliseconds(20))
        }
    }

    /// A daemon that is there but doesn't accept: restarting it might end a dictation.
    @EventLoopActor @Test func aFullQueueIsABusyDaemon() async throws {
        let queue = try FullQueue()
        let expected = ControlClientError.failed(
            Problem(
                "cannot talk to the utter daemon",
                why: "it is busy: too many clients wait for it at \(queue.place.socket)",
                remedy: "Try again in a moment."))
        await #expect(throws: expected) {
            try await ControlClient.ask(
                .stop, path: queue.place.socket, within: .milliseconds(50))
        }
    }

    @EventLoopActor @Test func waitsForRoomInTheQueue() async throws {
        let queue = try FullQueue()
        let asking = EventLoop.throwingTask {
            try await ControlClient.ask(
                .stop, path: queue.place.socket, within: .seconds(180))
        }
        // Some turns of the loop later it still waits, as nothing was taken from the queue.
        for _ in 0..<3 { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
        try await queue.serve(
            "{\"protocol\":\"utter\",\"version\":1}\n{\"reply\":\"ok\"}\n")
        #expect(try await asking.value == .ok())
    }

    @EventLoopActor @Test func cancellingEndsTheWait() async throws {
        let test = try TestServer()
        let client = try await test.client()
        let events = try await client.subscribe(levels: false)
        let task = Task { @EventLoopActor in for try await _ in events {} }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @EventLoopActor
    @Test(arguments: [
        StrangeGreeting(
            "220 mail.example ESMTP\n", why: "what serves the socket is not an utter daemon"),
        StrangeGreeting(
            "{\"protocol\":\"utter\",\"version\":9}\n",
            why: "the daemon speaks version 9 of the control protocol, not 1"),
        StrangeGreeting(
            String(repeating: "x", count: 1_100_000),
            why: "it sent a line of more than 1048576 bytes"),
    ])
    func refusesAStrangeGreeting(_ greeting: StrangeGreeting) async throws {
        let impostor = try Impostor(greeting.line)
        await #expect {
            try await ControlClient.reach(impostor.place.socket)
        } throws: {
            ($0 as? ControlClientError)?.problem.why == greeting.why
        }
    }

    @EventLoopActor @Test func asksWithTheGreeting() async throws {
        let test = try TestServer()
        let reply = try await ControlClient.ask(
            .last(count: 7), path: test.place.socket, within: .seconds(180))
        #expect(reply == .ok(message: "last(count: 7)"))

        let impostor = try Impostor("{\"protocol\":\"utter\",\"version\":9}\n")
        await #expect {
            try await ControlClient.ask(.status, path: impostor.place.socket)
        } throws: {
            ($0 as? ControlClientError)?.problem.why
                == "the daemon speaks version 9 of the control protocol, not 1"
        }
    }

    @EventLoopActor
    @Test(arguments: [
        (
            "nonsense\n",
            "a line of it is not understood: it is not JSON, "
                + "too deep or has a number out of range"
        ),
        (
            "{\"reply\":\"later\"}\n",
            "a line of it is not understood: the field “reply” has an unknown value"
        ),
        (String(repeating: "y", count: 1_100_000), "it sent a line of more than 1048576 bytes"),
    ])
    func refusesAStrangeReply(reply: String, why: String) async throws {
        let impostor = try Impostor("{\"protocol\":\"utter\",\"version\":1}\n" + reply)
        let client = try await ControlClient.reach(impostor.place.socket)
        await #expect {
            try await client.send(.status, within: .seconds(180))
        } throws: {
            ($0 as? ControlClientError)?.problem.why == why
        }
    }

    @EventLoopActor @Test func ignoresWhatALaterDaemonTells() async throws {
        let impostor = try Impostor(
            "{\"protocol\":\"utter\",\"version\":1,\"since\":2}\n{\"weather\":\"fine\"}\n"
                + "{\"reply\":\"ok\",\"mood\":\"good\"}\n")
        let client = try await ControlClient.reach(impostor.place.socket)
        #expect(try await client.send(.status) == .ok())
    }
}

/// A listener at the socket's path that sends a fixed text to the first client.
@EventLoopActor private final class Impostor {
    let place: TestPlace
    private let listener: ListeningSocket
    private var source: EventSource?
    /// Kept open, as silence after the text.
    private var stream: LineStream?

    init(_ text: String) throws {
        place = try TestPlace()
        mkdir("\(place.directory)/utter", 0o700)
        listener = try ListeningSocket(path: place.socket)
        source = try EventLoop.shared.watch(listener.descriptor) { [weak self] _ in
            self?.say(text)
        }
    }

    private func say(_ text: String) {
        source = nil
        guard let client = try? listener.accept() else { return }
        let stream = LineStream(client)
        self.stream = stream
        Task {
            try await stream.write(Array(text.utf8), by: Deadline(after: .seconds(180)))
        }
    }
}

/// A listening socket whose queue of pending connections is full.
@EventLoopActor private final class FullQueue {
    let place: TestPlace
    private let listener: ListeningSocket
    private var waiting: [OwnedSocket] = []
    private var served: [LineStream] = []

    /// A wrapper that lets an array hold a descriptor.
    private final class OwnedSocket {
        let socket: OwnedDescriptor
        init(_ socket: consuming OwnedDescriptor) { self.socket = socket }
    }

    init() throws {
        place = try TestPlace()
        mkdir("\(place.directory)/utter", 0o700)
        listener = try ListeningSocket(path: place.socket)
        while true {
            let socket = OwnedSocket(try UnixSocketAddress.makeSocket())
            let raw = socket.socket.rawValue
            guard try UnixSocketAddress(place.socket).withPointer({ connect(raw, $0, $1) }) == 0
            else {
                try #require(errno == EAGAIN)
                return
            }
            waiting.append(socket)
        }
    }

    /// Accepts all clients and sends the same text to each.
    func serve(_ text: String) async throws {
        while served.count <= waiting.count {
            guard let client = try listener.accept() else {
                _ = try await EventLoop.shared.ready(
                    listener.descriptor, within: .seconds(180))
                continue
            }
            let stream = LineStream(client)
            served.append(stream)
            try await stream.write(Array(text.utf8), by: Deadline(after: .seconds(180)))
        }
    }
}

/// What an impostor sends first, named in the tests' report by why it is refused: one of them is a
/// megabyte long.
struct StrangeGreeting: CustomTestStringConvertible {
    let line: String
    let why: String

    init(_ line: String, why: String) { (self.line, self.why) = (line, why) }

    var testDescription: String { why }
}
