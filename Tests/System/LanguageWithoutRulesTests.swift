import ControlProtocol
import LinuxRuntime
import TestSupport
import Testing

/// A language without rules for its text, through the daemon.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"))
struct LanguageWithoutRulesTests {
    @EventLoopActor
    @Test(
        .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
        .needs(XWindow.pythonGI, package: "python3-gi"))
    func theUsersWordsApplyAndTheLogSaysWhatDoesNot() async throws {
        let display = try await XServer()
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            display: display, sound: sound,
            configuration: WindowProfileTests.configuration(
                "siobhan e jason um comma venti newton mio indirizzo",
                #"""
                language = "it"
                [text.words]
                Siobhan = ""
                [text.snippets]
                "mio indirizzo" = "Via Roma 1"
                [[text.replace]]
                say = "jason"
                write = "JSON"
                [[text.replace]]
                pattern = '(\w+) newton'
                write = "$1 Nm"
                """#))
        let window = try await XWindow(.textView, on: display)
        let daemon = try await session.startDaemon()
        try await session.dictate(try WindowProfileTests.tone(session), from: sound)
        try await window.waitForText("Siobhan e JSON um comma venti Nm Via Roma 1 ")
        #expect(session.log.text.contains("There are no rules for text in “it”"))
        #expect(daemon.status == nil)
    }

    /// The card says it when the daemon starts.
    @EventLoopActor @Test(.needs("xdotool", package: "xdotool"))
    func theCardSaysIt() async throws {
        let display = try await XServer()
        let session = try UtterSession(
            display: display,
            configuration: UtterSession.withoutHotkey + """
                [recognizer]
                engine = "command"
                command.command = ["cat"]
                language = "it"
                """)
        let daemon = try await session.startDaemon()
        let report = try await session.wait(for: "the notice") { $0.notice != nil }
        #expect(report.notice?.message.hasPrefix("There are no rules for text in “it”") == true)
        try await display.run(
            "timeout", "180", "xdotool", "search", "--sync", "--onlyvisible", "--class",
            "^utter-overlay$")
        #expect(daemon.status == nil)
    }
}
