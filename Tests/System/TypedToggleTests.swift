import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter toggle` that a person types, not a key.
@Suite(
    .runningLoop, .needs("pulseaudio", package: "pulseaudio"),
    .needs("setsid", package: "util-linux"))
struct TypedToggleTests {
    /// The words would go into the terminal that it was typed in: it says so when it begins.
    @EventLoopActor @Test(arguments: ["utter", "utter-front"])
    func theTerminalLearnsWhereTheWordsGo(_ program: String) async throws {
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            sound: sound,
            configuration: UtterSession.withoutHotkey + "[audio]\ndevice = \"pulse\"\n")
        session.environment.append("XDG_CURRENT_DESKTOP=XFCE")
        let daemon = try await session.startDaemon()
        defer { withExtendedLifetime(daemon) {} }
        let path = URL(filePath: UtterSession.program).deletingLastPathComponent()
            .appending(path: program).path
        let first = try PseudoTerminal([path, "toggle"], environment: session.environment)
        #expect(try await first.wait() == .exited(0))
        #expect(first.output.contains("the words go into this terminal"), "\(first.output)")
        #expect(first.output.contains("Application Shortcuts"), "\(first.output)")
        let second = try PseudoTerminal([path, "toggle"], environment: session.environment)
        #expect(try await second.wait() == .exited(0))
        #expect(second.output.isEmpty, "\(second.output)")
    }
}
