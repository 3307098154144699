import ControlProtocol
import Foundation
import LinuxRuntime
import Models
import SystemPackage
import TestSupport
import Testing

/// Lines of `utter doctor` and `utter setup`, each provoked once; those that `DoctorTests` and
/// `SetupTests` provoke are left out.
@Suite(
    .runningLoop, .needs("pulseaudio", package: "pulseaudio"),
    .needs("setsid", package: "util-linux"))
struct DoctorLinesTests {
    /// The doctor's output with these settings, in a session without a display.
    @EventLoopActor
    private func doctor(
        _ configuration: String, systemctl: String = "exit 1"
    ) async throws -> String {
        let session = try UtterSession(configuration: configuration)
        try Programs(in: session).add("systemctl", systemctl)
        return try await session.run("doctor").output
    }

    @EventLoopActor
    @Test(arguments: [
        (UtterSession.withoutHotkey, "– hotkey: switched off in the configuration\n"),
        (UtterSession.withoutHotkey, "– announcements: nothing is said aloud\n"),
        (UtterSession.withoutHotkey, "– focused window: the console has no windows"),
        ("[output]\nhook = [\"cat\"]\n", "✓ hook: “cat” can be run\n"),
        ("[output]\nhook = [\"no-such-hook\"]\n", "! hook: "),
        (
            "[text.cleanup]\nengine = \"command\"\ncommand = [\"cat\"]\n",
            "✓ clean-up: “command” can be asked\n"
        ),
        (
            "[text.cleanup]\nengine = \"command\"\ncommand = [\"no-such-cleaner\"]\n",
            "! clean-up: "
        ),
        (
            """
            [[profile]]
            name = "mail"
            class = "Thunderbird"
            recognizer.engine = "command"
            recognizer.command.command = ["no-such-engine"]

            """, "! profile mail: "
        ),
        (
            """
            [recognizer]
            engine = "command"
            language = "tlh"
            [recognizer.command]
            command = ["cat"]

            """,
            "✓ language: tlh, by [recognizer] language; there are no rules for its text, so the "
        ),
        (
            "[wake]\nphrase = \"hey computer\"\n",
            "✓ wake phrase: “hey computer” begins a dictation, “go to sleep” ends it\n"
        ),
        ("[wake]\nphrase = \"hey qwxzt\"\n", "✗ wake phrase: "),
    ])
    func eachSettingHasItsLine(_ configuration: String, _ line: String) async throws {
        let output = try await doctor(configuration)
        #expect("\n\(output)".contains("\n\(line)"), "\(output)")
    }

    @EventLoopActor @Test func aServiceThatIsNotInstalledIsSaid() async throws {
        let output = try await doctor(
            UtterSession.withoutHotkey,
            systemctl: "printf 'Id=utter.service\\nLoadState=not-found\\n\\n"
                + "Id=graphical-session.target\\nActiveState=active\\n'")
        #expect(output.contains("! service: not running, and not installed for systemd\n"))
    }

    @EventLoopActor @Test func aServiceThatIsNotEnabledIsSaid() async throws {
        let session = try UtterSession()
        try Programs(in: session).addService()
        let daemon = try await session.startDaemon()
        let output = try await session.run("doctor").output
        #expect(
            output.contains(
                """
                ! service: running, but it won’t start with your next session
                    Enable it: systemctl --user enable utter

                """), "\(output)")
        withExtendedLifetime(daemon) {}
    }

    @EventLoopActor
    @Test(.needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"))
    func theFocusedWindowAndItsProfileAreSaid() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display)
        let none = try await session.run("doctor").output
        #expect(
            none.contains("✓ focused window: X11 reports it; no window is focused now\n"),
            "\(none)")
        let window = try await XWindow(.xterm, on: display)
        let some = try await session.run("doctor").output
        #expect(some.contains("which gets no profile\n"), "\(some)")
        withExtendedLifetime(window) {}
    }

    /// It is open for the phrase, so the doctor doesn't open it.
    @EventLoopActor @Test func aMicrophoneThatListensIsSaid() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            sound: sound,
            configuration: UtterSession.withoutHotkey
                + "[audio]\ndevice = \"pulse\"\n[wake]\nphrase = \"hey computer\"\n")
        let daemon = try await session.startDaemon()
        try await session.wait(for: "it listens") { $0.wake?.listening == true }
        let output = try await session.run("doctor").output
        #expect(output.contains("✓ microphone: “pulse” is open for “hey computer”\n"), "\(output)")
        withExtendedLifetime(daemon) {}
    }

    /// Only the daemon can ask whether the desktop grants the keys: that may open a dialog.
    @EventLoopActor
    @Test(
        .needs("dbus-daemon", package: "dbus-daemon"),
        .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"))
    func thePortalsHotkeyShowsWhenTheDaemonRuns() async throws {
        let bus = try await BusServer()
        let portal = try await bus.mock(
            "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.GlobalShortcuts")
        try await portal.addProperty("version", .uint32(1))
        let session = try UtterSession(
            configuration: "[hotkey]\nsource = \"portal\"\ndictate = \"Super+F9\"\n")
        session.add(bus)
        let output = try await session.run("doctor").output
        #expect(
            output.contains(
                """
                – hotkey: the desktop can watch for it (portal GlobalShortcuts); whether it does, \
                and for which keys, shows when the daemon runs (Super+F9 is proposed)
                    Start the daemon, and ask again.

                """), "\(output)")
        // It knows no modifier alone.
        try "[hotkey]\nsource = \"portal\"\n"
            .write(to: session.configurationFile, atomically: true, encoding: .utf8)
        let lone = try await session.run("doctor").output
        #expect(lone.contains("! hotkey: the desktop can’t watch for RightCtrl"), "\(lone)")
    }

    @EventLoopActor @Test func whoCannotBecomeRootIsShownTheCommands() async throws {
        let session = try UtterSession(command: OrdinaryUser.command([UtterSession.program]))
        _ = try await ProgramRun(OrdinaryUser.owning(session.directory.path))
        // The programs that start utter are found, but neither sudo nor pkexec by utter.
        let run = try await ProgramRun(
            OrdinaryUser.command(["env", "PATH=/nowhere", UtterSession.program])
                + ["doctor", "--fix", "--yes"],
            environment: session.environment)
        #expect(
            run.errors.contains("  As root (neither sudo nor pkexec is there to become it):\n    "),
            "\(run.output)\(run.errors)")
        #expect(run.status == .exited(1))
    }

    // MARK: Setup

    /// Nobody is asked to press a key that nothing can see.
    @EventLoopActor @Test func withoutAKeyboardNoKeyIsAskedFor() async throws {
        let session = try UtterSession(
            configuration: "", command: OrdinaryUser.command([UtterSession.program]))
        _ = try await ProgramRun(OrdinaryUser.owning(session.directory.path))
        let terminal = try PseudoTerminal(
            session.command + ["setup", "hotkey"], environment: session.environment)
        try await terminal.wait(for: "✗ cannot watch for RightCtrl")
        try await terminal.wait(for: "What now? [Enter = continue")
        try terminal.type("\n")
        try await terminal.wait(for: "To dictate with a key, ")
        #expect(try await terminal.wait() == .exited(1))
        #expect(!terminal.output.contains("Press RightCtrl"), "\(terminal.output)")
    }

    /// Neither a card nor a sound server, which would be listed as a microphone to choose.
    @EventLoopActor @Test func withoutAnyMicrophoneNoneIsOffered() async throws {
        let session = try UtterSession()
        let doctor = try await session.run("doctor").output
        #expect(doctor.contains("✗ microphone: cannot open the microphone “default”"), "\(doctor)")
        let terminal = try PseudoTerminal(
            session.command + ["setup", "microphone"], environment: session.environment)
        try await terminal.wait(for: "✗ cannot open the microphone “default”")
        #expect(try await terminal.wait() == .exited(1))
        let said = terminal.output.lowercased().components(separatedBy: "no other microphone")
        #expect(said.count == 2, "\(terminal.output)")
        #expect(!terminal.output.contains("Which one?"), "\(terminal.output)")
    }

    /// The one that was tried is no other one.
    @EventLoopActor @Test func theOnlyMicrophoneIsNotOfferedAgain() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            sound: sound,
            configuration: UtterSession.withoutHotkey + "[audio]\ndevice = \"pulse\"\n")
        let terminal = try PseudoTerminal(
            session.command + ["setup", "microphone"], environment: session.environment)
        try await terminal.wait(for: "gives nothing at all")
        try await terminal.wait(for: "There is no other microphone.")
        #expect(try await terminal.wait() == .exited(1))
    }

    /// The configuration names another engine, whose words are worse.
    @EventLoopActor @Test func anInstalledModelThatIsNotUsedIsSaid() async throws {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey
                + "[recognizer]\nengine = \"pocketsphinx\"\n")
        let offered = try await session.run("setup", "--yes", "model").errors
        let name = try #require(
            offered.components(separatedBy: "utter models install ").last?.prefix { $0 != "”" })
        let model = try #require(ModelCatalogue.model(named: String(name)))
        let models = session.directory.appending(path: ".local/share/utter/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        // Only its length is looked at.
        let file = try FileDescriptor.open(
            FilePath(models.appending(path: model.file.name).path), .writeOnly, options: .create,
            permissions: .ownerReadWrite)
        try file.resize(to: Int64(model.file.bytes))
        try file.close()
        let run = try await session.run("setup", "--yes", "model")
        #expect(
            run.errors.contains(
                "✗ “\(name)” is installed, but not used: the configuration names the engine "
                    + "“pocketsphinx”; engine = \"auto\" would take it."), "\(run.errors)")
        #expect(run.status == .exited(1))
    }

    /// As the desktop reports it.
    @EventLoopActor
    @Test(
        .needs("dbus-daemon", package: "dbus-daemon"),
        .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"))
    func toAScreenReaderAnnouncementsAreProposed() async throws {
        let bus = try await BusServer()
        let mock = try await bus.mock("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status")
        try await mock.addProperty("ScreenReaderEnabled", .boolean(true))
        let session = try UtterSession()
        session.add(bus)
        let terminal = try PseudoTerminal(
            session.command + ["setup", "announcements"], environment: session.environment)
        try await terminal.wait(for: "A screen reader runs; it need not read what utter types.")
        try await terminal.wait(for: "Say that aloud? [y/n]")
        try terminal.type("n\n")
        #expect(try await terminal.wait() == .exited(0))
    }

    @EventLoopActor
    @Test(arguments: [
        (UtterSession.withoutHotkey, "hotkey", "The hotkey is switched off in the configuration: "),
        ("", "hotkey", "Not tried: somebody has to press it. Later: utter setup hotkey\n"),
        ("", "microphone", "Left out: somebody has to speak. Later: utter setup microphone\n"),
        ("", "typing", "Left out: somebody has to speak. Later: utter setup typing\n"),
        ("", "announcements", "Nothing is said aloud. “utter config set announce.say states” "),
    ])
    func withYesEachStepSaysWhatItLeavesOut(
        _ configuration: String, _ step: String, _ line: String
    ) async throws {
        let session = try UtterSession(configuration: configuration)
        let run = try await session.run("setup", "--yes", step)
        #expect(run.errors.contains(line), "\(run.errors)")
    }

    @EventLoopActor
    @Test(.needs(DictationTests.speech, package: "pocketsphinx-testdata"))
    func whoIsHeardFaintlyIsAdvised() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            sound: sound,
            configuration: UtterSession.withoutHotkey + "[audio]\ndevice = \"pulse\"\n")
        let speech = WaveBytes.samples(
            of: [UInt8](try Data(contentsOf: URL(filePath: DictationTests.speech))))
        let quiet = session.directory.appending(path: "quiet.wav")
        try Data(WaveBytes(samples: speech.map { $0 / 40 }).bytes).write(to: quiet)
        let terminal = try PseudoTerminal(
            session.command + ["setup", "microphone"], environment: session.environment)
        try await terminal.wait(for: "Say a sentence")
        try await sound.play(quiet.path)
        try await terminal.wait(for: "! You are heard, but faintly: ")
        try await terminal.wait(for: "utter config set audio.normalize true")
        #expect(try await terminal.wait() == .exited(0))
    }
}
