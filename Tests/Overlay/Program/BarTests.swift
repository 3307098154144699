import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The output for status bars: packaging/bars/utter-bar, with a program in utter's place.
@Suite(.runningLoop, .needs("jq", package: "jq")) struct BarTests {
    private static let script =
        Project.path("packaging/bars/utter-bar")

    private static let reports = #"""
        {"state":"idle"}
        {"state":"recording","partial":"a %{A1:evil:} <b>&"}
        {"state":"recording","paused":true}
        {"state":"idle","notice":{"severity":"error","message":"no sink","remedy":"plug"}}
        """#

    /// The first lines that the script prints in a format.
    @EventLoopActor
    private static func lines(_ form: String) async throws -> [String] {
        let directory = "/tmp/utter-bar-\(getpid())-\(form)"
        try #require(mkdir(directory, 0o700) == 0)
        defer {
            unlink(directory + "/utter")
            rmdir(directory)
        }
        let file = try #require(fopen(directory + "/utter", "w"))
        fputs("#!/bin/sh\ncat <<'END'\n\(reports)\nEND\n", file)
        fclose(file)
        chmod(directory + "/utter", 0o700)
        let run = try await ProgramRun(
            ["sh", "-c", "\(script) \(form) | head -n 5"],
            environment: ProgramPlaces.environment(path: "\(directory):/usr/bin:/bin")
                + ["LC_ALL=C.UTF-8"])
        return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @EventLoopActor @Test func polybarGetsTextWithoutItsOwnMarkup() async throws {
        let lines = try await Self.lines("text")
        #expect(lines.prefix(5) == ["", "● a % {A1:evil:} <b>&", "‖ paused", "⚠ no sink", ""])
    }

    @EventLoopActor @Test func waybarGetsItsJSON() async throws {
        let lines = try await Self.lines("waybar")
        #expect(
            lines.prefix(5) == [
                #"{"text":"","tooltip":"","class":"idle"}"#,
                #"{"text":"● a %{A1:evil:} <b>&","tooltip":"","class":"recording"}"#,
                #"{"text":"‖ paused","tooltip":"","class":"recording"}"#,
                #"{"text":"⚠ no sink","tooltip":"plug","class":"error"}"#, #"{"text":""}"#,
            ])
    }

    @EventLoopActor @Test func i3statusRustGetsItsJSON() async throws {
        let lines = try await Self.lines("i3status-rust")
        #expect(
            lines.prefix(5) == [
                #"{"text":"","short_text":"","state":"Idle"}"#,
                #"{"text":"● a %{A1:evil:} &lt;b&gt;&amp;","short_text":"●","state":"Good"}"#,
                #"{"text":"‖ paused","short_text":"‖","state":"Good"}"#,
                #"{"text":"⚠ no sink","short_text":"","state":"Critical"}"#, #"{"text":""}"#,
            ])
    }

    /// Debian has no package of i3status-rust: its block is only read as TOML.
    @EventLoopActor @Test func i3statusRustsBlockIsTOML() async throws {
        let file = Self.script.replacing("utter-bar", with: "i3status-rust.toml")
        let program = """
            import sys, tomllib
            block, = tomllib.load(open(sys.argv[1], "rb"))["block"]
            click, = block.pop("click")
            print(sorted(block.items()), sorted(click.items()))
            """
        let run = try await ProgramRun(["/usr/bin/python3", "-c", program, file])
        #expect(
            run.output == """
                [('block', 'custom'), ('command', 'utter-bar i3status-rust'), \
                ('hide_when_empty', True), ('json', True), ('persistent', True)] \
                [('button', 'left'), ('cmd', 'utter toggle')]

                """, "\(run.errors)")
    }
}
