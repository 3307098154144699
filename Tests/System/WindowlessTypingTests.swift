import ControlProtocol
import LinuxRuntime
import TestSupport
import Testing

/// On sway an empty workspace has the focus: keys would go nowhere.
@Suite(
    .runningLoop, .serialized, .needs("sway", package: "sway"),
    .needs("pulseaudio", package: "pulseaudio"))
struct WindowlessTypingTests {
    @EventLoopActor
    private func emptyWorkspace() async throws -> (SwayServer, PulseServer, UtterSession) {
        let sway = try await SwayServer.start()
        let sound = try await PulseServer.start()
        let session = try UtterSession(
            sound: sound, configuration: WindowProfileTests.configuration("hello", ""))
        session.environment += [
            "WAYLAND_DISPLAY=\(sway.socket)", "SWAYSOCK=\(sway.path("ipc"))",
        ]
        return (sway, sound, session)
    }

    @EventLoopActor @Test func nothingIsTypedIntoNothing() async throws {
        let (sway, sound, session) = try await emptyWorkspace()
        // By the command itself, and by the daemon.
        for hasDaemon in [false, true] {
            let daemon = hasDaemon ? try await session.startDaemon() : nil
            let run = try await session.run("type", "hello")
            #expect(run.status == .exited(1), "\(run.errors)")
            #expect(run.errors.contains("no window has the keyboard focus"), "\(run.errors)")
            withExtendedLifetime((daemon, sound)) {}
        }
        try await sway.stop()
    }

    @EventLoopActor @Test func theWordsOfADictationAreKept() async throws {
        let (sway, sound, session) = try await emptyWorkspace()
        let daemon = try await session.startDaemon()
        let report = try await session.dictate(try WindowProfileTests.tone(session), from: sound)
        let notice = report.notice.map { "\($0)" } ?? ""
        #expect(notice.contains("there is nothing to type into"), "\(notice)")
        #expect(try await session.run("history").output.contains("Hello"))
        withExtendedLifetime(daemon) {}
        try await sway.stop()
    }
}
