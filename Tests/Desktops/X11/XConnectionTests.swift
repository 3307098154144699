import CX11
import Glibc
import LinuxRuntime
import Problems
import TestSupport
import Testing
import X11Connection

/// A connection that outlives its server, on the X thread.
@Suite(.runningLoop, .serialized, .needs("Xvfb", package: "xvfb")) struct XConnectionTests {
    @X11Actor private func connection(_ server: XServer) async throws -> XConnection {
        try await XConnection.open(try DisplayName(server.display))
    }

    private func problem(_ interruption: Interruption?) -> Problem? {
        if case .problem(let problem) = interruption { problem } else { nil }
    }

    @X11Actor @Test func anErrorIsToldWhereItIsAskedFor() async throws {
        let server = try await XServer()
        let connection = try await connection(server)
        XMapWindow(connection.display, 0xDEAD)
        let complaint = await Interruption.of { () async throws(Interruption) in
            try await connection.roundTrip(checked: "map the window")
        }
        // BadWindow for MapWindow.
        #expect(problem(complaint)?.what == "cannot map the window")
        #expect(problem(complaint)?.why == "X error 3 for request 8.0")
        try await connection.roundTrip(checked: "do nothing")
        // Unasked for, it is nobody's.
        XMapWindow(connection.display, 0xDEAD)
        try await connection.roundTrip()
        try await connection.roundTrip(checked: "do nothing")
        XMapWindow(connection.display, 0xDEAD)
        XSync(connection.display, 0)
        connection.forgetErrors()
        try await connection.roundTrip(checked: "do nothing")
        withExtendedLifetime(server) {}
    }

    @X11Actor @Test func theServersDeathIsNoticed() async throws {
        let server = try await XServer()
        let (idle, busy) = (try await connection(server), try await connection(server))
        var losses = 0
        let source = try idle.refreshing { losses += 1 }
        // unsafe: both tasks are on the X thread.
        nonisolated(unsafe) let shared = busy
        let waiting = X11Actor.task {
            await Interruption.of { () async throws(Interruption) in
                _ = try await shared.event(within: .seconds(3600), cancellable: false) { _ in false
                }
            }
        }
        try await server.kill()
        #expect(
            problem(await waiting.value)?.what == "the X display “\(server.display)” is gone")
        while losses == 0 { try await X11Actor.loop.sleep(for: .milliseconds(2)) }
        #expect(idle.isLost && busy.isLost)
        let late = await Interruption.of { () async throws(Interruption) in
            try await busy.roundTrip()
        }
        #expect(problem(late)?.why == "its server closed the connection")
        withExtendedLifetime(source) {}
    }

    /// In a separate process: the other tests' X thread would be blocked by the server.
    @Test func connectingToAStoppedServerCanBeGivenUp() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await XServer()
                server.signal(SIGSTOP)
                let display = server.display
                let connecting = X11Actor.task { () -> Problem? in
                    do throws(Problem) {
                        _ = try await XConnection.open(try DisplayName(display))
                        return nil
                    } catch { return error }
                }
                connecting.cancel()
                #expect(
                    await connecting.value?.what
                        == "connecting to the X display “\(display)” was cancelled")
            }
        }
    }

    @Test(arguments: ["", "no-colon", ":x"])
    func isNoDisplayHere(_ name: String) {
        switch DisplayName.availability(name) {
        // Nothing is known of another machine's.
        case .available: #expect(!name.isEmpty)
        case .unavailable(let problem):
            #expect(problem.what == "there is no X display")
            // Most often it was started before the display was there.
            #expect(problem.remedy.hasPrefix("Start utter again once the desktop has started"))
        }
    }
}
