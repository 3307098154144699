import ControlProtocol
import Glibc
import LinuxRuntime
import OverlayDrawing
import SystemPackage
import TestSupport
import Testing

/// The round button for people who click by dwelling: it takes its own clicks, and nothing else.
@Suite(.runningLoop, .serialized) struct ButtonTests {
    /// 112 pixels wide, and 24 from the edge.
    private static let options = ["--button", "right", "--theme", "dark", "--size", "200"]

    /// The window with the focus, which is also what is below the button, gets neither the click
    /// nor a key, and keeps the focus.
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xev", package: "x11-utils"),
        .needs("xdotool", package: "xdotool"), .needs("picom", package: "picom"),
        arguments: [Screen.Kind.bare, .composited])
    func takesItsClickAndNoFocus(_ kind: Screen.Kind) async throws {
        let screen = try await Screen(kind, options: Self.options)
        let display = try #require(screen.display)
        let events = try TemporaryFile()
        let log = try events.writing()
        let below = try display.start(
            [
                "xev", "-geometry", "1280x800+0+0", "-event", "button", "-event", "focus",
                "-event", "keyboard",
            ], output: log)
        try log.close()
        let window = try await display.run(
            "xdotool", "search", "--sync", "--onlyvisible", "--name", "Event Tester"
        )
        .filter(\.isNumber)
        try await display.run("xdotool", "windowfocus", "--sync", window)
        // It is there although nothing is dictated, above a window that came later.
        let button = try await screen.wait()
        #expect(abs(button.y + button.height / 2 - 400) <= 2, "\(button)")
        #expect(abs(button.x + button.width / 2 - (1280 - 24 - 56)) <= 2, "\(button)")
        let (x, y) = (button.x + button.width / 2, button.y + button.height / 2)
        // Events come in order, so what is written before its click came before it.
        try await display.run("xdotool", "mousemove", "640", "400", "click", "1")
        try await waitUntil("the window gets a click") { events.text.contains("ButtonRelease") }
        let before = events.text
        for count in 1...2 {
            try await display.run("xdotool", "mousemove", "\(x)", "\(y)", "click", "1")
            try await waitUntil("the button is clicked") { screen.stage.toggles == count }
        }
        // In the square around the button, and not on it.
        let corner = (x: x - 52, y: y - 52)
        try await display.run(
            "xdotool", "mousemove", "\(corner.x)", "\(corner.y)", "click", "1")
        try await waitUntil("the window below gets a click beside the button") {
            events.text.ranges(of: "ButtonRelease").count == 2
        }
        let since = events.text.dropFirst(before.count)
        #expect(screen.stage.toggles == 2)
        #expect(since.ranges(of: "ButtonPress").count == 1)
        #expect(!since.contains("Focus") && !since.contains("KeyPress"), "\(since)")
        let focused = try await display.run("xdotool", "getwindowfocus")
        #expect(focused.filter(\.isNumber) == window)
        #expect(below.status == nil && screen.stage.process.status == nil)
    }

    /// While the screen is locked or another session is in front, it isn't there.
    @EventLoopActor
    @Test(.needs("Xvfb", package: "xvfb"))
    func isGoneWhileNobodyMayDictate() async throws {
        let screen = try await Screen(.bare, options: Self.options)
        let place = try await screen.wait()
        screen.stage.publish(.idle, isAway: true)
        try await screen.wait(forCard: false)
        screen.stage.publish(.idle)
        try await screen.wait(at: place)
    }

    @EventLoopActor
    @Test(
        .needs("sway", package: "sway"), .needs("foot", package: "foot"),
        .needs("grim", package: "grim"), .needs("Xvfb", package: "xvfb"))
    func takesItsClickAndNoFocusOnSway() async throws {
        // On X it has a pointer.
        let display = try await XServer()
        let screen = try await Screen(nestedIn: display, options: Self.options)
        let sway = try #require(screen.sway)
        for command in ["output X11-1 pos 0 0", "output X11-2 pos 2000 0"] {
            try await sway.command(command)
        }
        var windows: [ChildProcess] = []
        for title in ["first", "focused"] {
            windows.append(try sway.start(["foot", "--title", title, "sleep", "infinity"]))
            try await UndisturbedTests.wait(for: title, on: sway)
        }
        let button = try await screen.wait()
        let (x, y) = (button.x + button.width / 2, button.y + button.height / 2)
        // So that the other window is below the button.
        try await sway.command("move left")
        for count in 1...2 {
            try await sway.command("seat - cursor set \(x) \(y)")
            try await sway.command("seat - cursor press button1")
            try await sway.command("seat - cursor release button1")
            try await waitUntil("the button is clicked") { screen.stage.toggles == count }
            try await UndisturbedTests.wait(for: "focused", on: sway)
        }
        withExtendedLifetime(windows) {}
        try await screen.stop()
    }
}
