import Glibc
import LinuxRuntime
import Problems
import TestSupport
import Testing
import WaylandClient

/// A connection to real compositors.
@Suite(
    .runningLoop, .serialized, .needs("sway", package: "sway"), .needs("foot", package: "foot"),
    .needs("weston", package: "weston"))
struct WaylandConnectionTests {
    // MARK: What there is

    @EventLoopActor @Test func swayHasAllThatSinksNeed() async throws {
        let server = try await SwayServer.start()
        let globals = try await WaylandGlobals.all(of: WaylandConnection(path: server.socket))
        #expect(globals.canType && globals.hasDataControl && globals.seat != nil)
        #expect(try await FocusWatch.begin(on: globals) != nil)
        try await server.stop()
    }

    @EventLoopActor @Test func westonHasNone() async throws {
        let server = try await WestonServer()
        let globals = try await WaylandGlobals.all(of: WaylandConnection(path: server.socket))
        #expect(!globals.canType && !globals.hasDataControl)
        #expect(globals.bindDataControl() == nil)
        #expect(try await FocusWatch.begin(on: globals) == nil)
    }

    // MARK: The end

    @EventLoopActor @Test func theCompositorsEndIsToldOnce() async throws {
        let server = try await SwayServer.start()
        let connection = try WaylandConnection(path: server.socket)
        #expect(connection.compositor != nil)
        var failures: [Problem] = []
        connection.onFailure = { failures.append($0) }
        try await connection.roundtrip()
        server.freeze(true)
        let question = EventLoop.task {
            do throws(Problem) {
                try await connection.roundtrip()
                return nil as Problem?
            } catch { return error }
        }
        await Task.yield()
        server.kill()
        let problem = try #require(await question.value)
        #expect(problem.what == "the Wayland compositor at \(server.socket) is gone")
        #expect(connection.failure == problem && !connection.isHung)
        let late = await #expect(throws: Problem.self) { try await connection.roundtrip() }
        #expect(late == problem && failures == [problem])
        // Its socket is still there, and soon nobody behind it: the kernel closes one descriptor of
        // the killed process after the other.
        var refused: Problem?
        try await waitUntil("nobody is behind the socket") {
            do throws(Problem) { _ = try WaylandConnection(path: server.socket) } catch {
                refused = error
            }
            return refused != nil
        }
        #expect(refused?.why == "Connection refused")
        try await server.restart()
        try await WaylandConnection(path: server.socket).roundtrip()
        try await server.stop()
    }

    /// What the compositor doesn't understand costs the connection, not the compositor.
    @EventLoopActor @Test func aKeymapThatIsNoneEndsTheConnection() async throws {
        let server = try await SwayServer.start()
        let connection = try WaylandConnection(path: server.socket)
        let globals = try await WaylandGlobals.all(of: connection)
        let problem = await #expect(throws: Problem.self) {
            _ = try await VirtualKeyboard.plugged(into: globals, keymap: "no keymap")
        }
        #expect(problem != nil && connection.failure == problem && !connection.isHung)
        try await WaylandConnection(path: server.socket).roundtrip()
        try await server.stop()
    }

    @EventLoopActor @Test func thereIsNoSocket() {
        let missing = "/nonexistent/wayland"
        let problem = #expect(throws: Problem.self) { try WaylandConnection(path: missing) }
        #expect(problem?.what == "cannot reach the Wayland compositor at \(missing)")
        #expect(problem?.why == "No such file or directory")
        let other = #expect(throws: Problem.self) {
            try WaylandSocket.reachablePath(display: missing)
        }
        #expect(other?.what == problem?.what)
    }

    // MARK: The focus

    @EventLoopActor @Test func theFocusIsFollowed() async throws {
        let server = try await SwayServer.start()
        let globals = try await WaylandGlobals.all(of: WaylandConnection(path: server.socket))
        let watch = try #require(try await FocusWatch.begin(on: globals))
        #expect(watch.focusedProgram == nil && watch.changes == 0)
        let first = try server.launch(.foot)
        try await waitUntil("the window has the focus") { watch.focusedProgram != nil }
        let one = watch.changes
        #expect(one > 0)
        let second = try server.launch(.foot)
        // One lost it, one got it.
        try await waitUntil("the second one has it") { watch.changes >= one + 2 }
        #expect(!watch.hasSeenClosing)
        try await server.command("kill")
        try await waitUntil("its closing is seen") { watch.hasSeenClosing }
        try await waitUntil("the first one has it again") { watch.focusedProgram != nil }
        withExtendedLifetime((first, second)) {}
        watch.end()
        try await server.stop()
    }

    /// Windows that open and close while the compositor has yet to hear of the end.
    @EventLoopActor @Test func aWatchThatEndsDisturbsNothing() async throws {
        let server = try await SwayServer.start()
        let connection = try WaylandConnection(path: server.socket)
        let globals = try await WaylandGlobals.all(of: connection)
        for _ in 0..<3 {
            let watch = try #require(try await FocusWatch.begin(on: globals))
            server.freeze(true)
            let window = try server.launch(.foot)
            watch.end()
            server.freeze(false)
            let witness = try #require(try await FocusWatch.begin(on: globals))
            try await waitUntil("the window is there") { witness.focusedProgram != nil }
            try await server.command("kill")
            try await waitUntil("the window is gone") { witness.hasSeenClosing }
            witness.end()
            try await connection.roundtrip()
            #expect(connection.failure == nil)
            withExtendedLifetime(window) {}
        }
        try await server.stop()
    }
}
