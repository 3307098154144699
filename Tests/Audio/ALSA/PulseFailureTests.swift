import Dictation
import Glibc
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import AudioALSA

/// Sound servers that die or hang. Each test has its own process, because its environment points
/// ALSA at its server, and so that descriptors and threads can be counted.
@Suite(
    .serialized, .timeLimit(.minutes(20)),
    .needs("pulseaudio", "pactl", "paplay", package: "pulseaudio and pulseaudio-utils"))
struct PulseFailureTests {
    @Test func deliversWhatWasHeardBeforeTheServerDied() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await PulseServer.start()
                server.useInThisProcess()
                let microphone = ALSAMicrophone("pulse")
                let collector = AudioCollector()
                microphone.start { collector.take($0) }
                try await collector.wait("samples") { $0.samples.count > 8000 }
                server.send(signal: SIGKILL)
                let problem = try await collector.waitForFailure()
                #expect(problem.what == "lost the microphone “pulse”")
                #expect(problem.why == "it was unplugged, or its sound server ended")
                #expect(problem.remedy.hasPrefix("Plug it in, or start the sound server, again. "))
                #expect(collector.samples.count > 8000)

                // It recovers as soon as there is a server again.
                let again = AudioCollector()
                microphone.start { again.take($0) }
                let refused = try await again.waitForFailure()
                #expect(refused.why.contains("Connection refused"))
                // Without a server these lead nowhere.
                let proposed = refused.remedy.split(separator: "Choose one of: ").dropFirst()
                    .joined()
                #expect(
                    !["default", "pulse", "pipewire"].contains(where: proposed.contains),
                    "\(refused.remedy)")
                let next = try await PulseServer.start()
                next.useInThisProcess()
                let third = AudioCollector()
                microphone.start { third.take($0) }
                try await third.waitForStart()
                microphone.stop()
            }
        }
    }

    /// At login a daemon may be there first: Debian’s configuration has `default` lead to the server
    /// only if that runs when the configuration is read.
    @Test func findsAServerThatStartsLater() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let scratch = try ScratchDirectory("utter-alsa")
                let server = scratch.path("server.conf")
                try scratch.write("pcm.!usual { type pulse }\n", to: "server.conf")
                try scratch.write(
                    """
                    hook_func.pulse_load_if_running {
                        lib "libasound_module_conf_pulse.so"
                        func "conf_pulse_hook_load_if_running"
                    }
                    pcm.usual { type hw card 31 }
                    @hooks [ { func pulse_load_if_running files [ "\(server)" ] errors false } ]

                    """, to: "asound.conf")
                setenv("ALSA_CONFIG_PATH", scratch.path("asound.conf"), 1)
                setenv("PULSE_SERVER", "unix:\(scratch.path("none"))", 1)
                let microphone = ALSAMicrophone("usual")
                let early = AudioCollector()
                microphone.start { early.take($0) }
                let problem = try await early.waitForFailure()
                #expect(problem.what == "cannot open the microphone “usual”")

                let sound = try await PulseServer.start()
                sound.useInThisProcess()
                let late = AudioCollector()
                microphone.start { late.take($0) }
                try await late.waitForStart()
                microphone.stop()
            }
        }
    }

    /// Without it the server’s microphones are out of reach, and nothing says why.
    @Test func theMissingPluginIsNamed() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let scratch = try ScratchDirectory("utter-alsa")
                try scratch.write("pcm.default { type hw card 31 }\n", to: "asound.conf")
                setenv("ALSA_CONFIG_PATH", scratch.path("asound.conf"), 1)
                let server = try await PulseServer.start()
                server.useInThisProcess()
                let microphone = ALSAMicrophone("default")
                let collector = AudioCollector()
                microphone.start { collector.take($0) }
                let problem = try await collector.waitForFailure()
                #expect(problem.remedy.contains("libasound2-plugins"), "\(problem)")
            }
        }
    }

    @Test func survivesAServerThatHangs() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await PulseServer.start()
                server.useInThisProcess()
                server.send(signal: SIGSTOP)
                let microphone = ALSAMicrophone("pulse", openLimit: .seconds(1))
                let collector = AudioCollector()

                // Given up by the user.
                let begin = MonotonicClock.nanoseconds
                microphone.start { collector.take($0) }
                try await EventLoop.shared.sleep(for: .milliseconds(100))
                microphone.stop()
                #expect(MonotonicClock.nanoseconds - begin < 900_000_000)
                #expect(!collector.hasStarted && collector.problem == nil)

                // Given up by the program, while the first opening still hangs.
                microphone.start { collector.take($0) }
                let problem = try await collector.waitForFailure()
                #expect(problem.what == "cannot open the microphone “pulse”")
                #expect(problem.why == "its last use has not ended within 1 s")

                // The server resumes.
                server.send(signal: SIGCONT)
                let next = AudioCollector()
                microphone.start { next.take($0) }
                try await next.waitForStart()

                // It hangs while it captures.
                server.send(signal: SIGSTOP)
                let loss = try await next.waitForFailure()
                #expect(loss.why == "it is silent: it gave no samples for 10 s")
                let last = AudioCollector()
                microphone.start { last.take($0) }
                server.send(signal: SIGCONT)
                try await last.waitForStart()
                server.send(signal: SIGSTOP)
                let stopping = MonotonicClock.nanoseconds
                microphone.stop()
                #expect(MonotonicClock.nanoseconds - stopping < 500_000_000)
                server.send(signal: SIGCONT)
            }
        }
    }

    @Test func goesOnAfterAStall() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await PulseServer.start()
                server.useInThisProcess()
                let microphone = ALSAMicrophone("pulse")
                let collector = AudioCollector()
                microphone.start { collector.take($0) }
                try await collector.wait("samples") { $0.samples.count > 8000 }
                server.send(signal: SIGSTOP)
                let begin = MonotonicClock.nanoseconds
                try await collector.wait("the stall") { $0.stalls == 1 }
                let before = collector.samples.count
                try await collector.wait("4 s") { _ in
                    MonotonicClock.nanoseconds - begin > 4_000_000_000
                }
                server.send(signal: SIGCONT)
                try await collector.wait("its end") { $0.resumptions.count == 1 }
                let gap = MonotonicClock.nanoseconds - begin
                #expect(collector.samples.count > before)
                // What came late isn't missing, and what is missing is reported.
                let heard = collector.samples.count - before + collector.resumptions[0]
                let time = AudioFormat.duration(samples: heard)
                #expect(time > .seconds(3) && time < .nanoseconds(gap) + .seconds(2), "\(time)")
                try await collector.wait("more") { $0.samples.count > before + 16_000 }
                microphone.stop()
                #expect(collector.problem == nil)
            }
        }
    }

    /// Destroying a microphone doesn't wait for a server that hangs.
    @Test func anOwnerThatGoesWaitsForNobody() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await PulseServer.start()
                server.useInThisProcess()
                for idleMode in [AudioIdleMode.closed, .open, .listening(.seconds(1))] {
                    var microphone: ALSAMicrophone? = ALSAMicrophone("pulse", idleMode: idleMode)
                    let collector = AudioCollector()
                    if idleMode == .closed {
                        microphone?.start { collector.take($0) }
                        try await collector.waitForStart()
                    } else {
                        microphone?.prepare()
                        try await collector.wait("its idle mode") { _ in
                            microphone?.idleMode == idleMode
                        }
                        try await collector.wait("the shelf") { _ in
                            idleMode != .open || microphone?.shelf.isEmpty == false
                        }
                    }
                    server.send(signal: SIGSTOP)
                    let begin = MonotonicClock.nanoseconds
                    microphone = nil
                    let time = MonotonicClock.nanoseconds - begin
                    #expect(time < 500_000_000, "\(idleMode)")
                    // The next one waits on its own thread, and the last one gives its device back.
                    let next = AudioCollector()
                    microphone = ALSAMicrophone("pulse")
                    microphone?.start { next.take($0) }
                    server.send(signal: SIGCONT)
                    try await next.waitForStart()
                    microphone?.stop()
                }
            }
        }
    }

    @Test func leavesNothingBehind() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await PulseServer.start()
                server.useInThisProcess()
                let microphone = ALSAMicrophone("pulse")
                var before: Counts?
                for round in 0..<50 {
                    let collector = AudioCollector()
                    microphone.start { collector.take($0) }
                    // Some are stopped while the device is being opened.
                    if round % 5 != 4 { try await collector.waitForStart() }
                    microphone.stop()
                    microphone.stop()
                    collector.isClosed = true
                    // The first use loads libraries that stay loaded.
                    if round == 0 { before = try await Counts.settled(at: nil) }
                }
                #expect(try await Counts.settled(at: before) == before)
            }
        }
    }
}
