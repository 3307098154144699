import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// What is kept of dictations, in a session whose recogniser is a program that always says the
/// same.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"))
struct HistoryTests {
    @EventLoopActor
    fileprivate final class Stage {
        let display: XServer
        let sound: PulseServer
        let session: UtterSession
        let window: XWindow
        let voice: TemporaryFile
        var daemon: ChildProcess?

        init(
            _ history: String, inMemory: Bool = true, engine: String = "command",
            command: [String] = [UtterSession.program]
        ) async throws {
            display = try await XServer()
            sound = try await PulseServer.start()
            voice = try TemporaryFile()
            session = try UtterSession(
                display: display, sound: sound,
                configuration: """
                    [hotkey]
                    enabled = false
                    [audio]
                    device = "pulse"
                    [recognizer]
                    engine = "\(engine)"
                    command = ["echo", "hello period"]
                    [overlay]
                    enabled = false
                    [history]
                    \(history)
                    """, command: command, inMemory: inMemory)
            window = try await XWindow(.xterm, on: display)
            let run = try await ProgramRun(
                ["flite", "-voice", "slt", "-t", "hello there my friend", "-o", voice.path],
                environment: ["PATH=/usr/bin:/bin"])
            try #require(run.status == .exited(0), "\(run.errors)")
        }

        func start() async throws {
            daemon = try await session.startDaemon()
        }

        func stop() async throws {
            daemon?.send(signal: SIGTERM)
            try await waitUntil("the daemon ends") { daemon?.status != nil }
            #expect(daemon?.status == .exited(0))
        }

        func dictate() async throws -> StatusReport {
            try await session.output("start")
            try await session.wait(for: "the microphone") { $0.hearing }
            try await sound.play(voice.path)
            try await session.output("stop")
            return try await session.wait(for: "the end") { $0.state == .idle }
        }

        var file: String {
            session.directory.appending(path: ".local/state/utter/history.jsonl").path
        }

        /// How often the log says something.
        func count(_ words: String) -> Int {
            session.log.text.components(separatedBy: words).count - 1
        }
    }

    @EventLoopActor @Test func theHistoryOutlivesTheDaemon() async throws {
        let stage = try await Stage("disk = true")
        try await stage.start()
        _ = try await stage.dictate()
        try await stage.window.waitForText("Hello.")
        #expect(try await stage.session.output("last", "--raw") == "hello period")
        try await stage.stop()
        // Without a daemon.
        #expect(try await stage.session.output("last") == "Hello.")
        let list = try await stage.session.output("history")
        #expect(list.hasPrefix("1\t20") && list.hasSuffix("\t  Hello."), "\(list)")
        try await stage.start()
        #expect(try await stage.session.output("last") == "Hello.")
        try await stage.session.output("retype")
        try await stage.window.waitForText("Hello.Hello.")
        _ = try await stage.dictate()
        let lines = try await stage.session.output("history", "list", "--json")
        #expect(lines.split(separator: "\n").count == 2 && lines.contains("\"number\":2"))

        try await stage.session.output("history", "clear")
        #expect(try await stage.session.output("last") == "")
        #expect(access(stage.file, F_OK) != 0)
        try await stage.stop()
        let run = try await stage.session.run("last")
        #expect(run.status == .exited(0) && run.output == "")
        // What was written without the daemon's knowing is removed without it.
        try #require(mkdir((stage.file as NSString).deletingLastPathComponent, 0o700) == 0
            || errno == EEXIST)
        try "{}\n".write(toFile: stage.file, atomically: true, encoding: .utf8)
        try await stage.session.output("history", "clear")
        #expect(access(stage.file, F_OK) != 0)
    }

    @EventLoopActor @Test func nothingIsWrittenUnlessThePersonWants() async throws {
        let stage = try await Stage("")
        try await stage.start()
        _ = try await stage.dictate()
        #expect(access(stage.file, F_OK) != 0)
        #expect(Folder.names(in: stage.session.runtime.appending(path: "utter").path) == [
            "control", "control.lock",
        ])
        try await stage.stop()
        #expect(try await stage.session.run("last").status == .exited(69))
    }

    @EventLoopActor @Test func allOfItCanBeSwitchedOff() async throws {
        let stage = try await Stage("keep = 0\ndisk = true")
        try await stage.start()
        try await stage.session.output("start")
        try await stage.session.wait(for: "the microphone") { $0.hearing }
        try await stage.sound.play(stage.voice.path)
        let directory = stage.session.runtime.appending(path: "utter").path
        #expect(Folder.names(in: directory) == ["control", "control.lock"])
        try await stage.session.output("stop")
        try await stage.window.waitForText("Hello.")
        try await stage.session.wait(for: "the end") { $0.state == .idle }
        #expect(try await stage.session.output("last") == "")
        #expect(access(stage.file, F_OK) != 0)
        #expect(try await stage.session.run("copy").errors.contains("nothing to copy"))
    }

    // MARK: No room, no permission

    /// A file-size limit stands for a full disk: both fail in the same place.
    @EventLoopActor
    @Test(
        .needs("prlimit", package: "util-linux"),
        .needs("/usr/share/pocketsphinx/model/en-us/en-us/mdef", package: "pocketsphinx-en-us"))
    func withoutRoomDictationGoesOn() async throws {
        let stage = try await Stage(
            "disk = true", engine: "pocketsphinx",
            command: ["prlimit", "--fsize=12000", UtterSession.program])
        // No room for another line, and much less for the sound.
        let directory = (stage.file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let line = "{\"text\":\"\(String(repeating: "x", count: 11_900))\",\"time\":1,"
            + "\"utterances\":[\"x\"]}\n"
        try line.write(toFile: stage.file, atomically: true, encoding: .utf8)
        try await stage.start()
        for _ in 1...2 { _ = try await stage.dictate() }
        #expect(stage.window.text != "")
        #expect(try await stage.session.output("last") != "")
        #expect(stage.count("the history is kept in memory only") == 1, "\(stage.session.log.text)")
        #expect(stage.count("the sound of dictations is not kept") == 1)
        try await stage.stop()
        #expect(try String(contentsOfFile: stage.file, encoding: .utf8) == line)
    }

    @EventLoopActor @Test func aStateDirectoryThatCannotBeWrittenIsToldOnce() async throws {
        let stage = try await Stage("disk = true", inMemory: false)
        // Also root cannot make directories there.
        stage.session.environment.append("XDG_STATE_HOME=/proc/self")
        try await stage.start()
        for _ in 1...2 { _ = try await stage.dictate() }
        try await stage.window.waitForText("Hello. Hello.")
        #expect(stage.count("/proc/self/utter/history.jsonl") == 1, "\(stage.session.log.text)")
        // The runtime directory is on a disk here, where no sound may go.
        #expect(stage.count("is not in memory") == 1)
        #expect(try await stage.session.output("last", "2").contains("Hello.\n"))
    }

    // MARK: utter copy

    @EventLoopActor @Test(.needs("xclip", package: "xclip"))
    func theLastTextIsCopied() async throws {
        let stage = try await Stage("disk = true")
        try await stage.start()
        _ = try await stage.dictate()
        try await stage.stop()
        // The clipboard outlives the command, and needs no daemon.
        try await stage.session.output("copy")
        for _ in 1...2 { #expect(try await stage.clipboard() == "Hello.") }
        try await stage.session.output("copy", "--raw")
        #expect(try await stage.clipboard() == "hello period")
        try await stage.display.run(
            "bash", "-c", "printf other | xclip -i -selection clipboard")
        #expect(try await stage.clipboard() == "other")
        // Whoever served the copies has gone.
        try await waitUntil("nobody serves") { !Self.isServed }
        stage.session.environment.removeAll { $0.hasPrefix("DISPLAY=") }
        let run = try await stage.session.run("copy")
        #expect(run.status == .exited(1) && run.errors.contains("DISPLAY"), "\(run.errors)")
    }

    /// Whether a process of the program under test serves the clipboard.
    @EventLoopActor private static var isServed: Bool {
        let program = UtterSession.program
        return Folder.names(in: "/proc").contains { name in
            guard Int(name) != nil, let arguments = FileManager.default.contents(
                atPath: "/proc/\(name)/cmdline") else { return false }
            let words = arguments.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return words.count == 3 && words[1...] == ["copy", "--serve"]
                && words[0] == program
        }
    }
}

extension HistoryTests.Stage {
    fileprivate func clipboard() async throws -> String {
        try await ProgramRun(
            ["timeout", "10", "xclip", "-o", "-selection", "clipboard"],
            environment: display.environment
        ).output
    }
}

/// `utter copy` in a session of Wayland.
@Suite(
    .runningLoop, .needs("sway", package: "sway"), .needs("wl-paste", package: "wl-clipboard"))
struct WaylandCopyTests {
    @EventLoopActor @Test func theLastTextIsCopied() async throws {
        let sway = try await SwayServer.start()
        let session = try UtterSession(
            configuration: "[hotkey]\nenabled = false\n[history]\ndisk = true\n")
        session.environment.removeAll { $0.hasPrefix("XDG_RUNTIME_DIR=") }
        session.environment += sway.environment.filter {
            $0.hasPrefix("XDG_RUNTIME_DIR=") || $0.hasPrefix("WAYLAND_DISPLAY=")
        }
        let state = session.directory.appending(path: ".local/state/utter")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        try "{\"text\":\"Grüße, 👋\",\"time\":1,\"utterances\":[\"x\"]}\n".write(
            to: state.appending(path: "history.jsonl"), atomically: true, encoding: .utf8)
        try await session.output("copy")
        let pasted = try await sway.run(["wl-paste", "--no-newline"])
        #expect(pasted.output == "Grüße, 👋", "\(pasted.errors)")
        let copied = try await sway.run(["bash", "-c", "printf other | wl-copy"])
        #expect(copied.status == .exited(0))
        #expect(try await sway.run(["wl-paste", "--no-newline"]).output == "other")
    }
}
