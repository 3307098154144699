import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// packaging/private-session.bash, in which demonstrations and measurements run.
@Suite(
    .runningLoop, .needs("pulseaudio", package: "pulseaudio"),
    .needs("pactl", package: "pulseaudio-utils"))
struct PrivateSessionTests {
    private static let script = "\(#filePath)".replacing(
        "Tests/System/PrivateSessionTests.swift", with: "packaging/private-session.bash")

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
}
