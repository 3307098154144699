import DesktopX11
import Dictation
import Glibc
import LinuxRuntime
import Problems
import TestSupport
import Testing

@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"))
struct XWindowFocusTests {
    @EventLoopActor
    @Test(
        .needs("openbox", package: "openbox"), arguments: [false, true])
    func reportsAndMovesTheFocus(_ isManaged: Bool) async throws {
        let server = try await XServer()
        let manager = isManaged ? try await server.startWindowManager() : nil
        defer { withExtendedLifetime(manager) {} }
        let focus = XWindowFocus(display: server.display)
        defer { focus.close() }
        #expect(try await focus.focusedWindow() == nil || isManaged)

        let terminal = try await XWindow(.xterm, on: server)
        let first = try #require(try await focus.focusedWindow())
        #expect(first.classes == ["XTerm", "xterm"])
        #expect(first.title.hasPrefix("utter-"))
        #expect(first.program == "/usr/bin/xterm")

        let entry = try await XWindow(.entry, on: server)
        let second = try #require(try await focus.focusedWindow())
        #expect(second.program?.hasPrefix("/usr/bin/python3") == true)
        #expect(second.title.hasPrefix("utter-") && second.title != first.title)
        #expect(!second.isSame(as: first))

        try await focus.focus(first)
        #expect(try await focus.focusedWindow() == first)
        try await server.run("xdotool", "type", "x")
        try await terminal.waitForText("x")
        #expect(entry.text == "")
        try await focus.focus(second)
        try await server.run("xdotool", "type", "y")
        try await entry.waitForText("y")
        #expect(terminal.text == "x")
    }

    @EventLoopActor @Test func saysThatAWindowIsGone() async throws {
        let server = try await XServer()
        let focus = XWindowFocus(display: server.display)
        let terminal = try await XWindow(.xterm, on: server)
        let window = try #require(try await focus.focusedWindow())
        terminal.signal(SIGKILL)
        try await server.run(
            "sh", "-c", "while xprop -id \(terminal.identifier); do sleep 0.05; done || true")
        let problem = await #expect(throws: Problem.self) { try await focus.focus(window) }
        #expect(problem?.what == "cannot give XTerm the focus")
    }

    @EventLoopActor @Test func outlivesTheServer() async throws {
        let server = try await XServer()
        let focus = XWindowFocus(display: server.display)
        _ = try await focus.focusedWindow()
        try await server.kill()
        await #expect(throws: Problem.self) { try await focus.focusedWindow() }
        let next = try await XServer(display: server.display)
        let window = try await XWindow(.xterm, on: next)
        #expect(try await focus.focusedWindow()?.classes.first == "XTerm")
        withExtendedLifetime(window) {}
    }

    /// A locker grabs the keyboard and hides the screen; a menu does only one of these.
    @EventLoopActor @Test(.needs("i3lock", package: "i3lock"))
    func knowsALockedScreen() async throws {
        let server = try await XServer()
        let focus = XWindowFocus(display: server.display)
        let terminal = try await XWindow(.xterm, on: server)
        #expect(try await focus.lock() == nil)
        let locker = try server.start(["i3lock", "--nofork", "--color=000000"])
        var isLocked = false
        while !isLocked {
            try #require(locker.status == nil, "i3lock ended")
            isLocked = try await focus.lock() == "the screen is locked"
            try await EventLoop.shared.sleep(for: .milliseconds(10))
        }
        locker.send(signal: SIGKILL)
        try await waitUntil("i3lock ends") { locker.status != nil }
        while isLocked { isLocked = try await focus.lock() != nil }
        // The probe for the grab doesn't take the keyboard from other windows.
        try await server.run("xdotool", "windowfocus", "--sync", terminal.identifier)
        try await server.run("xdotool", "type", "x")
        try await terminal.waitForText("x")
    }
}
