import ControlProtocol
import Dictation
import Foundation
import Glibc
import LinuxRuntime
import Problems
import TestSupport
import Testing

/// What `utter doctor` fixes, and what its output for others contains.
@Suite(.runningLoop, .needs("setsid", package: "util-linux")) struct DoctorTests {
    /// A session of a user who is not root.
    @EventLoopActor
    private func ordinarySession() async throws -> UtterSession {
        guard getuid() == 0 else { return try UtterSession() }
        let session = try UtterSession(
            command: [
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
                UtterSession.program,
            ])
        let run = try await ProgramRun(["chown", "-R", "65534:65534", session.directory.path])
        try #require(run.status == .exited(0))
        return session
    }

    /// Fixes run at a terminal. sudo can't be run for real: it would change the machine. This one
    /// only records its arguments.
    @EventLoopActor
    private func fixing() async throws -> (programs: Programs, terminal: PseudoTerminal) {
        let session = try await ordinarySession()
        let programs = try Programs(in: session)
        try programs.add("sudo", "")
        try programs.add("systemctl", "exit 1")
        let terminal = try PseudoTerminal(
            session.command + ["doctor", "--fix"], environment: session.environment)
        return (programs, terminal)
    }

    /// A command that fails fixes nothing, and that is reported.
    @EventLoopActor @Test func whatNeedsRootIsShownAndRunWithSudo() async throws {
        let (programs, terminal) = try await fixing()
        try await terminal.wait(for: "This would fix it:\r\n")
        try await terminal.wait(for: "Run it? [y/n] ")
        let shown = terminal.output.split(separator: "\r\n")
            .compactMap { $0.hasPrefix("    sudo ") ? String($0.dropFirst(4)) : nil }
        #expect(!shown.isEmpty, "\(terminal.output)")
        #expect(programs.calls.allSatisfy { !$0.hasPrefix("sudo") })
        try terminal.type("perhaps\n")
        try await terminal.wait(for: "Type y or n: ")
        try terminal.type("y\n")
        try await terminal.wait(for: "Checked again:")
        #expect(try await terminal.wait() == .exited(1))
        let run = programs.calls.filter { $0.hasPrefix("sudo") }
        #expect(run == shown.map { $0.filter { $0 != "'" && $0 != "\\" } })
        #expect(terminal.isAsUsual)
    }

    @EventLoopActor @Test func nothingIsRunWithoutAYes() async throws {
        let (programs, terminal) = try await fixing()
        try await terminal.wait(for: "Run it? [y/n] ")
        try terminal.type("n\n")
        #expect(try await terminal.wait() == .exited(1))
        #expect(programs.calls.allSatisfy { !$0.hasPrefix("sudo") })
    }

    /// Without a terminal, sudo must not wait for a password.
    @EventLoopActor @Test func withYesNothingIsAsked() async throws {
        let session = try await ordinarySession()
        let programs = try Programs(in: session)
        try programs.add("sudo", "echo refused >&2; exit 1")
        try programs.add("systemctl", "exit 1")
        let run = try await session.run("doctor", "--fix", "--yes")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("To fix it, this is run:\n    sudo --non-interactive "))
        #expect(run.errors.contains("It failed: sudo --non-interactive "), "\(run.errors)")
        // The commands after a failed one are not run.
        #expect(programs.calls.count { $0.hasPrefix("sudo --non-interactive ") } == 1)
    }

    @EventLoopActor @Test func theServiceIsEnabledAndStarted() async throws {
        let session = try UtterSession()
        let programs = try Programs(in: session)
        try programs.addService()
        let terminal = try PseudoTerminal(
            [UtterSession.program, "doctor", "--fix"], environment: session.environment)
        try await terminal.wait(for: "! service: not running")
        // Other things that this machine lacks are left as they are.
        let command = "This would fix it:\r\n    systemctl --user enable --now utter"
        while try await terminal.wait(forAnyOf: [command, "Run it? [y/n] "]) != command {
            try terminal.type("n\n")
        }
        try await terminal.wait(for: "Run it? [y/n] ")
        try terminal.type("y\n")
        try await programs.wait(for: "systemctl --user enable --now utter")
        let daemon = try session.spawnDaemon()
        defer { daemon.send(signal: SIGTERM) }
        try await terminal.wait(for: "Checked again:")
        try await terminal.wait(for: "✓ service: running, and starts with your session")
        _ = try await terminal.wait()
    }

    // MARK: What works, but not as the user thinks

    @EventLoopActor @Test(.needs("pulseaudio", package: "pulseaudio"))
    func aMutedMicrophoneAndAMonitorAreNoMicrophones() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            sound: sound,
            configuration: UtterSession.withoutHotkey + "[audio]\ndevice = \"pulse\"\n")
        // What the speakers play, as it is where no microphone is plugged in.
        let monitor = try await session.run("doctor").output
        #expect(
            monitor.contains("! microphone: “pulse” records the speakers"), "\(monitor)")
        try await sound.control(
            "load-module", "module-remap-source", "master=speaker.monitor", "source_name=voice",
            "source_properties=device.description=Headset")
        try await sound.control("set-default-source", "voice")
        let voice = try await session.run("doctor").output
        #expect(voice.contains("✓ microphone: “pulse” records: Headset\n"), "\(voice)")
        let report = try await session.run("doctor", "--json").output
        #expect(report.contains("“pulse” records: <device>"), "\(report)")
        let tone = (0..<10 * AudioFormat.rate).map { Int16($0 % 32 < 16 ? 12_000 : -12_000) }
        let file = session.directory.appending(path: "opposites.wav")
        try Data(WaveBytes(opposites: tone).bytes).write(to: file)
        async let played: Void = sound.play(file.path)
        let opposites = try await session.run("doctor").output
        #expect(
            opposites.contains("records: Headset; its two channels cancel each other"),
            "\(opposites)")
        try await played
        try await sound.control("set-source-mute", "voice", "1")
        let muted = try await session.run("doctor").output
        #expect(
            muted.contains(
                """
                ! microphone: “pulse” is muted: Headset
                    Unmute it in your desktop’s sound settings, or: \
                pactl set-source-mute @DEFAULT_SOURCE@ 0

                """), "\(muted)")
    }

    /// On GNOME nobody can paste into Wayland's windows, or give one the focus.
    @EventLoopActor @Test(.needs("Xvfb", package: "xvfb"))
    func whatGNOMEAllowsNobodyIsSaid() async throws {
        let display = try await XServer()
        let session = try UtterSession(
            display: display,
            configuration: UtterSession.withoutHotkey + "[output]\nfocus = \"return\"\n")
        session.environment += ["XDG_CURRENT_DESKTOP=GNOME", "WAYLAND_DISPLAY=wayland-none"]
        let output = try await session.run("doctor").output
        #expect(
            output.contains("✓ sink clipboard: can type, into windows of Xwayland only"),
            "\(output)")
        #expect(output.contains("! focus return: [output] focus is \"return\""), "\(output)")
        #expect(output.contains("utter config set output.focus hold"), "\(output)")
        // An X server brings it back.
        session.environment.removeLast(2)
        let other = try await session.run("doctor").output
        #expect(!other.contains("focus return") && !other.contains("Xwayland only"), "\(other)")
    }

    /// With the command that switches it on.
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("dbus-daemon", package: "dbus-daemon"),
        .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"))
    func accessibilityThatIsOffIsSaidOnKDE() async throws {
        let (display, bus) = (try await XServer(), try await BusServer())
        let mock = try await bus.mock("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status")
        try await mock.addProperty("IsEnabled", .boolean(false))
        let session = try UtterSession(display: display)
        session.environment.append("XDG_CURRENT_DESKTOP=KDE")
        session.environment.append(
            "DBUS_SESSION_BUS_ADDRESS=\(bus.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")")
        let off = try await session.run("doctor").output
        #expect(
            off.contains("– text around the cursor: programs of Qt 6 don’t report it"), "\(off)")
        #expect(off.contains("org.a11y.Status IsEnabled b true\n"), "\(off)")
        try await mock.setProperty("IsEnabled", .boolean(true))
        let on = try await session.run("doctor").output
        #expect(on.contains("✓ text around the cursor: accessibility is on"), "\(on)")
    }

    // MARK: The built-in engine

    /// Wherever users look: the doctor, the models, the status that the overlay shows.
    @EventLoopActor
    @Test(
        .needs("/usr/share/pocketsphinx/model/en-us/en-us/mdef", package: "pocketsphinx-en-us"))
    func theWordsOfTheBuiltInEngineAreNotPraised() async throws {
        let session = try UtterSession()
        let sentence = "the built-in engine gets about half of ordinary speech wrong"
        let doctor = try await session.run("doctor")
        #expect(
            doctor.output.contains("! words: \(sentence)\n    Better: utter models available\n"),
            "\(doctor.output)")
        let models = try await session.run("models")
        #expect(models.errors.contains("\(sentence.dropFirst()). Better: utter models available"))
        let daemon = try await session.startDaemon()
        #expect(try await session.status().recognizer.weakness?.what == sentence)
        withExtendedLifetime(daemon) {}

        try
            (UtterSession.withoutHotkey + """
                [recognizer]
                engine = "command"
                [recognizer.command]
                command = ["true"]

                """).write(to: session.configurationFile, atomically: true, encoding: .utf8)
        let another = try await session.run("doctor")
        #expect(!another.output.contains("! words"), "\(another.output)")
    }

    // MARK: What is good was checked

    /// The input method types in dictations, and not into every window: that is no fault.
    @EventLoopActor @Test(.needs("sway", package: "sway"))
    func theInputMethodIsAsked() async throws {
        let sway = try await SwayServer.start()
        let session = try UtterSession()
        session.environment.removeAll { $0.hasPrefix("XDG_RUNTIME_DIR=") }
        session.environment += sway.environment.filter {
            $0.hasPrefix("XDG_RUNTIME_DIR=") || $0.hasPrefix("WAYLAND_DISPLAY=")
        }
        let run = try await session.run("doctor")
        let line = "– sink input-method: not here: the focused window reports no text field\n"
        #expect(run.output.contains(line), "\(run.output)")
    }

    @EventLoopActor
    @Test(arguments: [
        ("active", "✓ service: running, and starts with your session\n"),
        ("inactive", "! service: running, but this session doesn’t start it: it has not reached"),
    ])
    func theSessionMustReachWhatStartsTheService(_ state: String, _ line: String) async throws {
        let session = try UtterSession()
        try Programs(in: session).addService(session: state)
        try Data().write(to: session.directory.appending(path: "enabled"))
        let daemon = try await session.startDaemon()
        let run = try await session.run("doctor")
        #expect(run.output.contains(line), "\(run.output)")
        withExtendedLifetime(daemon) {}
    }

    @EventLoopActor @Test(.needs("dbus-daemon", package: "dbus"))
    func theDesktopMustHaveThePortal() async throws {
        let bus = try await BusServer()
        let session = try UtterSession(configuration: "[hotkey]\nsource = 'portal'\n")
        session.environment.removeAll { $0.hasPrefix("DBUS_SESSION_BUS_ADDRESS=") }
        session.environment += bus.environment.map { "\($0.key)=\($0.value)" }
        let run = try await session.run("doctor")
        #expect(
            run.output.contains(
                "! hotkey: the desktop watches for no hotkey (org.freedesktop.portal."),
            "\(run.output)")
    }

    @EventLoopActor @Test func aMissingFileIsNotGood() async throws {
        let session = try UtterSession()
        try? FileManager.default.removeItem(at: session.configurationFile)
        let run = try await session.run("doctor")
        #expect(
            run.output.contains(
                "\n– configuration: there is no file: the defaults apply\n    utter"),
            "\(run.output)")
    }

    // MARK: For others

    /// The real names of user, machine, home, device, window and server are distinctive, and none
    /// of them is printed.
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("xdotool", package: "xdotool"), .needs("pulseaudio", package: "pulseaudio"),
        .needs("unshare", package: "util-linux"))
    func theReportHasNothingPersonal() async throws {
        let display = try await XServer()
        let sound = try await PulseServer.start()
        let device = try await sound.addSink("alsa_input.usb-Blue_Yeti_SN0123456789-00.analog")
        let session = try UtterSession(
            display: display, sound: sound,
            configuration: """
                [audio]
                device = "\(device)"
                [recognizer]
                engine = "server"
                server.url = "https://speech.magrathea.example"
                fallback = "pocketsphinx"
                [[profile]]
                name = "letters to ford"
                title = "*Marvin*"
                """)
        let window = try await XWindow(.xterm, on: display)
        let titled = try await ProgramRun(
            ["xdotool", "set_window", "--name", "Letter to Marvin", window.identifier],
            environment: session.environment)
        try #require(titled.status == .exited(0), "\(titled.errors)")
        let run = try await ProgramRun(
            try elsewhere(session) + [UtterSession.program, "doctor", "--json"],
            environment: session.environment + ["USER=zaphod", "LOGNAME=zaphod"])
        withExtendedLifetime(window) {}

        let report = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
            "\(run.output)\(run.errors)")
        let findings = try #require(report["findings"] as? [[String: Any]])
        for field in ["subject", "grade", "message", "remedy"] {
            #expect(findings.allSatisfy { $0[field] is String })
        }
        func message(_ subject: String) -> String {
            findings.first { $0["subject"] as? String == subject }?["message"] as? String ?? ""
        }
        #expect(message("configuration") == "~/config/utter/config.toml")
        #expect(message("microphone") == "“pulse:alsa_input.usb-…” records: <device>")
        #expect(run.output.contains("https://<server>"), "\(run.output)")
        #expect(message("focused window").contains("<profile 1>"), "\(run.output)")
        #expect(report["utter"] is String && report["system"] is [String: Any])
        let personal = [
            "zaphod", "beeblebrox", "heartofgold", "sn0123456789", "yeti", "marvin", "ford",
            "magrathea", session.directory.path.lowercased(),
        ]
        for word in personal { #expect(!run.output.lowercased().contains(word), "\(run.output)") }
        // For the user everything is printed.
        let own = try await session.run("doctor")
        #expect(own.output.contains("SN0123456789") && own.output.contains("magrathea"))
    }

    /// A command that runs another one as a different user, on a machine with a different name.
    @EventLoopActor
    private func elsewhere(_ session: UtterSession) throws -> [String] {
        let users = session.directory.appending(path: "passwd")
        try "zaphod:x:0:0:Zaphod Beeblebrox,,,:\(session.directory.path):/bin/sh\n"
            .write(to: users, atomically: true, encoding: .utf8)
        let mapping = getuid() == 0 ? [] : ["--user", "--map-root-user"]
        return ["unshare"] + mapping + [
            "--mount", "--uts", "sh", "-c",
            """
            mount --bind "$1" /etc/passwd && hostname heartofgold.example && shift && exec "$@"
            """,
            "sh", users.path,
        ]
    }

    @EventLoopActor @Test func whatIsWrittenInAWrongFileIsNotToldToOthers() async throws {
        let session = try UtterSession(
            configuration: """
                [text.snippets]
                arthur = 5
                [audio]
                device = 7
                silence_limit = "two towels"
                dent = true
                """)
        let run = try await session.run("doctor", "--json")
        #expect(run.status == .exited(1))
        #expect(run.output.contains("~/config/utter/config.toml:4:"), "\(run.output)")
        #expect(run.output.contains("[audio] silence_limit"))
        for word in ["arthur", "towels", "dent"] { #expect(!run.output.contains(word)) }
        let own = try await session.run("doctor")
        #expect(own.output.contains("arthur") && own.output.contains("towels"))
    }
}
