import ControlProtocol
import Dictation
import Glibc
import LinuxRuntime
import OverlayDrawing
import SinkVirtualKeyboard
import SystemPackage
import TestSupport
import Testing

/// The overlay is visible but changes nothing else: keys, clicks and focus work as without it.
@Suite(.runningLoop, .serialized) struct UndisturbedTests {
    /// Makes the overlay appear, change and disappear once.
    @EventLoopActor
    private static func round(_ stage: OverlayStage, _ number: Int) {
        switch number % 4 {
        case 0: stage.publish(.recording)
        case 1: stage.publish(.recording, partial: "word \(number)")
        case 2:
            stage.publish(.idle, notice: .init(severity: .error, message: "error \(number)"))
        default: stage.publish(.idle)
        }
    }

    /// 200 changes: it appears and disappears 50 times while a program types.
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("openbox", package: "openbox"), .needs("xdotool", package: "xdotool"),
        arguments: [false, true])
    func typingIntoXtermGoesOn(_ isManaged: Bool) async throws {
        let screen = try await Screen(.bare)
        let display = try #require(screen.display)
        let manager = isManaged ? try await display.startWindowManager() : nil
        let window = try await XWindow(.xterm, on: display)
        let text = (0..<200).map { "\($0) " }.joined()
        let typist = try display.start(["xdotool", "type", "--delay", "5", text])
        for number in 0..<200 {
            Self.round(screen.stage, number)
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
        try await waitUntil("it is typed") { typist.status != nil }
        try await window.waitForText(text)
        let focused = try await display.run("xdotool", "getwindowfocus")
        #expect(focused.contains(window.identifier))
        #expect(screen.stage.process.status == nil)
        withExtendedLifetime(manager) {}
    }

    @EventLoopActor
    @Test(.needs("sway", package: "sway"), .needs("foot", package: "foot"))
    func typingIntoFootGoesOn() async throws {
        let screen = try await Screen(.sway)
        let sway = try #require(screen.sway)
        let sink = VirtualKeyboardSink(display: sway.socket, hasX11Windows: false)
        try await sink.prepare()
        func type(_ text: String) async throws {
            try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        }
        let window = try await sway.open(.foot) { try await type($0) }
        for number in 0..<200 {
            Self.round(screen.stage, number)
            try await type("\(number) ")
        }
        try await type("\n")
        #expect(try await window.line() == (0..<200).map { "\($0) " }.joined())
        #expect(screen.stage.process.status == nil)
        sink.close()
        try await screen.stop()
    }

    @EventLoopActor
    @Test(.needs("Xvfb", package: "xvfb"), .needs("xev", package: "x11-utils"))
    func clicksGoToWhatIsBelow() async throws {
        for kind in [Screen.Kind.bare, .composited] {
            let screen = try await Screen(kind)
            let display = try #require(screen.display)
            let events = try TemporaryFile()
            let log = try events.writing()
            let below = try display.start(
                ["xev", "-geometry", "1280x800+0+0", "-event", "button"], output: log)
            try log.close()
            try await display.run("xdotool", "search", "--sync", "--name", "Event Tester")
            screen.stage.publish(.recording)
            let card = try await screen.wait()
            let (x, y) = (card.x + card.width / 2, card.y + card.height / 2)
            try await display.run("xdotool", "mousemove", "\(x)", "\(y)", "click", "1")
            try await waitUntil("the window below gets the click") {
                events.text.contains("ButtonRelease") && events.text.contains("root:(\(x),\(y))")
            }
            #expect(below.status == nil)
        }
    }

    private static let missed = StatusReport.Notice(
        severity: .error, message: "The window is gone", remedy: "utter retype",
        actions: [.retype, .copy])

    /// The middle of the first button: below the text, at the card's end.
    private static func firstButton(of card: PixelArea) -> (x: Int, y: Int) {
        (card.x + 57 + 40, card.y + card.height - 13 - 14)
    }

    /// The only clicks that the overlay takes are those on the buttons of a missed text.
    @EventLoopActor
    @Test(.needs("Xvfb", package: "xvfb"), .needs("xdotool", package: "xdotool"))
    func aMissedTextIsTypedByAClick() async throws {
        for kind in [Screen.Kind.bare, .composited] {
            let screen = try await Screen(kind)
            let display = try #require(screen.display)
            screen.stage.publish(.idle, notice: Self.missed)
            let (x, y) = Self.firstButton(of: try await screen.wait())
            try await display.run("xdotool", "mousemove", "\(x)", "\(y)", "click", "1")
            try await waitUntil("the button is clicked") { screen.stage.acts == [.retype] }
            screen.stage.publish(.idle)
            try await screen.wait(forCard: false)
        }
    }

    @EventLoopActor
    @Test(.needs("sway", package: "sway"), .needs("Xvfb", package: "xvfb"))
    func aMissedTextIsTypedByAClickOnSway() async throws {
        // On X it has a pointer.
        let display = try await XServer()
        let screen = try await Screen(nestedIn: display)
        let sway = try #require(screen.sway)
        for command in ["output X11-1 pos 0 0", "output X11-2 pos 2000 0"] {
            try await sway.command(command)
        }
        screen.stage.publish(.idle, notice: Self.missed)
        let (x, y) = Self.firstButton(of: try await screen.wait())
        try await sway.command("seat - cursor set \(x) \(y)")
        try await sway.command("seat - cursor press button1")
        try await sway.command("seat - cursor release button1")
        try await waitUntil("the button is clicked") { screen.stage.acts == [.retype] }
        try await screen.stop()
    }

    /// Of two windows, the lower one is below the overlay, and gets the click.
    @EventLoopActor
    @Test(.needs("sway", package: "sway"), .needs("foot", package: "foot"))
    func clicksGoToWhatIsBelowOnSway() async throws {
        let screen = try await Screen(.sway)
        let sway = try #require(screen.sway)
        var windows: [ChildProcess] = []
        for title in ["upper", "lower"] {
            windows.append(try sway.start(["foot", "--title", title, "sleep", "infinity"]))
            try await Self.wait(for: title, on: sway)
            try await sway.command("splitv")
        }
        try await sway.command("[title=\"^upper$\"] focus")
        try await Self.wait(for: "upper", on: sway)
        screen.stage.publish(.recording)
        let card = try await screen.wait()
        let (x, y) = (card.x + card.width / 2, card.y + card.height / 2)
        try await sway.command("seat - cursor set \(x) \(y)")
        try await sway.command("seat - cursor press button1")
        try await sway.command("seat - cursor release button1")
        try await Self.wait(for: "lower", on: sway)
        withExtendedLifetime(windows) {}
        try await screen.stop()
    }

    /// Waits until a window has the focus.
    @EventLoopActor
    static func wait(for title: String, on sway: SwayServer) async throws {
        let isFocused = "[con_id=__focused__ title=\"^\(title)$\"] nop"
        while try await sway.run(["swaymsg", isFocused]).status != .exited(0) {
            try await EventLoop.shared.sleep(for: .milliseconds(10))
        }
    }

    @EventLoopActor
    @Test(.needs("Xvfb", package: "xvfb"), .needs("xdotool", package: "xdotool"))
    func isAboveFullScreenWindowsThatComeLater() async throws {
        let screen = try await Screen(.bare)
        let display = try #require(screen.display)
        screen.stage.publish(.recording)
        let card = try await screen.wait()
        let window = try display.start(["xev", "-geometry", "1280x800+0+0", "-event", "button"])
        try await display.run(
            "xdotool", "search", "--sync", "--onlyvisible", "--name", "Event Tester")
        try await waitUntil("xev is there") { window.status == nil }
        try await screen.wait(at: card)
    }

    @EventLoopActor
    @Test(.needs("sway", package: "sway"), .needs("foot", package: "foot"))
    func isAboveFullScreenWindowsOnSway() async throws {
        let screen = try await Screen(.sway)
        let sway = try #require(screen.sway)
        screen.stage.publish(.recording)
        let card = try await screen.wait()
        let sink = VirtualKeyboardSink(display: sway.socket, hasX11Windows: false)
        try await sink.prepare()
        let window = try await sway.open(.foot) {
            try await sink.insertText(TypableText(cleaning: $0, lineBreaks: .keep))
        }
        try await sway.command("fullscreen enable")
        try await screen.waitUntilCovered(by: Colour(0xFFFFFF))
        try await screen.wait(at: card)
        sink.close()
        withExtendedLifetime(window) {}
        try await screen.stop()
    }
}
