import ControlProtocol
import Foundation
import LinuxRuntime
import Problems
import TestSupport
import Testing

/// Errors are reported with their name and their remedy, and with the right exit status.
@Suite(.runningLoop) struct BadInputTests {
    /// Runs a command that must fail in this way.
    @EventLoopActor
    private func expect(
        _ arguments: String..., in session: UtterSession, exit: Int32 = 1, says words: String...,
        input: String? = nil, line: Int = #line
    ) async throws {
        let run = try await ProgramRun(
            [UtterSession.program] + arguments, environment: session.environment, input: input)
        let place = SourceLocation(
            fileID: #fileID, filePath: #filePath, line: line, column: 1)
        #expect(run.status == .exited(exit), "\(run.errors)", sourceLocation: place)
        #expect(run.output == "", sourceLocation: place)
        for word in words {
            #expect(run.errors.contains(word), "\(run.errors)", sourceLocation: place)
        }
    }

    // MARK: No daemon, two daemons

    @EventLoopActor
    @Test(arguments: ["toggle", "start", "stop", "cancel", "status", "last", "retype"])
    func theDaemonIsNotRunning(_ command: String) async throws {
        let session = try UtterSession()
        try await expect(
            command, in: session, exit: 69, says: "not running", "systemctl --user start utter")
    }

    @EventLoopActor
    @Test func aSecondDaemonSaysWhoRuns() async throws {
        let session = try UtterSession()
        let daemon = try await session.startDaemon()
        try await expect("daemon", in: session, says: "another", "\(daemon.pid)")
        #expect(try await session.status().state == .idle)
    }

    @EventLoopActor
    @Test func theSocketsPathIsTooLong() async throws {
        let session = try UtterSession()
        let long = session.directory.appending(path: String(repeating: "long", count: 30))
        try FileManager.default.createDirectory(
            at: long, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        session.environment.append("XDG_RUNTIME_DIR=\(long.path)")
        session.environment.removeAll { $0 == "XDG_RUNTIME_DIR=\(session.directory.path)/run" }
        let socket = "\(long.path)/utter/control"
        try await expect("daemon", in: session, says: socket, "XDG_RUNTIME_DIR")
    }

    // MARK: Hotkeys

    @EventLoopActor
    @Test(arguments: [
        (
            "dictate = 'Rihgt Ctrl'", "2:11: [hotkey] dictate: no key is named “Rihgt Ctrl”",
            "Did you mean KEY_RIGHTCTRL?"
        ),
        ("dictate = 'Ctlr+F9'", "2:11: [hotkey] dictate: “Ctlr” isn't a modifier", "Ctrl?"),
        (
            "binding = [{ keys = 'KEY_RIGHTCTRL', mode = 'hold' }]",
            "2:21: [hotkey] binding[0].keys: “KEY_RIGHTCTRL” has another meaning already",
            "hotkey.dictate is RightCtrl"
        ),
        ("dictate = 'F9'\ncancel = 'F9'", "3:10: [hotkey] cancel: “F9” has another", "Choose"),
    ])
    func aWrongHotkeyIsToldWithItsPlace(
        _ lines: String, _ place: String, _ remedy: String
    ) async throws {
        let session = try UtterSession(configuration: "[hotkey]\n\(lines)\n")
        for command in [["config", "check"], ["daemon"]] {
            let run = try await ProgramRun(
                [UtterSession.program] + command, environment: session.environment)
            #expect(run.status == .exited(78))
            #expect(run.errors.contains(place), "\(run.errors)")
            #expect(run.errors.contains(remedy), "\(run.errors)")
        }
    }

    // MARK: Usage and configuration

    /// Errors visible in the file itself, and those that only parts detect.
    @EventLoopActor @Test func allMistakesAreToldAtOnce() async throws {
        let session = try UtterSession(
            configuration: """
                [recognizer]
                language = "fr"
                [output]
                sinks = ["xtst", "xtest", "uinptu"]
                [audio]
                devise = "pulse"
                [hotkey]
                dictate = "Ctlr+F9"
                [[profile]]
                name = "mail"
                """)
        let run = try await session.run("config", "check")
        #expect(run.status == .exited(78))
        let places = run.errors.split(separator: "\n").compactMap { line in
            line.split(separator: "config.toml:").dropFirst().first.map { $0.prefix { $0 != " " } }
        }
        #expect(places == ["2:12:", "4:10:", "4:27:", "6:1:", "8:11:"], "\(run.errors)")
    }

    @EventLoopActor
    @Test(arguments: [["dictate"], ["last", "0"], ["type"], ["transcribe"], ["--no-such-option"]])
    func wrongUsageIsToldAsSuch(_ arguments: [String]) async throws {
        let session = try UtterSession()
        let run = try await ProgramRun(
            [UtterSession.program] + arguments, environment: session.environment)
        #expect(run.status == .exited(64))
        #expect(run.errors.contains("Usage:"))
    }

    @EventLoopActor
    @Test(arguments: [
        ("[audio]\ndevcie = \"pulse\"\n", "config.toml:2:1: [audio] devcie", "device"),
        ("[audio]\ndevice = 7\n", "config.toml:2:10: [audio] device", "string"),
        ("[history]\nkeep = -1\n", "config.toml:2:8: [history] keep", "1000"),
        ("[audio\n", "config.toml:1", "]"),
    ])
    func mistakesInTheConfigurationHavePlaces(
        _ text: String, _ place: String, _ reason: String
    ) async throws {
        let session = try UtterSession(configuration: text)
        for command in [["daemon"], ["config", "check"], ["type", "x"]] {
            let run = try await ProgramRun(
                [UtterSession.program] + command, environment: session.environment)
            #expect(run.status == .exited(78))
            #expect(run.errors.contains(place), "\(run.errors)")
            #expect(run.errors.contains(reason), "\(run.errors)")
        }
    }

    @EventLoopActor
    @Test func aConfigurationThatCannotBeReadIsNamed() async throws {
        let session = try UtterSession()
        let folder = session.directory.path
        try await expect("config", "check", folder, in: session, exit: 78, says: folder)
        let missing = "/no/such.toml"
        try await expect("config", "check", missing, in: session, exit: 78, says: missing)
    }

    @EventLoopActor
    @Test(arguments: [
        ("[recognizer]\nengine = \"whisper\"\n", "whisper", "pocketsphinx"),
        ("[output]\nsinks = [\"telepathy\"]\n", "telepathy", "xtest"),
        ("[hotkey]\ndictate = \"KEY_RIGHTCTLR\"\n", "KEY_RIGHTCTLR", "KEY_RIGHTCTRL"),
        ("[recognizer.pocketsphinx.options]\nmaxhmmfp = 3000\n", "maxhmmfp", "maxhmmpf"),
        ("[recognizer.vosk]\nmodel = \"../de\"\n", "2:9: [recognizer.vosk] model", "utter models"),
        (
            "[recognizer.server]\nurl = \"http://speech.example\"\n",
            "2:7: [recognizer.server] url", "Use https://"
        ),
        ("[output]\nlayout = \"de(\"\n", "config.toml:2:10: [output] layout", "us(intl)"),
        ("[output]\nlayout = \"de(nosuch)\"\n", "“de(nosuch)”", "setxkbmap"),
        (
            "[output]\nsinks = [\"xtest\"]\nlayout = \"xx\"\n",
            "config.toml:3:10: [output] layout", "xkeyboard-config(7)"
        ),
    ])
    func namesThatNoPartBearsAreToldWithTheRightOnes(
        _ text: String, _ wrong: String, _ right: String
    ) async throws {
        let session = try UtterSession(configuration: text)
        let run = try await session.run("config", "check")
        #expect(run.status == .exited(1) || run.status == .exited(78))
        #expect(run.errors.contains(wrong) && run.errors.contains(right), "\(run.errors)")
    }

    // MARK: Display, microphone, model

    @EventLoopActor
    @Test func typingNeedsADisplay() async throws {
        let session = try UtterSession()
        try await expect("type", "words", in: session, says: "DISPLAY")
        // No server has this number: its TCP port would be above 65,535.
        session.environment.append("DISPLAY=:60000")
        try await expect("type", "words", in: session, says: ":60000")
    }

    /// Whatever is missing: `--explain` reports it, and doesn't fail itself.
    @EventLoopActor
    @Test func explainingNeedsNoSink() async throws {
        let session = try UtterSession()
        let run = try await session.run("type", "--explain", "--sink", "xtest", "words")
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.output.contains("xtest: not available:") && run.output.contains("DISPLAY"))
        #expect(run.output.hasSuffix("Nothing would be typed: no sink is available.\n"))
        try await expect(
            "type", "--explain", "--sink", "telepathy", "x", in: session, exit: 64,
            says: "telepathy", "xtest")
    }

    @EventLoopActor @Test(.needs("pulseaudio", package: "pulseaudio"))
    func aMicrophoneThatIsNotThereIsNamedWithThoseThatAre() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            sound: sound,
            configuration: UtterSession.withoutHotkey + "[audio]\ndevice = \"hw:7,7\"\n")
        try await expect("listen", in: session, says: "hw:7,7", "Choose one of")
        let daemon = try await session.startDaemon()
        try await session.output("start")
        let report = try await session.wait(for: "the failure") { $0.notice != nil }
        #expect(report.notice?.message.contains("hw:7,7") == true)
        #expect(daemon.status == nil)
    }

    @EventLoopActor
    @Test func aModelThatIsNotThereIsNamedWithItsPackage() async throws {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey
                + "[recognizer.pocketsphinx]\nmodel = \"/no/such/model\"\n")
        try await expect(
            "transcribe", DictationTests.speech, in: session, says: "/no/such/model",
            "pocketsphinx-en-us")
        let daemon = try session.spawnDaemon()
        let report = try await session.wait(for: "the failure") { $0.recognizer.state == .failed }
        #expect(report.recognizer.problem?.remedy.contains("pocketsphinx-en-us") == true)
        #expect(daemon.status == nil)
    }

    // MARK: Recordings

    @EventLoopActor
    @Test func recordingsThatCannotBeReadAreToldWithWhatToDo() async throws {
        let session = try UtterSession()
        let good = [UInt8](try Data(contentsOf: URL(filePath: DictationTests.speech)))
        func file(_ name: String, _ bytes: [UInt8]) throws -> String {
            let file = session.directory.appending(path: name)
            try Data(bytes).write(to: file)
            return file.path
        }
        var rate = good
        rate.replaceSubrange(24..<28, with: [100, 0, 0, 0])
        let slow = try file("100.wav", rate)
        try await expect("transcribe", slow, in: session, says: slow, "100 samples", "ffmpeg")
        let empty = try file("empty.wav", [])
        try await expect("transcribe", empty, in: session, says: empty, "empty")
        let head = try file("head.wav", Array(good.prefix(44)))
        try await expect("transcribe", head, in: session, says: head, "no sound", "Record or copy")
        let text = try file("text.wav", Array("not a recording at all".utf8))
        try await expect(
            "transcribe", text, in: session, says: text, "isn't a sound file", "ffmpeg")
        let folder = session.directory.path
        try await expect("transcribe", folder, in: session, says: folder, "it is a folder")
        try await expect("transcribe", "/no/such.wav", in: session, says: "/no/such.wav")
        let odd = try file("odd", [1, 2, 3])
        try await expect("transcribe", "-", in: session, says: "16-bit", input: odd)
    }
}
