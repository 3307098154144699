import ControlProtocol
import Dictation
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The daemon and its overlay: whatever happens to the overlay, dictation continues.
@Suite(.runningLoop, .serialized) struct OverlayTests {
    /// What happens to the overlay while it shows a recording.
    enum Fate: CaseIterable {
        case frozen, killed
    }

    /// The overlay keeps off the line of the cursor, of which it learns from the daemon's events.
    @EventLoopActor
    @Test(
        .needs("Xvfb", "openbox", package: "xvfb and openbox"),
        .needs("xprop", package: "x11-utils"), .needs("pulseaudio", package: "pulseaudio"),
        .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
        .needs(TextWindow.Kind.gtk3.program, package: "gir1.2-gtk-3.0"))
    func learnsWhereTheCursorIs() async throws {
        let window = try await ReportingWindow(.entry3, "Dear Ada, |")
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            display: window.server, sound: sound, configuration: UtterSession.recording)
        session.add(window.bus)
        let daemon = try await session.startDaemon()
        var caret: ScreenArea?
        let following = EventLoop.throwingTask {
            for try await event in try await session.connect().subscribe(levels: false) {
                if case .status(let report) = event, let known = report.caret { caret = known }
            }
        }
        try await session.beginDictation()
        try await waitUntil("the cursor's place") { caret != nil }
        let place = try #require(caret)
        #expect(8...40 ~= place.height && 20..<800 ~= place.x && 0..<600 ~= place.y, "\(place)")
        try await session.output("cancel")
        try await session.wait(for: "the end") { $0.state == .idle && $0.caret == nil }
        following.cancel()
        #expect(daemon.status == nil)
        withExtendedLifetime(sound) {}
    }

    /// It keeps off the last lines of a terminal, and learns that it is one in the same way.
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("pulseaudio", package: "pulseaudio"))
    func learnsThatTheWindowIsATerminal() async throws {
        let display = try await XServer()
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            display: display, sound: sound, configuration: UtterSession.recording)
        let daemon = try await session.startDaemon()
        defer { withExtendedLifetime((daemon, sound)) {} }
        for kind in [XWindow.Kind.xterm, .entry] {
            let window = try await XWindow(kind, on: display)
            try await session.beginDictation()
            try await session.wait(for: "the kind of window") {
                $0.hearing && ($0.terminal == true) == (kind == .xterm)
            }
            try await session.output("cancel")
            try await session.wait(for: "the end") { $0.state == .idle && $0.terminal == nil }
            withExtendedLifetime(window) {}
        }
    }

    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("pulseaudio", package: "pulseaudio"),
        .needs(KillTests.speech, package: "pocketsphinx-testdata"), arguments: Fate.allCases)
    func dictationGoesOnWithout(_ fate: Fate) async throws {
        let scene = try await SpokenScene()
        let session = scene.session
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await session.startDaemon()
        let overlay = try await Self.overlay(of: daemon.pid)

        try await session.beginDictation()
        #expect(kill(overlay, fate == .frozen ? SIGSTOP : SIGKILL) == 0)
        try await scene.sound.play(KillTests.speech)
        try await session.endDictation()
        let text = try await session.output("last")
        #expect(!text.isEmpty)
        try await window.waitForText(text)

        if fate == .killed {
            let next = try await Self.overlay(of: daemon.pid, butNot: overlay)
            #expect(next != overlay)
        }
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        #expect(daemon.status == .exited(0))
        // Frozen or not, it ends with its daemon.
        try await waitUntil("the overlay is gone") { !isRunning(overlay) }
    }

    /// The round button begins a dictation and ends it, and the text goes to the window that had the
    /// focus all the time.
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("openbox", package: "openbox"), .needs("xdotool", package: "xdotool"),
        .needs("pulseaudio", package: "pulseaudio"),
        .needs(KillTests.speech, package: "pocketsphinx-testdata"))
    func theButtonOnTheScreenDictates() async throws {
        let scene = try await SpokenScene(UtterSession.recording + "[overlay]\nbutton = true\n")
        let (session, display) = (scene.session, scene.display)
        let manager = try await display.startWindowManager()
        let window = try await XWindow(.xterm, on: display)
        let daemon = try await session.startDaemon()
        let button = try await display.run(
            "xdotool", "search", "--sync", "--onlyvisible", "--name", "^utter$"
        ).filter(\.isNumber)
        // The middle of its canvas, which is a square of 56 + 2 × 16 logical pixels.
        let click = ["xdotool", "mousemove", "--window", button, "44", "44", "click", "1"]

        try await display.run(click)
        try await session.wait(for: "the microphone") { $0.hearing }
        try await scene.sound.play(KillTests.speech)
        try await display.run(click)
        try await session.wait(for: "the end of the dictation") { $0.state == .idle }
        let text = try await session.output("last")
        #expect(!text.isEmpty)
        try await window.waitForText(text)
        let focused = try await display.run("xdotool", "getwindowfocus")
        #expect(focused.contains(window.identifier))
        #expect(daemon.status == nil)
        withExtendedLifetime(manager) {}
    }

    /// Clients that don't read, or only a byte now and then: they are dropped when their backlog is
    /// too large, and dictation continues in the meantime.
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("pulseaudio", package: "pulseaudio"),
        .needs(KillTests.speech, package: "pocketsphinx-testdata"))
    func clientsThatDontReadAreDropped() async throws {
        let scene = try await SpokenScene(UtterSession.recording + "[overlay]\nenabled = false\n")
        let session = scene.session
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await session.startDaemon()
        let person = try await session.connect()
        // What the first dictation opens stays open.
        _ = try await person.send(.start())
        _ = try await person.send(.cancel)
        try await ProcessActivity.waitUntilQuiet(daemon.pid)
        let before = Self.sockets(of: daemon.pid)
        let slow = try [0, 1].map { try Self.slowClient(session.socket, bytesPerSecond: $0 * 10) }
        try await waitUntil("they have connected") {
            Self.sockets(of: daemon.pid) == before + slow.count
        }
        var changes = 0
        while Self.sockets(of: daemon.pid) > before {
            changes += 1
            try #require(changes < 5000, "they are kept")
            guard case .ok = try await person.send(.start()) else { continue }
            guard case .ok = try await person.send(.cancel) else { continue }
        }
        // 256 KiB here, and the kernel's socket buffer (net.core.wmem_default); a single change is
        // far smaller than either.
        #expect(changes > 100)

        let again = try [0, 1].map { try Self.slowClient(session.socket, bytesPerSecond: $0 * 10) }
        try await waitUntil("others have connected") {
            Self.sockets(of: daemon.pid) == before + again.count
        }
        try await scene.dictate(KillTests.speech)
        let text = try await session.output("last")
        #expect(!text.isEmpty)
        try await window.waitForText(text)
        withExtendedLifetime((slow, again)) {}
    }

    /// A client in a separate process that subscribes to everything.
    @EventLoopActor
    private static func slowClient(_ socket: String, bytesPerSecond: Int) throws -> ChildProcess {
        let program = """
            import socket, sys, time
            client = socket.socket(socket.AF_UNIX)
            client.connect(sys.argv[1])
            client.sendall(b'{"protocol":"utter","version":1}\\n'
                           b'{"command":"subscribe","levels":true}\\n')
            rate = int(sys.argv[2])
            while True: time.sleep(1 / rate if rate else 3600) or client.recv(1)
            """
        return try ChildProcess(
            [
                "setpriv", "--pdeathsig", "KILL", "/usr/bin/python3", "-c", program, socket,
                "\(bytesPerSecond)",
            ]) { _ in }
    }

    /// How many sockets a process has open. The event loop has duplicates of their descriptors.
    private static func sockets(of pid: Int32) -> Int {
        let directory = "/proc/\(pid)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let targets = names.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\($0)")
        }
        return Set(targets.filter { $0.hasPrefix("socket:") }).count
    }

    /// The daemon works without a display, and reports once that there is none.
    @EventLoopActor
    @Test(.needs("pulseaudio", package: "pulseaudio"))
    func noDisplayIsSaidOnce() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(sound: sound, configuration: UtterSession.recording)
        let daemon = try await session.startDaemon()
        try await waitUntil("it is said") { session.log.text.contains("no overlay: ") }
        for _ in 0..<3 {
            try await session.beginDictation()
            try await session.output("cancel")
            // Its attempt has ended when it is no child any more.
            try await waitUntil("the overlay has looked again") {
                !Self.children(of: daemon.pid).contains(where: Self.isOverlay)
            }
        }
        #expect(session.log.text.components(separatedBy: "no overlay").count == 2)
        #expect(daemon.status == nil)
    }

    @EventLoopActor
    @Test(.needs("Xvfb", package: "xvfb"))
    func isSwitchedOffByTheConfiguration() async throws {
        let display = try await XServer()
        let session = try UtterSession(
            display: display,
            configuration: UtterSession.withoutHotkey + "[overlay]\nenabled = false\n")
        let daemon = try await session.startDaemon()
        #expect(!Self.children(of: daemon.pid).contains(where: Self.isOverlay))
    }

    /// Waits for the daemon's overlay.
    @EventLoopActor
    static func overlay(of daemon: Int32, butNot old: Int32 = 0) async throws -> Int32 {
        var overlay: Int32?
        try await waitUntil("the overlay runs") {
            overlay = children(of: daemon).first { $0 != old && isOverlay($0) }
            return overlay != nil
        }
        return try #require(overlay)
    }

    /// Only once the process has that name: until a new process executes its program, the daemon
    /// waits for it (posix_spawn(3)), so stopping it earlier stops the daemon.
    private static func isOverlay(_ pid: Int32) -> Bool {
        (try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)) == "utter-overlay\n"
    }

    private static func children(of pid: Int32) -> [Int32] {
        let text = try? String(
            contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
        return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }
}
