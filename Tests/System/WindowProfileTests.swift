import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// Profiles and the focus, with real windows. The recogniser is a script that prints given words.
@Suite(.runningLoop, .serialized, .needs("pulseaudio", package: "pulseaudio"))
struct WindowProfileTests {
    /// Two seconds that aren’t silent: a busy sound server drops parts of a second.
    @EventLoopActor
    static func tone(_ session: UtterSession) throws -> String {
        let samples = (0..<32_000).map { Int16(8_000 * sin(Double($0) / 8)) }
        let file = session.directory.appending(path: "tone.wav")
        try Data(WaveBytes(samples: samples).bytes).write(to: file)
        return file.path
    }

    static func configuration(_ words: String, _ more: String) -> String {
        UtterSession.recording + """
            [recognizer]
            engine = "command"
            command.command = ["sh", "-c", "cat > /dev/null; echo \(words)"]
            \(more)
            """
    }

    /// Dictates; `meanwhile` runs while it records.
    @EventLoopActor
    private func dictate(
        _ session: UtterSession, _ sound: PulseServer, _ options: [String] = [],
        meanwhile: () async throws -> Void = {}
    ) async throws -> StatusReport {
        let report = try await session.beginDictation(options)
        try await sound.play(try Self.tone(session))
        try await meanwhile()
        try await session.endDictation()
        return report
    }

    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("xdotool", package: "xdotool"), .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
        .needs(XWindow.pythonGI, package: "python3-gi"))
    func eachWindowGetsItsProfile() async throws {
        let scene = try await SpokenScene(
            Self.configuration(
                "hello comma new line my sign",
                """
                [output]
                line_breaks = "keep"
                [[profile]]
                name = "terminal"
                class = "xterm"
                text.capitals = false
                [[profile]]
                name = "field"
                program = "python3*"
                [profile.text.snippets]
                "my sign" = "Ada"
                [[profile]]
                name = "by hand"
                text.raw = true
                """))
        let (display, sound, session) = (scene.display, scene.sound, scene.session)
        let entry = try await XWindow(.textView, on: display)
        let terminal = try await XWindow(.xterm, on: display)
        let daemon = try await session.startDaemon()

        var report = try await dictate(session, sound)
        #expect(report.profile == "terminal")
        try await terminal.waitForText("hello, my sign")

        try await display.run("xdotool", "windowfocus", "--sync", entry.identifier)
        report = try await dictate(session, sound)
        #expect(report.profile == "field")
        try await entry.waitForText("Hello,\nAda ")
        let doctor = try await session.run("doctor")
        #expect(doctor.output.contains("which gets the profile “field”"), "\(doctor.output)")

        report = try await dictate(session, sound, ["--profile", "by hand"])
        #expect(report.profile == "by hand")
        try await entry.waitForText("Hello,\nAda hello comma new line my sign")
        #expect(terminal.text == "hello, my sign")

        let unknown = try await session.run("start", "--profile", "mial")
        #expect(unknown.status == .exited(1))
        #expect(
            unknown.errors
                == "utter: there is no profile “mial”: there is terminal, field, by hand\n")
        #expect(daemon.status == nil)
    }

    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("openbox", package: "openbox"), .needs("xdotool", package: "xdotool"),
        .needs("i3lock", package: "i3lock"),
        .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
        .needs(XWindow.pythonGI, package: "python3-gi"))
    func theTextWaitsWhereTheFocusHasMoved() async throws {
        // The same text in both windows.
        let everywhere = "[text]\nplain_in = []\n"
        let scene = try await SpokenScene(Self.configuration("hello", everywhere))
        let (display, sound, session) = (scene.display, scene.sound, scene.session)
        let manager = try await display.startWindowManager()
        let entry = try await XWindow(.entry, on: display)
        let terminal = try await XWindow(.xterm, on: display)
        let daemon = try await session.startDaemon()
        func focus(_ window: XWindow) async throws {
            try await display.run("xdotool", "windowfocus", "--sync", window.identifier)
        }

        // Held: nothing is typed into the other window, and the text is typed where the user wants
        // it.
        _ = try await dictate(session, sound) { try await focus(entry) }
        var notice = try await session.status().notice
        #expect(notice?.message.hasPrefix("nothing was typed: the focus moved from XTerm") == true)
        #expect(entry.text == "" && terminal.text == "")
        try await session.output("retype")
        try await entry.waitForText("Hello")

        // Typed into the first window, if the configuration says so.
        try Self.configuration("hello", everywhere + "[output]\nfocus = 'return'").write(
            to: session.configurationFile, atomically: true, encoding: .utf8)
        try await session.wait(for: "the settings") { $0.notice?.message == "Settings reloaded" }
        try await focus(terminal)
        _ = try await dictate(session, sound) { try await focus(entry) }
        try await terminal.waitForText("Hello")
        #expect(entry.text == "Hello")

        // A locker has grabbed the keys, whatever window it hides.
        let locker = try display.start(["i3lock", "--nofork"])
        defer { withExtendedLifetime((locker, manager)) {} }
        let isLocked = "xprop -root -len 0 >/dev/null; xwininfo -root -children | grep -q i3lock"
        try await display.run("sh", "-c", "until \(isLocked); do sleep 0.05; done")
        try await session.run("retype")
        notice = try await session.wait(for: "the notice") { $0.state == .idle }.notice
        #expect(notice?.message == "nothing was typed: the screen is locked")
        #expect(daemon.status == nil)
    }

    @EventLoopActor
    @Test(
        .needs("sway", "swaymsg", "foot", package: "sway and foot"),
        .needs("xterm", package: "xterm"))
    func swayTellsAndMovesTheFocus() async throws {
        let server = try await SwayServer.start()
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            sound: sound,
            configuration: Self.configuration(
                "hello",
                """
                [output]
                focus = "return"
                [[profile]]
                name = "foot"
                class = "foot"
                text.capitals = false
                [[profile]]
                name = "old"
                class = "xterm"
                [profile.text.snippets]
                hello = "from Xwayland"
                """))
        session.environment += [
            "WAYLAND_DISPLAY=\(server.socket)", "SWAYSOCK=\(server.path("ipc"))",
        ]
        // Its virtual keyboard stays, so that the windows' first keys are not lost.
        let daemon = try await session.startDaemon()
        // Fails if the focus moves in the middle of it.
        func type(_ text: String) async throws {
            try await session.run("type", "--line-breaks", "keep", text)
        }
        let foot = try await server.open(.foot) { try await type($0) }
        let xterm = try await server.open(.xterm) { try await type($0) }

        var report = try await dictate(session, sound)
        #expect(report.profile == "old")
        try await type("\n")
        #expect(try await xterm.line() == "from Xwayland")

        try await server.command("[app_id=foot] focus")
        try await foot.empty { try await type($0) }
        report = try await dictate(session, sound) {
            try await server.command("[class=XTerm] focus")
        }
        #expect(report.profile == "foot")
        try await type("\n")
        #expect(try await foot.line() == "hello")
        #expect(daemon.status == nil)
        try await server.stop()
    }
}
