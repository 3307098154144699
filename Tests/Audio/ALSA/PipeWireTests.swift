import Dictation
import Glibc
import LinuxRuntime
import MonotonicTime
import Problems
import TestSupport
import Testing

@testable import AudioALSA

/// PipeWire with WirePlumber as the sound server, through its PulseAudio server. Each test has its
/// own process, because its environment points ALSA at its server.
@Suite(
    .serialized, .timeLimit(.minutes(20)),
    .needs(
        "pipewire", "pipewire-pulse", "pw-cli", "wireplumber",
        package: "pipewire, pipewire-bin, pipewire-pulse and wireplumber"),
    .needs("pactl", "paplay", package: "pulseaudio-utils"))
struct PipeWireTests {
    @Test(arguments: ["pulse", "pulse:speaker.monitor"])
    func capturesAgainAndAgain(pcm: String) async {
        await #expect(processExitsWith: .success) { [pcm = pcm as String] in
            try EventLoop.shared.run {
                let server = try await PulseServer.start(.pipeWire)
                server.useInThisProcess()
                let tone = try Tone()
                for idleMode in [AudioIdleMode.closed, .open, .listening(.milliseconds(500))] {
                    let microphone = ALSAMicrophone(pcm, idleMode: idleMode)
                    for _ in 0..<3 {
                        let collector = AudioCollector()
                        microphone.start { collector.take($0) }
                        try await collector.waitForStart()
                        try await server.play(tone.path)
                        try await collector.wait("the tone (\(idleMode))") {
                            Tone.isHeard(in: $0.samples)
                        }
                        microphone.stop()
                        collector.isClosed = true
                        #expect(collector.lost == 0)
                    }
                }
            }
        }
    }

    /// Streams are linked by the session manager. Without one, opening a stream would take for
    /// ever.
    @Test func saysThatNoSessionManagerRuns() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await PulseServer.start(.pipeWire)
                server.useInThisProcess()
                try await server.endSessionManager()
                let microphone = ALSAMicrophone("pulse", openLimit: .seconds(3600))
                for _ in 0..<2 {
                    let collector = AudioCollector()
                    microphone.start { collector.take($0) }
                    let problem = try await collector.waitForFailure()
                    #expect(problem.what == "cannot open the microphone “pulse”")
                    #expect(problem.why.contains("no session manager (WirePlumber) runs"))
                    #expect(
                        problem.fix?.commands.map(\.description)
                            == ["systemctl --user restart wireplumber"])
                }
                // The stream that was asked for is linked now, and closed.
                try await server.startSessionManager()
                let collector = AudioCollector()
                microphone.start { collector.take($0) }
                try await collector.waitForStart()
                microphone.stop()
            }
        }
    }

    @Test func saysWhatToRestartIfTheSessionManagerHangs() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await PulseServer.start(.pipeWire)
                server.useInThisProcess()
                server.sessionManager?.send(signal: SIGSTOP)
                let microphone = ALSAMicrophone("pulse", openLimit: .seconds(8))
                let collector = AudioCollector()
                microphone.start { collector.take($0) }
                let problem = try await collector.waitForFailure()
                #expect(problem.why == "it gave no sound within 8 s")
                #expect(problem.remedy.contains("systemctl --user restart wireplumber pipewire"))
                server.sessionManager?.send(signal: SIGCONT)
                let next = AudioCollector()
                microphone.start { next.take($0) }
                try await next.waitForStart()
                microphone.stop()
            }
        }
    }

    /// A PCM that is no sound server's asks none.
    @Test func knowsWhichMicrophonesAreASoundServers() {
        for name in ["pulse", "pulse:speaker.monitor", "plug:pulse"] {
            #expect(ALSADefinition.leadsToServer(name), "\(name)")
        }
        for name in ["hw:77", "null", "no such thing"] {
            #expect(!ALSADefinition.leadsToServer(name), "\(name)")
        }
    }
}
