import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// What is kept of dictations.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"))
struct HistoryTests {
    @EventLoopActor @Test func theHistoryOutlivesTheDaemon() async throws {
        let stage = try await HistoryStage("disk = true")
        try await stage.start()
        try await stage.dictate()
        try await stage.window.waitForText("Hello.")
        #expect(try await stage.session.output("last", "--raw") == "hello period")
        try await stage.stop()
        // Without a daemon.
        #expect(try await stage.session.output("last") == "Hello.")
        let list = try await stage.session.output("history")
        #expect(list.hasPrefix("1\t20") && list.hasSuffix("\t   Hello."), "\(list)")
        try await stage.start()
        #expect(try await stage.session.output("last") == "Hello.")
        try await stage.session.output("retype")
        try await stage.window.waitForText("Hello.Hello.")
        try await stage.dictate()
        let lines = try await stage.session.output("history", "list", "--json")
        #expect(lines.split(separator: "\n").count == 2 && lines.contains("\"number\":2"))

        let cleared = try await stage.session.run("history", "clear")
        #expect(cleared.status == .exited(0))
        #expect(cleared.errors == "All dictations are forgotten, in memory and on disk.\n")
        #expect(try await stage.session.output("last") == "")
        #expect(access(stage.file, F_OK) != 0)
        try await stage.stop()
        let run = try await stage.session.run("last")
        #expect(run.status == .exited(0) && run.output == "")
        #expect(run.errors == "No dictation is kept.\n")
        // A file written without the daemon is removed without it.
        try #require(
            mkdir((stage.file as NSString).deletingLastPathComponent, 0o700) == 0
                || errno == EEXIST)
        try "{}\n".write(toFile: stage.file, atomically: true, encoding: .utf8)
        try await stage.session.output("history", "clear")
        #expect(access(stage.file, F_OK) != 0)
    }

    /// It would be an empty line.
    @EventLoopActor @Test func aCommandWithoutTextIsInTheHistoryByItsWords() async throws {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + "[history]\ndisk = true\n")
        let folder = session.directory.appending(path: ".local/state/utter")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try """
        {"text":"Hello.","time":1795000000,"utterances":["hello period"]}
        {"text":"","time":1795000005,"utterances":["scratch that"]}

        """.write(
            to: folder.appending(path: "history.jsonl"), atomically: true, encoding: .utf8)
        let lines = try await session.output("history").split(separator: "\n")
        #expect(
            lines.map { $0.split(separator: "\t").last } == ["   Hello.", "   “scratch that”"],
            "\(lines)")
    }

    /// The speaker is the microphone: what is played is dictated.
    @EventLoopActor @Test func aRecordingCanBeHeardAndSaved() async throws {
        let stage = try await HistoryStage("")
        try await stage.start()
        try await stage.dictate()
        let list = try await stage.session.output("history")
        #expect(list.hasSuffix("\t ♪ Hello."), "\(list)")
        try await stage.session.beginDictation()
        let played = try await stage.session.run("history", "play")
        #expect(played.status == .exited(0), "\(played.errors)")
        try await stage.session.endDictation()
        var loud: [Int] = []
        for number in ["1", "2"] {
            let file = stage.session.directory.appending(path: "\(number).wav")
            try await stage.session.output("history", "save", number, file.path)
            var status = stat()
            #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            let samples = try Data(contentsOf: file).dropFirst(44).withUnsafeBytes {
                Array($0.bindMemory(to: Int16.self))
            }
            loud.append(samples.count { abs(Int32($0)) > 1000 })
        }
        #expect(loud[0] > 5000 && abs(loud[1] - loud[0]) < loud[0] / 4, "\(loud)")
        try await stage.session.output("retry", "1")
        let deadline = Deadline(.seconds(60))
        while try await stage.session.output("history").split(separator: "\n").count < 3 {
            try #require(deadline.remaining > .zero)
            try await EventLoop.shared.sleep(for: .milliseconds(50))
        }
        let missing = try await stage.session.run("history", "play", "9")
        #expect(missing.status == .exited(1))
        #expect(
            missing.errors.contains(
                "there is no recording of dictation 9: there is no dictation with this number"),
            "\(missing.errors)")
        try await stage.stop()
    }

    @EventLoopActor @Test func nothingIsWrittenUnlessTheUserWants() async throws {
        let stage = try await HistoryStage("")
        try await stage.start()
        try await stage.dictate()
        #expect(access(stage.file, F_OK) != 0)
        // In memory, the sound of the last dictation.
        let directory = stage.session.runtime.appending(path: "utter").path
        let names = Folder.names(in: directory)
        #expect(names.filter { !$0.hasPrefix("kept.") } == ["control", "control.lock"])
        #expect(names.count == 3)
        try await stage.stop()
        #expect(access(directory, F_OK) != 0)
        #expect(try await stage.session.run("last").status == .exited(69))
    }

    @EventLoopActor @Test func allOfItCanBeSwitchedOff() async throws {
        let stage = try await HistoryStage("keep = 0\ndisk = true")
        try await stage.start()
        try await stage.session.beginDictation()
        try await stage.scene.sound.play(stage.voice.path)
        let directory = stage.session.runtime.appending(path: "utter").path
        #expect(Folder.names(in: directory) == ["control", "control.lock"])
        try await stage.session.endDictation()
        try await stage.window.waitForText("Hello.")
        #expect(try await stage.session.output("last") == "")
        #expect(access(stage.file, F_OK) != 0)
        #expect(try await stage.session.run("copy").errors.contains("nothing to copy"))
    }

    // MARK: No room, no permission

    /// A file size limit simulates a full disk: both fail in the same place.
    @EventLoopActor
    @Test(
        .needs("prlimit", package: "util-linux"),
        .needs("/usr/share/pocketsphinx/model/en-us/en-us/mdef", package: "pocketsphinx-en-us"))
    func withoutRoomDictationGoesOn() async throws {
        let stage = try await HistoryStage(
            "disk = true", engine: "pocketsphinx",
            command: ["prlimit", "--fsize=12000", UtterSession.program])
        // No room for another line, and even less for the sound.
        let directory = (stage.file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let line =
            "{\"text\":\"\(String(repeating: "x", count: 11_900))\",\"time\":1,"
            + "\"utterances\":[\"x\"]}\n"
        try line.write(toFile: stage.file, atomically: true, encoding: .utf8)
        try await stage.start()
        for _ in 1...2 { try await stage.dictate() }
        #expect(stage.window.text != "")
        #expect(try await stage.session.output("last") != "")
        #expect(stage.count("the history is kept in memory only") == 1, "\(stage.session.log.text)")
        #expect(stage.count("the sound of dictations is not kept") == 1)
        try await stage.stop()
        #expect(try String(contentsOfFile: stage.file, encoding: .utf8) == line)
    }

    @EventLoopActor @Test func aStateDirectoryThatCannotBeWrittenIsToldOnce() async throws {
        let stage = try await HistoryStage("disk = true", inMemory: false)
        // Even root cannot make directories there.
        stage.session.environment.append("XDG_STATE_HOME=/proc/self")
        try await stage.start()
        for _ in 1...2 { try await stage.dictate() }
        try await stage.window.waitForText("Hello. Hello.")
        #expect(stage.count("/proc/self/utter/history.jsonl") == 1, "\(stage.session.log.text)")
        // Here the runtime directory is on a disk, where no sound may be written.
        #expect(stage.count("is not in memory") == 1)
        #expect(try await stage.session.output("last", "2").contains("Hello.\n"))
    }
}
