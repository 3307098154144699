import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter setup` for a user in a terminal, with a real sound server and recorded speech.
@Suite(
    .runningLoop, .serialized, .needs("pulseaudio", package: "pulseaudio"),
    .needs("setsid", package: "util-linux"),
    .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
struct SetupTests {
    private static let configuration = """
        # Mine.
        [hotkey]
        enabled = false  # for the test
        [audio]
        device = "pulse"  # the only one

        """

    @EventLoopActor
    private func terminal(
        _ session: UtterSession, _ arguments: String...
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            session.command + ["setup"] + arguments, environment: session.environment)
    }

    @EventLoopActor @Test func theBarFollowsTheVoice() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(sound: sound, configuration: Self.configuration)
        let terminal = try terminal(session, "microphone")
        try await terminal.wait(for: "(Monitor of Null Output)” is open. Say a sentence")
        #expect(!terminal.isAsUsual)
        try await sound.play(DictationTests.speech)
        try await terminal.wait(for: "✓ You are heard.")
        #expect(try await terminal.wait() == .exited(0))
        #expect(terminal.isAsUsual)
        let bars = Set(terminal.output.split(separator: "\r").filter { $0.contains("[█") })
        #expect(bars.count > 5, "\(terminal.output)")
    }

    @EventLoopActor @Test func aMutedMicrophoneIsToldAndUnmuted() async throws {
        let sound = try await PulseServer.start()
        try await sound.control("set-source-mute", "@DEFAULT_SOURCE@", "1")
        let session = try UtterSession(sound: sound, configuration: Self.configuration)
        let terminal = try terminal(session, "microphone")
        try await terminal.wait(for: "(Monitor of Null Output)” gives nothing at all")
        try await terminal.wait(for: "The sound server has it muted.")
        try await terminal.wait(for: "pactl set-source-mute @DEFAULT_SOURCE@ 0\r\n  Run it? [y/n]")
        #expect(terminal.isAsUsual)
        try terminal.type("y\n")
        try await terminal.wait(for: "(Monitor of Null Output)” is open. Say a sentence")
        try await sound.play(DictationTests.speech)
        try await terminal.wait(for: "✓ You are heard.")
        #expect(try await terminal.wait() == .exited(0))
    }

    /// The microphone that is tried instead is written into the file, beside the user's comments.
    @EventLoopActor @Test func anotherMicrophoneIsChosenAndKept() async throws {
        let sound = try await PulseServer.start()
        _ = try await sound.addSink("other")
        // The sound server's own monitors aren't offered, so this is a separate source.
        try await sound.control(
            "load-module", "module-remap-source", "master=other.monitor", "source_name=usual")
        let other = "pulse:usual"
        let session = try UtterSession(sound: sound, configuration: Self.configuration)
        let terminal = try terminal(session, "microphone")
        try await terminal.wait(for: "(Monitor of Null Output)” gives nothing at all")
        // As the user knows it.
        try await terminal.wait(for: "  System default (Monitor of ")
        try await terminal.wait(for: "Which one? [Enter = change nothing")
        let lines = terminal.output.split(whereSeparator: \.isNewline)
        let number = try #require(
            lines.last { $0.hasSuffix("  \(other)") }?
                .split(separator: " ").first)
        try terminal.type("99\n")
        try await terminal.wait(for: "Which one? [Enter = change nothing")
        try terminal.type("\(number)\n")
        try await terminal.wait(for: "“Remapped Monitor of Null Output” is open. Say a sentence")
        try await sound.play(DictationTests.speech, into: "other")
        try await terminal.wait(for: "✓ You are heard.")
        #expect(try await terminal.wait() == .exited(0), "\(terminal.output)")
        let text = try String(contentsOf: session.configurationFile, encoding: .utf8)
        #expect(text == Self.configuration.replacing("\"pulse\"", with: "\"\(other)\""))
    }

    /// Its names “default”, “pulse” and “pulse:usual” are one choice.
    @EventLoopActor @Test func theDefaultMicrophoneIsListedOnce() async throws {
        let sound = try await PulseServer.start()
        for (name, title) in [("usual", "Headset"), ("rare", "Webcam")] {
            try await sound.control(
                "load-module", "module-remap-source", "master=speaker.monitor",
                "source_name=\(name)", "source_properties=device.description=\(title)")
        }
        try await sound.control("set-default-source", "usual")
        let session = try UtterSession(sound: sound, configuration: Self.configuration)
        let terminal = try terminal(session, "microphone")
        try await terminal.wait(for: "Which one? [Enter = change nothing")
        let list = terminal.output.components(separatedBy: "There are:").last ?? ""
        #expect(list.contains("  1  System default (Headset)  default\r\n"), "\(list)")
        #expect(list.contains("  2  Webcam  pulse:rare\r\n"), "\(list)")
        #expect(list.components(separatedBy: "Headset").count == 2, "\(list)")
        try terminal.type("\u{3}")
        _ = try await terminal.wait()
    }

    @EventLoopActor
    @Test(.needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"))
    func aSentenceIsDictatedAndTypedBack() async throws {
        let scene = try await SpokenScene(Self.configuration)
        let (session, sound) = (scene.session, scene.sound)
        // The test's terminal has no window: the text is typed into this one.
        let window = try await XWindow(.xterm, on: scene.display)
        let terminal = try terminal(session, "typing")
        try await terminal.wait(for: "so please start the meeting without me.")
        try await terminal.wait(for: "Read it aloud, then be silent")
        try await sound.play(DictationTests.speech)
        try await terminal.wait(for: "Heard: ")
        // Another sentence was said, and the engine is PocketSphinx.
        try await terminal.wait(for: "✗ Bad: ")
        try await terminal.wait(
            for: "The built-in engine gets about half of ordinary speech wrong.")
        try await terminal.wait(for: "The next better model: utter models install ")
        try await terminal.wait(for: "Keep this window in front. [y/n]")
        #expect(!terminal.output.contains("utter models available"), "\(terminal.output)")
        let text = terminal.output.split(whereSeparator: \.isNewline)
            .last { $0.contains("Heard: ") }?.components(separatedBy: "Heard: ").last
        let said = try #require(text)
        #expect(DictationTests.share(of: DictationTests.words, in: said) > 0.5, "\(said)")
        try terminal.type("y\n")
        try await window.waitForText(said)
        try await terminal.wait(for: "✗ Nothing arrived here: another window has the focus")
        #expect(try await terminal.wait() == .exited(1))
        #expect(terminal.isAsUsual)
    }

    /// Who reads the sentence before saying it is waited for.
    @EventLoopActor @Test func theSentenceMayBeginLate() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(sound: sound, configuration: Self.configuration)
        let speech = WaveBytes.samples(
            of: [UInt8](try Data(contentsOf: URL(filePath: DictationTests.speech))))
        let late = try TemporaryFile()
        try Data(WaveBytes(samples: [Int16](repeating: 0, count: 4 * 16_000) + speech).bytes)
            .write(to: URL(filePath: late.path))
        let terminal = try terminal(session, "typing")
        try await terminal.wait(for: "Read it aloud, then be silent")
        try await sound.play(late.path)
        let end = try await terminal.wait(forAnyOf: ["Heard: ", "No speech detected"])
        #expect(end == "Heard: ", "\(terminal.output)")
        try await terminal.wait(for: "[y/n]")
        try terminal.type("n\n")
        #expect(try await terminal.wait() == .exited(0))
    }

    /// There is none to read in a language that has no rules either: the recogniser is a program.
    @EventLoopActor @Test func withoutASentenceNothingIsJudged() async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            sound: sound,
            configuration: Self.configuration + """
                [recognizer]
                engine = "command"
                language = "tlh"
                [recognizer.command]
                command = ["printf", "qapla"]

                """)
        let terminal = try terminal(session, "typing")
        try await terminal.wait(for: "Say a sentence, then be silent")
        try await sound.play(DictationTests.speech)
        try await terminal.wait(for: "Heard: ")
        try await terminal.wait(for: "Only you know whether that is what you said.")
        try await terminal.wait(for: "[y/n]")
        try terminal.type("n\n")
        #expect(try await terminal.wait() == .exited(0), "\(terminal.output)")
        #expect(!terminal.output.contains("✓"))
    }

    /// In its own window, everything arrives.
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("xdotool", package: "xdotool"), .needs("script", package: "bsdutils"))
    func whatIsTypedIsReadBackInItsOwnWindow() async throws {
        let scene = try await SpokenScene(Self.configuration)
        let (session, sound) = (scene.session, scene.sound)
        // Keeps the output; the answers come from the user's keyboard.
        let shown = session.directory.appending(path: "shown")
        let xterm = try ChildProcess(
            [
                "setpriv", "--pdeathsig", "KILL", "xterm", "-u8", "-e", "script", "--quiet",
                "--flush", "--command",
                (session.command + ["setup", "typing"]).joined(separator: " "), shown.path,
            ],
            environment: session.environment
        ) { _ in }
        defer { xterm.send(signal: SIGTERM) }
        func wait(for words: String) async throws {
            try await waitUntil(words) {
                (try? String(contentsOf: shown, encoding: .utf8))?.contains(words) == true
            }
        }
        try await wait(for: "Read it aloud, then be silent")
        let focus = try await ProgramRun(
            [
                "timeout", "180", "xdotool", "search", "--sync", "--onlyvisible", "--class",
                "XTerm",
                "windowfocus", "--sync",
            ], environment: session.environment)
        try #require(focus.status == .exited(0), "\(focus.errors)")
        try await sound.play(DictationTests.speech)
        try await wait(for: "Keep this window in front. [y/n]")
        let run = try await ProgramRun(
            ["xdotool", "type", "--delay", "40", "y\n"], environment: session.environment)
        try #require(run.status == .exited(0), "\(run.errors)")
        try await wait(for: "✓ It was typed, and arrived as it should.")
    }

    /// Ctrl-C in each state of the terminal.
    @EventLoopActor
    @Test(arguments: [
        ("microphone", "” is open. Say"), ("microphone", "Which one? [Enter = change nothing"),
        ("typing", "Read it aloud, then be silent"),
    ])
    func controlCRestoresTheTerminal(_ step: String, _ words: String) async throws {
        let sound = try await PulseServer.start()
        try await sound.control(
            "load-module", "module-remap-source", "master=speaker.monitor", "source_name=other")
        let session = try UtterSession(sound: sound, configuration: Self.configuration)
        let terminal = try terminal(session, step)
        try await terminal.wait(for: words)
        try terminal.type("\u{3}")
        #expect(try await terminal.wait() == .exited(130), "\(terminal.output)")
        #expect(terminal.isAsUsual)
    }

    @EventLoopActor @Test func withoutATerminalItAsksForYes() async throws {
        let run = try await UtterSession().run("setup")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("standard input is not a terminal"), "\(run.errors)")
        #expect(run.errors.contains("with --yes"))
    }
}
