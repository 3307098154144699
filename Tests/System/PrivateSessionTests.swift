import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// packaging/private-session.bash, in which demonstrations and measurements run.
@Suite(
    .runningLoop, .needs("pulseaudio", package: "pulseaudio"),
    .needs("pactl", package: "pulseaudio-utils"))
struct PrivateSessionTests {
    private static let script = Project.path("packaging/private-session.bash")

    /// Two PulseAudios can't be on one bus.
    @EventLoopActor @Test func itHasSoundBesideThePulseAudioOfTheSession() async throws {
        let bus = try await BusServer()
        try await bus.start(
            [
                "setpriv", "--pdeathsig", "KILL", "pulseaudio", "-n", "--daemonize=no",
                "--exit-idle-time=-1", "--load=module-native-protocol-unix",
            ], as: "org.PulseAudio1")
        let run = try await ProgramRun(
            ["bash", "-c", ". '\(Self.script)'; start_sound; pactl get-default-source"],
            environment: bus.variables)
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.output == "mic.monitor\n", "\(run.errors)")
    }

    /// At a terminal, `utter start` says that the words go there: in a demonstration they don't.
    @EventLoopActor @Test(.needs("setsid", package: "util-linux"))
    func nobodyIsAdvisedInADemonstration() async throws {
        let session = try UtterSession()
        let programs = try Programs(in: session)
        try programs.add("paplay", "")
        try programs.add(
            "utter",
            """
            [ "$1" = status ] && echo '"hearing":true "state":"idle"'
            [ "$1" = start ] && [ -t 0 ] && echo advised
            exit 0
            """)
        let terminal = try PseudoTerminal(
            ["bash", "-c", ". '\(Self.script)'; speak utter sound.wav"],
            environment: session.environment)
        #expect(try await terminal.wait() == .exited(0), "\(terminal.output)")
        #expect(!terminal.output.contains("advised"), "\(terminal.output)")
        #expect(programs.calls.contains("utter start"))
    }
}
