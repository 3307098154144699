import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter type` as a separate process.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("setxkbmap", package: "x11-xkb-utils"),
    .needs("openbox", package: "openbox"), .needsPythonGI, .needsGTK3)
struct ProgramTests {
    /// `$UTTER`, else the debug build beside the tests.
    static let program =
        ProcessInfo.processInfo.environment["UTTER"]
        ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "utter").path

    @EventLoopActor @Test(arguments: [Receiver.xterm, .gtk3View])
    func typesWhatItReads(receiver: Receiver) async throws {
        let situation = Situation(
            receiver: receiver, layout: .de, windowManager: .openbox, keyboard: .atRest)
        let stage = try await Stage(situation)
        try await TypingMatrix.type(in: situation.testDescription, runs: 1) { text, name in
            let file = try TemporaryFile()
            try text.string.write(toFile: file.path, atomically: false, encoding: .utf8)
            try await stage.type(text, name) {
                let run = try await ProgramRun(
                    [Self.program, "type", "--sink", "xtest", "-"],
                    environment: stage.server.environment + ["XDG_CONFIG_HOME=/nonexistent"],
                    input: file.path)
                #expect(run.status == .exited(0), "\(run.errors)")
            }
        }
        try await stage.close()
    }

    @EventLoopActor @Test func typesItsArguments() async throws {
        let stage = try await Stage(
            Situation(receiver: .xterm, layout: .us, windowManager: .none, keyboard: .atRest))
        let run = try await ProgramRun(
            [Self.program, "type", "--sink", "xtest", "Two", "words — ő", "e\u{301}"],
            environment: stage.server.environment + ["XDG_CONFIG_HOME=/nonexistent"])
        #expect(run.status == .exited(0), "\(run.errors)")
        try await stage.window.expectText("Two words — ő e\u{301}", "arguments")
        try await stage.close()
    }
}
