import ControlProtocol
import Dictation
import Glibc
import LinuxRuntime
import OverlayDrawing
import TestSupport
import Testing

/// Monitors and compositors that come and go while the overlay is shown.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("xrandr", package: "x11-xserver-utils"))
struct MonitorTests {
    @EventLoopActor
    private static func setMonitors(
        _ display: XServer, _ monitors: [(String, String)]
    ) async throws {
        for (name, geometry) in monitors {
            let output = name == "left" ? "screen" : "none"
            try await display.run("xrandr", "--setmonitor", name, geometry, output)
        }
    }

    @EventLoopActor
    @Test func isOnTheMonitorOfTheFocusedWindow() async throws {
        let screen = try await Screen(.bare)
        let display = try #require(screen.display)
        try await Self.setMonitors(
            display, [("left", "640/160x800/200+0+0"), ("right", "640/160x800/200+640+0")])
        let window = try await XWindow(.xterm, on: display)
        for (x, monitor) in [(700, 640..<1280), (0, 0..<640)] {
            try await display.run(
                "xdotool", "windowmove", "--sync", window.identifier, "\(x)", "10")
            screen.stage.publish(.recording)
            let card = try await screen.wait()
            #expect(monitor.contains(card.x) && monitor.contains(card.x + card.width - 1))
            screen.stage.publish(.idle)
            try await screen.wait(forCard: false)
        }
    }

    @EventLoopActor
    @Test(.needs("openbox", package: "openbox"))
    func followsTheFocusToAnotherMonitor() async throws {
        let screen = try await Screen(.bare)
        let display = try #require(screen.display)
        try await Self.setMonitors(
            display, [("left", "640/160x800/200+0+0"), ("right", "640/160x800/200+640+0")])
        let manager = try await display.startWindowManager()
        var windows: [XWindow] = []
        for x in ["10", "700"] {
            let window = try await XWindow(.xterm, on: display)
            try await display.run("xdotool", "windowmove", "--sync", window.identifier, x, "10")
            windows.append(window)
        }
        screen.stage.publish(.recording)
        try await Self.wait(screen, "it is on the right monitor") { $0.x >= 640 }
        try await display.run("xdotool", "windowactivate", windows[0].identifier)
        try await Self.wait(screen, "it is on the left monitor") { $0.x + $0.width <= 640 }
        withExtendedLifetime(manager) {}
    }

    /// Without a window manager nobody says that the focus has moved.
    @EventLoopActor
    @Test func theNextDictationsCardIsWhereTheFocusIs() async throws {
        let screen = try await Screen(.bare)
        let display = try #require(screen.display)
        try await Self.setMonitors(
            display, [("left", "640/160x800/200+0+0"), ("right", "640/160x800/200+640+0")])
        let window = try await XWindow(.xterm, on: display)
        try await display.run("xdotool", "windowmove", "--sync", window.identifier, "0", "10")
        screen.stage.publish(.recording)
        try await Self.wait(screen, "it is on the left monitor") { $0.x + $0.width <= 640 }
        // The card stays, and says what is wrong.
        screen.stage.publish(.idle, notice: .init(severity: .error, message: "No sink"))
        try await display.run("xdotool", "windowmove", "--sync", window.identifier, "700", "10")
        #expect(try await screen.wait().x < 640)
        screen.stage.publish(.recording)
        try await Self.wait(screen, "it is on the right monitor") { $0.x >= 640 }
    }

    @EventLoopActor
    @Test func followsMonitorsThatComeAndGo() async throws {
        let screen = try await Screen(.bare)
        let display = try #require(screen.display)
        screen.stage.publish(.recording)
        let whole = try await screen.wait()
        let mode = "m800 0 800 0 0 800 600 0 0 600".split(separator: " ").map(String.init)
        try await display.run(["xrandr", "--newmode"] + mode)
        try await display.run("xrandr", "--addmode", "screen", "m800")
        try await display.run(
            "xrandr", "--output", "screen", "--mode", "m800", "--fb", "800x600")
        try await Self.wait(screen, "it moves to the smaller monitor") { $0.y + $0.height < 600 }
        try await display.run(
            "xrandr", "--output", "screen", "--mode", "1280x800", "--fb", "1280x800")
        try await Self.wait(screen, "it moves back") { $0 == whole }
    }

    /// The line in which the user writes, at the bottom of a terminal for instance.
    @EventLoopActor
    @Test func theLineOfTheCursorIsSeen() async throws {
        let screen = try await Screen(.bare)
        screen.stage.publish(.recording)
        let bottom = try await screen.wait()
        let caret = ScreenArea(x: 20, y: bottom.y + 5, width: 8, height: 16)
        screen.stage.publish(.recording, caret: caret)
        try await Self.wait(screen, "it is at the top") { $0.y < 60 }
        let top = try await screen.wait()
        screen.stage.publish(.inserting, caret: caret)
        screen.stage.publish(.idle)
        let result = try await screen.wait()
        #expect(result.y == top.y && result.height == top.height)
        try await screen.wait(forCard: false)
        screen.stage.publish(.recording)
        try await Self.wait(screen, "it is at the bottom") { $0 == bottom }
    }

    @EventLoopActor
    @Test(
        .needs("sway", package: "sway"), .needs("grim", package: "grim"),
        .needs("kwin_wayland", package: "kwin-wayland"), arguments: Screen.Kind.allCases)
    func theLinesOfATerminalInWhichOneWritesAreSeen(_ kind: Screen.Kind) async throws {
        let screen = try await Screen(kind, options: ["--theme", "dark"])
        screen.stage.publish(.recording)
        let bottom = try await screen.wait()
        // The kind of window is known a moment later.
        screen.stage.publish(.recording, isInTerminal: true)
        // A busy compositor shows a part of it first.
        try await Self.wait(screen, "it is whole at the right edge") {
            $0.x > bottom.x + 100 && 200..<500 ~= $0.y && $0.y + $0.height < bottom.y
                && abs($0.width - bottom.width) <= 2 && $0.height == bottom.height
        }
        let beside = try await screen.wait()
        screen.stage.publish(.inserting, isInTerminal: true)
        screen.stage.publish(.idle)
        try await Self.wait(screen, "it stays there") {
            abs($0.x + $0.width - beside.x - beside.width) <= 2 && $0.y == beside.y
        }
        try await screen.wait(forCard: false)
        screen.stage.publish(.recording)
        try await Self.wait(screen, "it is at the bottom") { $0 == bottom }
        try await screen.stop()
    }

    @EventLoopActor
    @Test func isBesideTheCursor() async throws {
        let screen = try await Screen(.bare, options: ["--position", "cursor"])
        for (y, place) in [(100, 116..<160), (750, 660..<750)] {
            let caret = ScreenArea(x: 700, y: y, width: 8, height: 16)
            screen.stage.publish(.recording, caret: caret)
            try await Self.wait(screen, "it is beside the line at \(y)") {
                place.contains($0.y) && !(y..<y + 16).overlaps($0.y..<$0.y + $0.height)
            }
            let card = try await screen.wait()
            #expect(abs(card.x + card.width / 2 - 700) <= 2)
        }
    }

    @EventLoopActor
    @Test(.needs("sway", package: "sway"), .needs("grim", package: "grim"))
    func swayPutsItOnTheFocusedOutput() async throws {
        let screen = try await Screen(.sway)
        let sway = try #require(screen.sway)
        for command in [
            "create_output", "output HEADLESS-1 pos 0 0", "output HEADLESS-2 pos 2000 0",
            "focus output HEADLESS-2",
        ] {
            let run = try await sway.run(["swaymsg", command])
            try #require(run.status == .exited(0), "\(command): \(run)")
        }
        screen.stage.publish(.recording)
        try await Self.wait(screen, "it is on the second output") { $0.x > 2000 }
        #expect(screen.stage.process.status == nil)
        try await screen.stop()
    }

    @EventLoopActor
    @Test(
        .needs("sway", package: "sway"), .needs("grim", package: "grim"),
        .needs("foot", package: "foot"))
    func followsTheFocusToAnotherOutputOfSway() async throws {
        let screen = try await Screen(.sway)
        let sway = try #require(screen.sway)
        for command in [
            "create_output", "output HEADLESS-1 pos 0 0", "output HEADLESS-2 pos 2000 0",
        ] { try await sway.command(command) }
        var windows: [ChildProcess] = []
        for (title, output) in [("left", "HEADLESS-1"), ("right", "HEADLESS-2")] {
            try await sway.command("focus output \(output)")
            windows.append(try sway.start(["foot", "--title", title, "sleep", "infinity"]))
            try await UndisturbedTests.wait(for: title, on: sway)
        }
        screen.stage.publish(.recording)
        try await Self.wait(screen, "it is on the right output") { $0.x > 2000 }
        try await sway.command("[title=left] focus")
        try await Self.wait(screen, "it is on the left output") { $0.x < 1280 }
        try await sway.command("[title=right] focus")
        try await Self.wait(screen, "it is on the right output again") { $0.x > 2000 }
        withExtendedLifetime(windows) {}
        #expect(screen.stage.process.status == nil && screen.stage.log.text == "")
        try await screen.stop()
    }

    @EventLoopActor
    @Test(
        .needs("sway", package: "sway"), .needs("grim", package: "grim"),
        .needs("foot", package: "foot"))
    func isCentredOnTheFocusedWindowOfSway() async throws {
        let screen = try await Screen(.sway, options: ["--size", "70"])
        let sway = try #require(screen.sway)
        var windows: [ChildProcess] = []
        for title in ["left", "right"] {
            windows.append(try sway.start(["foot", "--title", title, "sleep", "infinity"]))
            try await UndisturbedTests.wait(for: title, on: sway)
        }
        screen.stage.publish(.recording)
        let right = try await screen.wait()
        #expect(abs(right.x + right.width / 2 - 960) <= 2)
        try await sway.command("[title=left] focus")
        try await Self.wait(screen, "it is on the left window") {
            abs($0.x + $0.width / 2 - 320) <= 2 && $0.y == right.y
        }
        // Also where nothing is drawn any more.
        screen.stage.publish(.idle, notice: .init(severity: .error, message: "No sink"))
        try await screen.wait()
        try await sway.command("[title=right] focus")
        try await Self.wait(screen, "it is on the right window") {
            abs($0.x + $0.width / 2 - 960) <= 2
        }
        // A terminal's last lines are seen.
        screen.stage.publish(.recording, isInTerminal: true)
        try await Self.wait(screen, "it is at the right edge") {
            $0.y + $0.height < right.y && $0.x > 640
        }
        try await sway.command("[title=left] focus")
        try await Self.wait(screen, "it is at the left window’s right edge") {
            $0.y + $0.height < right.y && 500..<640 ~= $0.x + $0.width
        }
        // The whole screen is free.
        try await sway.command("[title=.*] kill")
        try await screen.wait(forCard: false) { screen.stage.publish(.idle) }
        screen.stage.publish(.recording)
        try await Self.wait(screen, "it is in the middle") {
            abs($0.x + $0.width / 2 - 640) <= 2 && $0.y == right.y
        }
        withExtendedLifetime(windows) {}
        #expect(screen.stage.process.status == nil && screen.stage.log.text == "")
        try await screen.stop()
    }

    /// A laptop's dense screen beside a usual monitor: on each, every pixel is as it was drawn.
    @EventLoopActor
    @Test(.needs("sway", package: "sway"), .needs("grim", package: "grim"))
    func isDrawnAtTheScaleOfEachOutput() async throws {
        let screen = try await Screen(
            .sway, options: ["--theme", "dark", "--font", "DejaVu Sans"])
        let sway = try #require(screen.sway)
        for command in [
            "create_output", "output * bg #000000 solid_color",
            "output HEADLESS-1 pos 0 0 scale 1", "output HEADLESS-2 pos 2000 0 scale 2",
        ] { try await sway.command(command) }
        for (output, scale) in [("HEADLESS-2", 2.0), ("HEADLESS-1", 1), ("HEADLESS-2", 2)] {
            try await sway.command("focus output \(output)")
            screen.stage.publish(
                .idle, notice: .init(severity: .error, message: "No sink", remedy: "Plug it in."))
            try await screen.waitUntilDrawn(
                OverlayScene(.error, "No sink", detail: "Plug it in."), scale: scale, on: output)
            screen.stage.publish(.idle)
            try await screen.wait(forCard: false)
        }
        #expect(screen.stage.process.status == nil && screen.stage.log.text == "")
        try await screen.stop()
    }

    @EventLoopActor
    @Test(.needs("sway", package: "sway"), .needs("grim", package: "grim"))
    func swaysOutputsMayVanish() async throws {
        let display = try await XServer(program: ["Xvfb", "-screen", "0", "1280x800x24"])
        let outputs = try OutputWindows(on: display)
        let screen = try await Screen(nestedIn: display)
        let sway = try #require(screen.sway)
        for command in [
            "output X11-1 pos 0 0", "output X11-2 pos 2000 0", "focus output X11-2",
        ] { try await sway.command(command) }
        screen.stage.publish(.recording)
        try await Self.wait(screen, "it is on the second output") { $0.x > 2000 }
        try await outputs.close("X11-2")
        try await Self.wait(screen, "it is on the first output") { $0.x < 1280 }
        // No output is left for a while.
        try await outputs.close("X11-1")
        screen.stage.publish(.recording, partial: "words that nobody sees")
        try await sway.command("create_output")
        try await screen.wait()
        // Or the output disappears while nothing is shown, and comes back after the dictation has
        // begun.
        screen.stage.publish(.idle)
        try await screen.wait(forCard: false)
        try await outputs.close("X11-3")
        screen.stage.publish(.recording)
        try await sway.command("create_output")
        try await screen.wait()
        #expect(screen.stage.process.status == nil && screen.stage.log.text == "")
        try await screen.stop()
    }

    /// Of KWin 5.27; KWin6MonitorTests has KWin 6's.
    @EventLoopActor
    @Test(
        .needs("kwin_wayland", package: "kwin-wayland"),
        .needs("/usr/lib/python3/dist-packages/dbus", package: "python3-dbus"))
    func goesWithTheWindowToAnotherOutputOfKWin() async throws {
        let kwin = try await KWinServer(width: 1280, height: 800, outputs: 2)
        let stage = try await OverlayStage(
            kwin.environment.filter { !$0.hasPrefix("WAYLAND_DISPLAY=") }
                + ["WAYLAND_DISPLAY=\(kwin.socket)"],
            ["--theme", "dark"])
        try await stage.waitForOverlay()
        // Where KWin is to read a script.
        let run = try await ProgramRun(OrdinaryUser.owning(stage.directory))
        try #require(run.status == .exited(0), "\(run)")
        let screen = Screen(of: kwin, stage)
        let window = try kwin.start(["/usr/bin/python3", "-c", Self.window])
        stage.publish(.recording)
        for output in [0, 1, 0, 1] {
            let deadline = MonotonicClock.nanoseconds + 60_000_000_000
            while try await (screen.wait().x >= 1280) != (output == 1) {
                try #require(
                    MonotonicClock.nanoseconds < deadline, "the card isn't on output \(output)")
                // Again, as long as there is no window yet.
                try await kwin.load(
                    script: "move",
                    "workspace.sendClientToScreen(workspace.activeClient, \(output))")
            }
        }
        #expect(window.status == nil && stage.process.status == nil && stage.log.text == "")
        try await screen.stop()
    }

    private static let window = """
        import gi
        gi.require_version("Gtk", "3.0")
        from gi.repository import Gtk
        Gtk.Window(default_width=300, default_height=200).show_all()
        Gtk.main()
        """

    @EventLoopActor
    @Test func followsTheFocusedWindowsMonitorAway() async throws {
        let screen = try await Screen(.bare)
        let display = try #require(screen.display)
        try await Self.setMonitors(
            display, [("left", "640/160x800/200+0+0"), ("right", "640/160x800/200+640+0")])
        let window = try await XWindow(.xterm, on: display)
        try await display.run("xdotool", "windowmove", "--sync", window.identifier, "700", "10")
        screen.stage.publish(.recording)
        try await Self.wait(screen, "it is on the right monitor") { $0.x >= 640 }
        try await display.run("xrandr", "--delmonitor", "right")
        try await Self.wait(screen, "it is on the left monitor") { $0.x + $0.width <= 640 }
    }

    @EventLoopActor
    @Test(.needs("picom", package: "picom"))
    func followsTheCompositor() async throws {
        let screen = try await Screen(.bare)
        let display = try #require(screen.display)
        screen.stage.publish(.recording)
        try await screen.wait()
        let window = try await display.run(
            "xdotool", "search", "--class", "utter-overlay"
        ).split(separator: "\n").map(String.init)[0]
        func isCut() async throws -> Bool {
            try await display.run("xwininfo", "-shape", "-id", window)
                .contains("Window shape extents")
        }
        #expect(try await isCut())
        let compositor = try await Screen.compositor(on: display)
        while try await isCut() { try await EventLoop.shared.sleep(for: .milliseconds(5)) }
        try await screen.wait()
        compositor.send(signal: SIGTERM)
        while !(try await isCut()) { try await EventLoop.shared.sleep(for: .milliseconds(5)) }
        try await screen.wait()
    }

    @EventLoopActor
    @Test(arguments: ["top-left", "right", "center", "bottom-right"])
    func isWhereTheOptionsWantIt(_ position: String) async throws {
        let screen = try await Screen(
            .bare, options: ["--position", position, "--margin", "20", "--size", "150"])
        screen.stage.publish(.recording)
        let card = try await screen.wait()
        // Within a pixel, plus the card's hairline, which has another colour.
        func isNear(_ value: Int, _ wanted: Int) -> Bool { abs(value - wanted) <= 4 }
        let (right, bottom) = (card.x + card.width, card.y + card.height)
        switch position {
        case "top-left": #expect(isNear(card.x, 20) && isNear(card.y, 20))
        case "right": #expect(isNear(right, 1260) && isNear(card.y + bottom, 800))
        case "center": #expect(isNear(card.x + right, 1280) && isNear(card.y + bottom, 800))
        default: #expect(isNear(right, 1260) && isNear(bottom, 780))
        }
        #expect(card.height > 60)
    }

    @EventLoopActor
    private static func wait(
        _ screen: Screen, _ what: String, _ isThere: (PixelArea) -> Bool
    ) async throws {
        let deadline = MonotonicClock.nanoseconds + 60_000_000_000
        while true {
            let card = try await screen.wait()
            if isThere(card) { return }
            try #require(
                MonotonicClock.nanoseconds < deadline, "waited in vain until \(what): \(card)")
        }
    }
}
