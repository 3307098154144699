import CX11
import Glibc
import LinuxRuntime
import Problems
import Synchronization
import TestSupport
import Testing
import X11Connection

/// The way to a part on the X thread, whatever the server does. A test that stops a server has its
/// own process: the other tests' X thread would be blocked with it.
@Suite(.runningLoop, .serialized, .needs("Xvfb", package: "xvfb")) struct XServerLineTests {
    /// What is asked here: a connection that asks its server for a sign of life.
    @X11Actor
    private final class Asker {
        private let name: String
        private var connection: XConnection?

        nonisolated init(_ name: String) { self.name = name }

        func ask() async throws(Problem) {
            let connection =
                if let open = self.connection, !open.isLost { open } else {
                    try await XConnection.open(try DisplayName(name))
                }
            self.connection = connection
            do throws(Interruption) { try await connection.roundTrip(cancellable: true) } catch {
                throw error.ofConnecting
            }
        }

        /// Waits in Xlib for the server.
        func block() {
            if let connection { XSync(connection.display, 0) }
        }
    }

    @EventLoopActor private static func line(_ display: String) -> XServerLine<Asker> {
        XServerLine(display) { Asker(display) }
    }

    @EventLoopActor @Test func nothingIsMadeBeforeItIsAsked() async throws {
        let count = Counter()
        let line = XServerLine(":0") { count.add() }
        line.post { _ in Issue.record("there is nothing to tell") }
        #expect(!line.isUsed && count.value == 0)
        #expect(await line.ask { _ in 7 } == 7)
        #expect(await line.ask { _ in 8 } == 8)
        #expect(line.isUsed && count.value == 1)
        let told = OneShot<Void>()
        line.post { _ in EventLoop.task { told.give(()) } }
        try await told.get()
    }

    @EventLoopActor @Test func aProblemComesThrough() async throws {
        let problem = await #expect(throws: Problem.self) {
            try await Self.line(":9999").asking { asker throws(Problem) in try await asker.ask() }
        }
        #expect(problem?.what == "cannot reach the X display “:9999”")
        #expect(problem?.remedy == "Is DISPLAY right, and its X server running?")
    }

    @Test func aStoppedServerIsGivenUpAndItsNeighbourIsNot() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let (stopped, other) = (try await XServer(), try await XServer())
                let (line, otherLine) = (Self.line(stopped.display), Self.line(other.display))
                try await line.asking { asker throws(Problem) in try await asker.ask() }
                stopped.signal(SIGSTOP)
                let question = EventLoop.task {
                    await line.ask { asker in (try? await asker.ask()) != nil }
                }
                // Not before it has begun.
                try await otherLine.asking { asker throws(Problem) in try await asker.ask() }
                question.cancel()
                let answer = await question.value
                #expect(answer != true)
                try await otherLine.asking { asker throws(Problem) in try await asker.ask() }
                stopped.signal(SIGCONT)
                while (try? await line.asking { asker throws(Problem) in try await asker.ask() })
                    == nil
                {
                    await Task.yield()
                }
            }
        }
    }

    /// Nobody cancels: a server that keeps the thread in a call has its time, also for the others.
    @Test(.timeLimit(.minutes(3))) func nobodyWaitsForAnotherServerWithoutEnd() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let (stopped, other) = (try await XServer(), try await XServer())
                let (line, otherLine) = (Self.line(stopped.display), Self.line(other.display))
                try await line.asking { asker throws(Problem) in try await asker.ask() }
                try await otherLine.asking { asker throws(Problem) in try await asker.ask() }
                stopped.signal(SIGSTOP)
                let question = EventLoop.task { await line.ask { $0.block() } }
                let answer = await otherLine.ask { _ in !Task.isCancelled }
                #expect(answer == nil)
                stopped.signal(SIGCONT)
                #expect(await question.value == nil)
                try await otherLine.asking { asker throws(Problem) in try await asker.ask() }
            }
        }
    }

    /// Nobody cancels: the server has its time, and then nothing more is asked.
    @Test func nothingIsAskedOfASilentServer() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await XServer()
                let line = Self.line(server.display)
                server.signal(SIGSTOP)
                let first = await #expect(throws: Problem.self) {
                    try await line.asking { asker throws(Problem) in try await asker.ask() }
                }
                #expect(first == line.silence)
                #expect(
                    first?.what == "the X display “\(server.display)” does not answer"
                        && first?.why == "its server is stopped or hangs")
                let isAsked = await line.ask { _ in true }
                #expect(isAsked == nil)
                server.signal(SIGCONT)
                while await line.ask({ _ in true }) == nil { await Task.yield() }
                try await line.asking { asker throws(Problem) in try await asker.ask() }
            }
        }
    }

    @EventLoopActor @Test func whoIsCancelledAlreadyCancelsWhatIsAsked() async throws {
        let server = try await XServer()
        let line = Self.line(server.display)
        let question = EventLoop.task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await line.ask { _ in Task.isCancelled }
        }
        #expect(await question.value == true)
    }

    @EventLoopActor @Test func aDeadServerIsNoSilentOne() async throws {
        let server = try await XServer()
        let line = Self.line(server.display)
        try await line.asking { asker throws(Problem) in try await asker.ask() }
        try await server.kill()
        let problem = await #expect(throws: Problem.self) {
            try await line.asking { asker throws(Problem) in try await asker.ask() }
        }
        #expect(problem?.what == "the X display “\(server.display)” is gone")
        let again = try await XServer(display: server.display)
        try await line.asking { asker throws(Problem) in try await asker.ask() }
        withExtendedLifetime(again) {}
    }

    /// The thread that notices the server's death keeps Xlib's lock of the display.
    @EventLoopActor @Test(.timeLimit(.minutes(5)))
    func aLostConnectionCanBeReleasedOnAnyThread() async throws {
        let server = try await XServer()
        let held = HeldConnection()
        try await held.open(server.display)
        try await server.kill()
        while await !held.isLost() { try await EventLoop.shared.sleep(for: .milliseconds(2)) }
        held.release()
        let successor = try await XServer()
        try await held.open(successor.display)
        held.release()
    }
}

/// A connection that any thread may release.
private final class HeldConnection: @unchecked Sendable {
    // @unchecked: the test does one thing after the other.
    private var connection: XConnection?

    @X11Actor func open(_ name: String) async throws {
        connection = try await XConnection.open(try DisplayName(name))
    }

    @X11Actor func isLost() -> Bool {
        connection?.refresh()
        return connection?.isLost == true
    }

    func release() { connection = nil }
}

private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
}
