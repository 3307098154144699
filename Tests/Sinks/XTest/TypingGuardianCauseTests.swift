import CX11
import Dictation
import Glibc
import LinuxRuntime
import MonotonicTime
import ProcessGuardian
import TestSupport
import Testing
import X11Connection

@testable import SinkXTest

/// When a connection is lost while typing, and the error reported for it.
@Suite(.runningLoop, .needs("Xvfb", package: "xvfb"))
struct TypingGuardianCauseTests {
    /// On a busy machine a process may wait for its turn for seconds.
    @EventLoopActor @Test func aTypistThatIsOnlyLateKeepsItsConnection() async throws {
        let server = try await XServer()
        let connection = try XConnection(DisplayName(server.display), on: .shared)
        let guardian = try #require(TypingGuardian(connection))
        guardian.say(.holds)
        try await EventLoop.shared.sleep(for: TypingGuardian.limits.shortest * 2)
        try await connection.roundTrip()
        guardian.say(.released)
        guardian.say(.done)
    }

    /// The server, not this program, makes a grab last longer than a second. It continues, and dies
    /// later.
    @EventLoopActor @Test(arguments: [true, false])
    func aServerThatHungIsNotTheCause(isKilledInNextGrab: Bool) async throws {
        let server = try await XServer()
        let connection = try XConnection(DisplayName(server.display), on: .shared)
        let guardian = try #require(TypingGuardian(connection))
        guardian.say(.holds)
        server.signal(SIGSTOP)
        let start = MonotonicClock.nanoseconds
        XNoOp(connection.display)
        XFlush(connection.display)
        // The guardian looks at the server when the grab becomes too long, and must see that it
        // hangs, however late it looks.
        let time = TypingGuardian.limits.shortest.nanoseconds * 2
        try await waitUntil("the grab is too long") { MonotonicClock.nanoseconds - start > time }
        server.signal(SIGCONT)
        try await connection.roundTrip()
        guardian.say(.released)
        if isKilledInNextGrab { guardian.say(.holds) }
        server.signal(SIGKILL)
        await #expect(throws: Interruption.self) {
            while true { try await connection.roundTrip() }
        }
        // A dying server may close the connection before it stops listening.
        let display = try DisplayName(server.display)
        try await waitUntil("the server is gone") { display.unreachable() != nil }
        guard case .problem(let problem) = guardian.cause(of: .problem(connection.lost)) else {
            Issue.record("taken for a typist that was held up")
            return
        }
        #expect(problem == connection.lost)
        guardian.say(.done)
    }
}
