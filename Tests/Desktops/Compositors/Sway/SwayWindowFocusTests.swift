import Dictation
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import DesktopCompositors

@Suite(.runningLoop, .serialized, .needs("sway", "swaymsg", "foot", package: "sway and foot"))
struct SwayWindowFocusTests {
    @EventLoopActor @Test(.needs("xterm", package: "xterm"))
    func reportsAndMovesTheFocus() async throws {
        let server = try await SwayServer.start()
        let focus = SwayWindowFocus(socket: server.path("ipc"))
        #expect(try await focus.focusedWindow() == nil)
        #expect(await focus.lackOfReceiver()?.why == "no window has the keyboard focus")

        let foot = try server.launch(.foot)
        let first = try await window(focus, "foot")
        #expect(first.program == "/usr/bin/foot")
        #expect(first.title == "foot")
        #expect(await focus.lackOfReceiver() == nil)
        let terminal = try server.launch(.xterm)
        let second = try await window(focus, "XTerm")
        #expect(second.classes == ["XTerm", "xterm"])
        #expect(!second.isSame(as: first))

        try await focus.focus(first)
        #expect(try await focus.focusedWindow() == first)
        try await server.command("workspace 2")
        #expect(try await focus.focusedWindow() == nil)
        try await focus.focus(second)
        #expect(try await focus.focusedWindow() == second)

        foot.kill()
        try await waitUntil("foot ends") { !foot.isRunning }
        var problem: Problem?
        // sway notices by itself when a client ends.
        while problem == nil {
            do throws(Problem) {
                try await focus.focus(first)
            } catch {
                problem = error
            }
        }
        #expect(problem?.what == "cannot give foot the focus")
        terminal.kill()
        try await server.stop()
        let gone = await #expect(throws: Problem.self) { try await focus.focusedWindow() }
        #expect(gone?.what == "cannot ask sway for the focused window")
    }

    @EventLoopActor @Test(.needs("swaylock", package: "swaylock"))
    func knowsALockedScreen() async throws {
        let server = try await SwayServer.start()
        let focus = SwayWindowFocus(socket: server.path("ipc"))
        // An empty workspace doesn't count as a locked screen.
        #expect(try await focus.lock() == nil)
        let foot = try server.launch(.foot)
        _ = try await window(focus, "foot")
        #expect(try await focus.lock() == nil)
        let locker = try server.start(["swaylock", "--color", "000000"])
        var isLocked = false
        while !isLocked {
            try #require(locker.status == nil, "swaylock ended")
            isLocked = try await focus.lock()?.contains("the screen is locked") == true
            try await EventLoop.shared.sleep(for: .milliseconds(10))
        }
        #expect(try await focus.focusedWindow() == nil)
        // A locker takes the keys, as a menu does.
        #expect(await focus.lackOfReceiver() == nil)
        withExtendedLifetime(foot) {}
        try await server.stop()
    }

    @EventLoopActor
    private func window(_ focus: SwayWindowFocus, _ name: String) async throws -> DesktopWindow {
        let deadline = MonotonicClock.nanoseconds + 180_000_000_000
        while true {
            if let window = try await focus.focusedWindow(), window.classes.first == name {
                return window
            }
            try #require(MonotonicClock.nanoseconds < deadline, "no window of \(name)")
            try await EventLoop.shared.sleep(for: .milliseconds(10))
        }
    }
}
