import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// `utter setup` from start to end. systemctl and sudo are replaced, since the real ones would
/// change the machine.
@Suite(
    .runningLoop, .serialized, .needs("pulseaudio", package: "pulseaudio"),
    .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("setsid", package: "util-linux"),
    .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
struct FirstRunTests {
    /// A user's session without a configuration, whose default microphone is the sound server's.
    @EventLoopActor
    private func freshScene() async throws -> SpokenScene {
        let scene = try await SpokenScene()
        let session = scene.session
        try FileManager.default.removeItem(at: session.configurationFile)
        try "pcm.!default { type pulse }\nctl.!default { type pulse }\n".write(
            to: session.directory.appending(path: ".asoundrc"), atomically: true, encoding: .utf8)
        return scene
    }

    @EventLoopActor @Test func withYesItMendsWritesAndEnables() async throws {
        let scene = try await freshScene()
        let session = scene.session
        let programs = try Programs(in: session)
        try programs.addService()
        for name in ["sudo", "modprobe", "udevadm", "sh"] { try programs.add(name, "") }
        let terminal = try PseudoTerminal(
            [UtterSession.program, "setup", "--yes"], environment: session.environment)
        try await programs.wait(for: "systemctl --user enable --now utter")
        let daemon = try session.spawnDaemon()
        defer { daemon.send(signal: SIGTERM) }
        try await terminal.wait(for: "Dictation works")
        #expect(try await terminal.wait() == .exited(0), "\(terminal.output)")
        #expect(terminal.output.contains("nothing is downloaded without a question"))
        let text = try String(contentsOf: session.configurationFile, encoding: .utf8)
        #expect(text.contains("#dictate = \"RightCtrl\""))

        // Again: nothing is missing, nothing is done.
        let before = programs.calls.filter { $0.contains("enable") }
        let again = try await session.run("setup", "--yes")
        #expect(again.status == .exited(0), "\(again.errors)")
        #expect(programs.calls.filter { $0.contains("enable") } == before)
        #expect(try String(contentsOf: session.configurationFile, encoding: .utf8) == text)
    }

    /// The daemon runs without systemd as well; starting it is left to the user.
    @EventLoopActor @Test func withoutSystemdItSaysWhatWorks() async throws {
        let scene = try await freshScene()
        let session = scene.session
        let programs = try Programs(in: session)
        for name in ["sudo", "modprobe", "udevadm", "sh", "systemctl"] {
            try programs.add(name, "exit 1")
        }
        let run = try await session.run("setup", "--yes")
        #expect(run.status == .exited(0), "\(run.errors)")
        let end = run.errors.components(separatedBy: "7/7 The service\n").last ?? ""
        #expect(end.components(separatedBy: "no systemd runs for you here").count == 2, "\(end)")
        #expect(end.contains("\nDictation works while “utter daemon” runs: "), "\(end)")
        #expect(run.errors.components(separatedBy: "hotkey: ").count <= 2, "\(run.errors)")
    }

    @EventLoopActor @Test func withYesItSaysWhatIsMissing() async throws {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + "[audio]\ndevice = \"hw:7\"\n")
        let programs = try Programs(in: session)
        for name in ["sudo", "modprobe", "udevadm", "sh"] { try programs.add(name, "") }
        try programs.add("systemctl", "exit 1")
        let run = try await session.run("setup", "--yes")
        #expect(run.status == .exited(1))
        let parts = run.errors.components(separatedBy: "What is missing:\n")
        try #require(parts.count == 2, "\(run.errors)")
        #expect(parts[1].contains("✗ microphone: cannot open the microphone “hw:7”"))
        #expect(parts[1].contains("! service: not running; no systemd runs for you here"))
        #expect(!parts[1].contains("✓"))
    }

    /// Every step, with a question at the end of each that asked something; one is repeated.
    @EventLoopActor @Test func aPersonIsLedThroughAllSteps() async throws {
        let scene = try await freshScene()
        let (session, sound) = (scene.session, scene.sound)
        try UtterSession.withoutHotkey
            .write(to: session.configurationFile, atomically: true, encoding: .utf8)
        let programs = try Programs(in: session)
        try programs.addService()
        for name in ["sudo", "modprobe", "udevadm", "sh"] { try programs.add(name, "") }
        let terminal = try PseudoTerminal(
            [UtterSession.program, "setup"], environment: session.environment)
        let next = "Next step? [Enter = yes, r = repeat this one] "
        try await terminal.wait(for: "1/7 What dictation needs")
        try await terminal.wait(for: "✓ Good: ")
        try await decline(terminal, next, until: "2/7 The microphone")
        // Details are the doctor's.
        let needs = terminal.output
        #expect(needs.contains(", typing"), "\(needs)")
        #expect(!needs.contains("sink xtest") && !needs.contains("no profile"), "\(needs)")
        for answer in ["r\n", "n\n"] {
            try await terminal.wait(for: "“System default (")
            try await sound.play(DictationTests.speech)
            try await terminal.wait(for: "✓ You are heard.")
            try await terminal.wait(for: next)
            try terminal.type(answer)
        }
        // No is no yes.
        try await terminal.wait(for: "Type r, or Enter alone: ")
        try terminal.type("\n")
        try await terminal.wait(for: "The hotkey is switched off")
        try await terminal.wait(for: "To dictate with a key, ")
        try await terminal.wait(for: "4/7 The speech model")
        try await terminal.wait(for: "Download it? [y/n] ")
        try terminal.type("n\n")
        try await terminal.wait(for: "Setup continues with PocketSphinx, for commands only.")
        try await terminal.wait(for: next)
        try terminal.type("\n")
        try await terminal.wait(for: "Nothing is said aloud.")
        try await terminal.wait(for: "Read it aloud, then be silent")
        try await sound.play(DictationTests.speech)
        try await terminal.wait(for: "Heard: ")
        try await terminal.wait(for: "[y/n] ")
        try terminal.type("n\n")
        try await terminal.wait(for: next)
        try terminal.type("\n")
        try await terminal.wait(for: "systemctl --user enable --now utter")
        try await terminal.wait(for: "[y/n] ")
        try terminal.type("y\n")
        try await programs.wait(for: "systemctl --user enable --now utter")
        let daemon = try session.spawnDaemon()
        defer { daemon.send(signal: SIGTERM) }
        try await terminal.wait(for: "✓ service: running")
        // No step follows.
        try await terminal.wait(for: next.replacing("Next step?", with: "Done?"))
        try terminal.type("\n")
        try await terminal.wait(for: "Dictation works: utter toggle")
        #expect(try await terminal.wait() == .exited(0))
        #expect(terminal.isAsUsual)
    }

    /// Answers no to fixes for what this machine may lack, such as a virtual keyboard.
    @EventLoopActor
    private func decline(
        _ terminal: PseudoTerminal, _ next: String, until end: String
    ) async throws {
        let run = "Run it? [y/n] "
        while true {
            switch try await terminal.wait(forAnyOf: [run, next, end]) {
            case run: try terminal.type("n\n")
            case next: try terminal.type("\n")
            default: return
            }
        }
    }
}
