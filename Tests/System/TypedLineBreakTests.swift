import LinuxRuntime
import TestSupport
import Testing

/// `utter type` into a shell, where a line break runs the text before it.
@Suite(
    .runningLoop, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"))
struct TypedLineBreakTests {
    /// Line breaks in texts that may come from others.
    private static let breaks = [
        "\n", "\r", "\r\n", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}",
    ]
    /// The ones that no key types.
    private static let exotic = breaks.dropFirst(3)

    /// A terminal with a shell, whose commands record in a file that they ran.
    @EventLoopActor
    private final class Shell {
        let session: UtterSession
        private let display: XServer
        private let runs = try! TemporaryFile()
        private let process: ChildProcess

        init(_ configuration: String) async throws {
            display = try await XServer()
            session = try UtterSession(
                display: display, configuration: UtterSession.withoutHotkey + configuration)
            // The first prompt shows that the shell reads.
            process = try display.start([
                "env", "PROMPT_COMMAND=echo prompt >> \(runs.path); unset PROMPT_COMMAND",
                "xterm", "-e", "bash", "--norc", "--noprofile",
            ])
            try await display.run(
                "xdotool", "search", "--sync", "--onlyvisible", "--class", "xterm",
                "windowfocus", "--sync")
            try await expect(runs: 0)
        }

        /// Waits until exactly this many commands ran.
        func expect(runs count: Int) async throws {
            let expected = "prompt\n" + String(repeating: "ran\n", count: count)
            try await waitUntil("\(count) commands ran, not “\(runs.text)”") {
                runs.text == expected
            }
        }

        /// Types a command, a line break, and a comment.
        func type(_ lineBreak: String, _ options: String...) async throws {
            try await session.output(
                ["type"] + options + ["echo ran >> \(runs.path)\(lineBreak)#"])
        }

        /// Presses Return.
        func runLine() async throws {
            try await session.output("type", "--line-breaks", "keep", "\n")
        }
    }

    @EventLoopActor
    @Test(arguments: ["", "[output]\nline_breaks = \"keep\"\ntabs = \"keep\"\n"])
    func noLineBreakRunsACommandInATerminal(_ configuration: String) async throws {
        let shell = try await Shell(configuration)
        for lineBreak in Self.breaks { try await shell.type(lineBreak) }
        // It is one line: a command, and a comment.
        try await shell.runLine()
        try await shell.expect(runs: 1)
    }

    @EventLoopActor
    @Test func theOptionAllowsThem() async throws {
        let shell = try await Shell("")
        for (count, lineBreak) in ["\n", "\r", "\r\n"].enumerated() {
            try await shell.type(lineBreak, "--line-breaks", "keep")
            try await shell.expect(runs: count + 1)
            try await shell.runLine()
        }
        for lineBreak in Self.exotic {
            try await shell.type(lineBreak, "--line-breaks", "keep")
        }
        try await shell.runLine()
        try await shell.expect(runs: 4)
    }

    @EventLoopActor
    @Test func theProfileOfTheTerminalAllowsThem() async throws {
        let shell = try await Shell(
            """
            [[profile]]
            name = "terminal"
            class = "xterm"
            output.line_breaks = "keep"
            """)
        try await shell.type("\n")
        try await shell.expect(runs: 1)
        try await shell.runLine()
        try await shell.type("\n", "--line-breaks", "space")
        try await shell.runLine()
        try await shell.expect(runs: 2)
    }

    @EventLoopActor
    @Test(
        .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
        .needs(XWindow.pythonGI, package: "python3-gi"))
    func theSettingAllowsThemInOtherWindows() async throws {
        let display = try await XServer()
        let session = try UtterSession(
            display: display,
            configuration: UtterSession.withoutHotkey + "[output]\nline_breaks = \"keep\"\n")
        let window = try await XWindow(.textView, on: display)
        try await session.output("type", "one\r\ntwo\u{2028}three\tfour")
        try await window.waitForText("one\ntwo three four")
    }

    /// Noncharacters are reported like characters that can't be typed.
    @EventLoopActor
    @Test func saysWhatItLeftOut() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display)
        let window = try await XWindow(.xterm, on: display)
        let run = try await session.run("type", "a\u{FFFE}b\u{FFFF}c\u{FFFE}")
        #expect(run.status == .exited(1))
        #expect(run.errors == "utter: left out U+FFFE and U+FFFF: they stand for no character\n")
        try await window.waitForText("abc")
    }
}
