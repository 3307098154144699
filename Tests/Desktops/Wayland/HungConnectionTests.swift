import Glibc
import LinuxRuntime
import Problems
import TestSupport
import Testing
import WaylandClient

/// A compositor that accepts connections and does nothing else.
@Suite(.runningLoop) struct HungConnectionTests {
    private static let long = Duration.seconds(3600)

    @EventLoopActor @Test func anAnswerHasALimit() async throws {
        let mute = try MuteSocket()
        let connection = try WaylandConnection(path: mute.path, timeout: .milliseconds(200))
        let problem = await #expect(throws: Problem.self) { try await connection.roundtrip() }
        #expect(problem?.why == "no answer within 0.2 s")
        #expect(connection.isHung && connection.failure == problem)
        // The end of the connection is visible at once.
        let end = try mute.accept()
        var poll = pollfd(fd: end.rawValue, events: 0, revents: 0)
        #expect(Glibc.poll(&poll, 1, 0) == 1 && Int32(poll.revents) & POLLHUP != 0)
    }

    @EventLoopActor @Test func whoCancelsIsNotKeptWaiting() async throws {
        let mute = try MuteSocket()
        let connection = try WaylandConnection(path: mute.path, timeout: Self.long)
        for isStarted in [true, false] {
            let question = EventLoop.task { (try? await connection.roundtrip()) != nil }
            if isStarted { await Task.yield() }
            question.cancel()
            #expect(await question.value == false)
        }
        #expect(connection.isHung)
    }

    @EventLoopActor @Test func aDeadlineSpansIt() async throws {
        let mute = try MuteSocket()
        let connection = try WaylandConnection(path: mute.path, timeout: Self.long)
        await Deadline.$current.withValue(Deadline(.milliseconds(10))) {
            await #expect(throws: Problem.self) { try await connection.roundtrip() }
        }
    }

    @EventLoopActor @Test func writingGoesOnWhenThereIsRoomAgain() async throws {
        let mute = try MuteSocket()
        let connection = try WaylandConnection(path: mute.path, timeout: Self.long)
        let end = try mute.accept()
        let questions = try await fill(connection, end)
        #expect(connection.failure == nil)
        empty(end)
        try await waitUntil("the rest is written") { unread(end) > 0 }
        #expect(connection.failure == nil)
        for question in questions { question.cancel() }
    }

    @EventLoopActor @Test func aSocketThatStaysFullIsAHang() async throws {
        let mute = try MuteSocket()
        let connection = try WaylandConnection(path: mute.path, timeout: .milliseconds(500))
        let end = try mute.accept()
        for question in try await fill(connection, end) { await question.value }
        #expect(connection.isHung)
    }

    @EventLoopActor @Test func aFullQueueIsAHang() throws {
        let mute = try MuteSocket()
        try mute.fill()
        let problem = #expect(throws: Problem.self) { try WaylandConnection(path: mute.path) }
        #expect(problem?.why.hasPrefix("it hangs") == true)
    }

    /// Sends requests until the socket is full.
    @EventLoopActor private func fill(
        _ connection: WaylandConnection, _ end: borrowing OwnedDescriptor
    ) async throws -> [Task<Void, Never>] {
        var questions: [Task<Void, Never>] = []
        var written = -1
        while unread(end) > written {
            written = unread(end)
            questions.append(EventLoop.task { try? await connection.roundtrip() })
            await Task.yield()
        }
        return questions
    }

    private func unread(_ end: borrowing OwnedDescriptor) -> Int {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
        return max(0, recv(end.rawValue, &buffer, buffer.count, flags))
    }

    private func empty(_ end: borrowing OwnedDescriptor) {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while recv(end.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
    }
}
