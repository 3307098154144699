import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The daemon is killed, or stopped, while it shows words in the document that aren't typed yet:
/// its engine of IBus is in force then, and all keys go through it.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellMarkedTextKillTests {
    private static let configuration =
        UtterSession.withoutHotkeyInDesktop + """
            silence_limit = "0s"

            """
    /// KEY_A and KEY_Y, and what they print in the layout de.
    private static let (keys, printed): ([UInt16], String) = ([30, 21], "az")

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4])
    func noKeyIsLostAfterAKill(_ kind: SessionWindow.Kind) async throws {
        try await check(kind, rounds: 5) { daemon, window in
            daemon.send(signal: SIGKILL)
            try await waitUntil("it ends") { daemon.status != nil }
            return ""
        }
    }

    /// What is pressed while it is stopped may be lost, nothing later.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4])
    func noKeyIsLostAfterAStop(_ kind: SessionWindow.Kind) async throws {
        try await check(kind, rounds: 3) { daemon, window in
            daemon.send(signal: SIGSTOP)
            try await waitUntil("it is stopped") {
                textOfFile("/proc/\(daemon.pid)/stat").contains(") T ")
            }
            try await DesktopSession.press(Self.keys[0])
            daemon.send(signal: SIGKILL)
            try await waitUntil("it ends") { daemon.status != nil }
            return "a"
        }
    }

    /// - Parameter strike: returns what may have been typed meanwhile.
    @EventLoopActor private func check(
        _ kind: SessionWindow.Kind, rounds: Int,
        _ strike: @EventLoopActor (ChildProcess, SessionWindow) async throws -> String
    ) async throws {
        try await DesktopSession.setLayouts(["de"])
        let session = try await UtterSession(inDesktop: Self.configuration)
        let speaker = try await DesktopSpeaker()
        let speech = try await SpokenFile("hello there my friend, hello there my friend")
        let window = try await SessionWindow(kind)
        let before = try await engine()
        for round in 1...rounds {
            var daemon = try await session.startDaemon()
            #expect(try await engine() == before, "round \(round)")
            try await session.beginDictation()
            try await speaker.play(speech)
            try await waitUntil("round \(round): words are shown") { window.preedit != "" }
            #expect(try await engine() != before, "round \(round)")
            let lost = try await strike(daemon, window)
            // The layout is the user's, and what was shown has gone.
            for key in Self.keys { try await DesktopSession.press(key) }
            try await waitUntil("round \(round): the keys arrive") {
                window.text.hasSuffix(Self.printed)
            }
            #expect(
                [Self.printed, lost + Self.printed].contains(window.text), "round \(round)")
            #expect(window.preedit == "", "round \(round)")

            daemon = try await session.startDaemon()
            #expect(try await engine() == before, "round \(round), after the next start")
            try await window.clear()
            for key in Self.keys { try await DesktopSession.press(key) }
            try await window.expectText(Self.printed)
            daemon.send(signal: SIGTERM)
            try await waitUntil("the daemon ends") { daemon.status != nil }
            try await window.clear()
        }
        try await speaker.remove()
        try await window.close()
    }

    /// The engine of IBus that is in force; empty if there is none.
    @EventLoopActor private func engine() async throws -> String {
        let run = try await ProgramRun(["ibus", "engine"])
        return run.status == .exited(0) ? String(run.output.dropLast()) : ""
    }
}
