import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// `utter` alone, `utter log`, `utter daemon` in a terminal, and what shells complete.
@Suite(.runningLoop) struct OverviewTests {
    @EventLoopActor @Test func itSaysHowThingsAreAndWhatIsNext() async throws {
        let session = try UtterSession()
        try Programs(in: session).add("systemctl", "exit 1")
        let before = try await session.output([])
        #expect(before.contains("daemon    not running\n"), "\(before)")
        // Its file is there: setup has been run, or isn't wanted.
        #expect(before.contains("Next: utter daemon, or “utter setup”"), "\(before)")

        let daemon = try await session.startDaemon()
        let after = try await session.output([])
        #expect(after.contains("daemon    running, idle\n"), "\(after)")
        #expect(after.contains("engine    PocketSphinx, for commands only (ready)\n"), "\(after)")
        #expect(after.contains("Next: utter toggle, speak, and utter toggle again."))
        withExtendedLifetime(daemon) {}
    }

    /// Nobody watches the key yet.
    @EventLoopActor @Test func aHotkeyWaitsForTheDaemon() async throws {
        let session = try UtterSession(configuration: "[hotkey]\ndictate = \"F8\"\n")
        let text = try await session.output([])
        #expect(text.contains("  hotkey    F8: works once the daemon runs\n"), "\(text)")
    }

    /// Who can't dictate isn't told to.
    @EventLoopActor @Test func anEngineThatCannotWorkIsWhatIsNext() async throws {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey
                + "[recognizer]\nengine = \"transcribe-cpp\"\n")
        let daemon = try session.spawnDaemon()
        defer { withExtendedLifetime(daemon) {} }
        try await session.wait(for: "the engine’s problem") { $0.recognizer.problem != nil }
        let text = try await session.output([])
        #expect(
            text.contains("(failed): there is no speech model"), "\(text)")
        #expect(text.contains("Next: utter doctor, which says what the engine needs."))
        #expect(!text.contains("utter toggle"))
    }

    @EventLoopActor @Test func aWrongConfigurationIsNamed() async throws {
        let session = try UtterSession(configuration: "[hotkey]\nenable = false\n")
        let run = try await session.run()
        #expect(run.status == .exited(78))
        #expect(run.errors.contains("config.toml:2:1: [hotkey] enable: "), "\(run.errors)")
    }

    /// Plain words for people; the journal gets priorities.
    @EventLoopActor @Test(.needs("setsid", package: "util-linux"))
    func theDaemonInvitesAtATerminal() async throws {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + "[audio]\ndevice = \"hw:7\"\n")
        let terminal = try PseudoTerminal(
            session.command + ["daemon"], environment: session.environment)
        try await terminal.wait(for: "ready: “utter toggle” dictates")
        #expect(terminal.output.contains("To dictate with a key, "), "\(terminal.output)")
        try await waitUntil("it warns") {
            terminal.output.contains("Warning: cannot open the microphone “hw:7”")
        }
        #expect(!terminal.output.contains("<4>"), "\(terminal.output)")
        try terminal.type("\u{3}")
        _ = try await terminal.wait()
    }

    /// It is in the PATH of a build folder, and beside the others in libexec.
    @EventLoopActor @Test(.needs("setsid", package: "util-linux"))
    func theHotkeysProgramSaysWhatItIs() async throws {
        let session = try UtterSession()
        let program = URL(filePath: UtterSession.program).deletingLastPathComponent()
            .appending(path: "utter-hotkeys").path
        let terminal = try PseudoTerminal([program], environment: session.environment)
        #expect(try await terminal.wait() == .exited(64))
        #expect(terminal.output.contains("the daemon of utter starts this program"))
    }

    @EventLoopActor @Test func theJournalGetsPriorities() async throws {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + "[audio]\ndevice = \"hw:7\"\n")
        var status = stat()
        #expect(stat(session.log.path, &status) == 0)
        let daemon = try session.spawnDaemon(["JOURNAL_STREAM=\(status.st_dev):\(status.st_ino)"])
        try await session.wait(for: "the model") { $0.recognizer.state == .ready }
        daemon.send(signal: 15)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        #expect(session.log.text.contains("<4>cannot open the microphone"), "\(session.log.text)")
        #expect(!session.log.text.contains("Warning:"))
    }

    @EventLoopActor @Test func theLogIsTheJournals() async throws {
        let session = try UtterSession()
        let programs = try Programs(in: session)
        try programs.add("journalctl", "echo a line; exit 3")
        // An empty journal would say nothing to a daemon that was started otherwise.
        let none = try await session.run("log")
        #expect(none.status == .exited(1) && programs.calls.isEmpty)
        #expect(none.errors.contains("no systemd runs for you here"), "\(none.errors)")
        #expect(none.errors.contains("utter daemon"), "\(none.errors)")
        // Its manager has a folder there.
        try FileManager.default.createDirectory(
            at: session.runtime.appending(path: "systemd"), withIntermediateDirectories: true)
        let run = try await session.run("log", "--follow")
        #expect(run.status == .exited(3))
        #expect(run.output == "a line\n")
        #expect(
            programs.calls == [
                "journalctl --user --boot --no-pager --unit=utter.service --follow"
            ])
    }

    /// An error names what the user wrote, not a file.
    @EventLoopActor
    @Test(arguments: [
        (
            ["text", "try", "--language", "zz", "hello"],
            "Error: --language: there are no rules for “zz”"
        ),
        (
            ["text", "commands", "--language", "zz"],
            "Error: --language: there are no rules for “zz”"
        ),
        (["text", "language", "zz"], "Error: The language: there are no rules for “zz”"),
        (
            ["type", "--sink", "zz", "hello"],
            "Error: The value 'zz' is invalid for '--sink <sink>'"
        ),
        (
            ["transcribe", "--engine", "zz", "x"],
            "Error: The value 'zz' is invalid for '--engine <engine>'"
        ),
    ])
    func errorsNameTheOption(_ arguments: [String], _ words: String) async throws {
        let session = try UtterSession()
        let run = try await ProgramRun(
            session.command + arguments, environment: session.environment)
        #expect(run.status == .exited(64))
        #expect(run.errors.hasPrefix(words), "\(run.errors)")
    }

    /// What fish would offer. What the program itself lists, such as profiles, needs a command line that
    /// somebody types at.
    @EventLoopActor
    @Test(
        .needs("fish", package: "fish"),
        arguments: [
            ("utter type --sink ", "xtest"), ("utter transcribe --engine ", "vosk"),
            ("utter transcribe --format ", "srt"), ("utter type --line-breaks ", "shift-enter"),
            ("utter models available --language ", "de"), ("utter setup ", "microphone"),
        ])
    func fishCompletesValues(_ line: String, _ value: String) async throws {
        let session = try UtterSession()
        let script = session.directory.appending(path: "utter.fish")
        try await session.output("--generate-completion-script", "fish")
            .write(to: script, atomically: true, encoding: .utf8)
        let folder = URL(filePath: UtterSession.program).deletingLastPathComponent().path
        let run = try await ProgramRun(
            [
                "fish", "--no-config", "--command",
                "set -x PATH \(folder) $PATH; source \(script.path); complete --do-complete '\(line)'",
            ], environment: session.environment)
        let offered = run.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(offered.contains(value[...]), "\(run.output) \(run.errors)")
    }

    /// What the manual pages refer to is there.
    @EventLoopActor @Test func theManualsReferencesExist() throws {
        let program = URL(filePath: UtterSession.program)
        let folder = program.deletingLastPathComponent().appending(path: "../share/man")
            .standardizedFileURL
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        var count = 0
        for section in ["man1", "man5"] {
            let pages = folder.appending(path: section)
            for name in try FileManager.default.contentsOfDirectory(atPath: pages.path) {
                let text = try String(contentsOf: pages.appending(path: name), encoding: .utf8)
                for match in text.matches(of: /\n\.Xr (\S+) (\d)/) {
                    count += 1
                    let page = "man\(match.2)/\(match.1).\(match.2)"
                    #expect(
                        FileManager.default.fileExists(atPath: folder.appending(path: page).path),
                        "\(name) refers to \(match.1)(\(match.2))")
                }
            }
        }
        #expect(count > 40)
        let main = try String(
            contentsOf: folder.appending(path: "man1/utter.1"), encoding: .utf8)
        #expect(main.contains(".Xr utter.toml 5"))
        #expect(main.contains("\n.It Xr utter-toggle 1\nStart dictation, or stop it"))
    }
}
