import Dictation
import Glibc
import LinuxRuntime
import MonotonicTime
import Problems
import TestSupport
import Testing

@testable import AudioALSA

/// Devices that stay open between captures, on a real sound server. Each test has its own
/// process, because its environment points ALSA at its server.
@Suite(
    .serialized, .timeLimit(.minutes(20)),
    .needs("pulseaudio", "pactl", "paplay", package: "pulseaudio and pulseaudio-utils"))
struct PulseRestTests {
    @Test func anOpenDeviceCapturesNothingBetween() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await PulseServer.start()
                server.useInThisProcess()
                let microphone = ALSAMicrophone("pulse", idleMode: .open)
                #expect(microphone.idleMode == .closed)
                microphone.prepare()
                #expect(microphone.idleMode == .open)
                let tone = try Tone()
                for _ in 0..<3 {
                    try await server.play(tone.path)
                    let collector = AudioCollector()
                    microphone.start { collector.take($0) }
                    try await collector.wait("half a second") { $0.samples.count > 8000 }
                    microphone.stop()
                    collector.isClosed = true
                    #expect(!Tone.isHeard(in: collector.samples))
                    #expect(microphone.idleMode == .open)
                    #expect(microphone.capturingSince != nil)
                }
            }
        }
    }

    @Test func aListeningDeviceBeginsWithWhatWasHeardBefore() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await PulseServer.start()
                server.useInThisProcess()
                let microphone = ALSAMicrophone("pulse", idleMode: .listening(.seconds(1)))
                let tone = try Tone()
                for _ in 0..<3 {
                    let silent = AudioCollector()
                    microphone.start { silent.take($0) }
                    // What was captured before the last dictation is not delivered again.
                    try await silent.wait("a second") { $0.samples.count > 16_000 }
                    microphone.stop()
                    silent.isClosed = true
                    #expect(!Tone.isHeard(in: silent.samples))

                    try await server.play(tone.path)
                    let begin = Instant(nanoseconds: MonotonicClock.nanoseconds)
                    let collector = AudioCollector()
                    microphone.start { collector.take($0) }
                    try await collector.wait("half a second more") { $0.samples.count > 24_000 }
                    microphone.stop()
                    collector.isClosed = true
                    #expect(Tone.isHeard(in: collector.samples))
                    #expect(collector.lost == 0)
                    let since = try #require(microphone.capturingSince)
                    #expect(since < begin)
                    #expect(microphone.idleMode == .listening(.seconds(1)))
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func comesBackAfterTheServerDiedMeanwhile(listens: Bool) async {
        await #expect(processExitsWith: .success) { [listens = listens as Bool] in
            try EventLoop.shared.run {
                let server = try await PulseServer.start()
                server.useInThisProcess()
                let microphone = ALSAMicrophone(
                    "pulse", idleMode: listens ? .listening(.milliseconds(500)) : .open)
                let first = AudioCollector()
                microphone.start { first.take($0) }
                try await first.waitForStart()
                microphone.stop()
                server.send(signal: SIGKILL)
                let dead = AudioCollector()
                microphone.start { dead.take($0) }
                let problem = try await dead.waitForFailure()
                #expect(problem.why.contains("Connection refused") || problem.what.contains("lost"))

                let next = try await PulseServer.start()
                next.useInThisProcess()
                let again = AudioCollector()
                microphone.start { again.take($0) }
                try await again.wait("samples") { $0.samples.count > 1600 }
                microphone.stop()
                #expect(microphone.idleMode != .closed)
            }
        }
    }

    /// Microphones are listed by the names that open them; monitors of speakers are left out.
    @Test func listsTheServersMicrophones() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                #expect(PulseSources.list().isEmpty)
                let server = try await PulseServer.start()
                server.useInThisProcess()
                #expect(PulseSources.list().isEmpty)
                for name in ["headset", "bluez_input.AA_BB"] {
                    try await server.control(
                        "load-module", "module-null-source", "source_name=\(name)",
                        "description='Head set'")
                }
                // PipeWire's names may have other characters, too.
                #expect(PulseSources.pcm(of: "a:b,c'd") == #"pulse:'a:b,c\'d'"#)
                let sources = PulseSources.list()
                #expect(sources.map(\.name) == ["pulse:headset", "pulse:bluez_input.AA_BB"])
                #expect(sources.first?.description == "Head set")
                for source in sources {
                    let microphone = ALSAMicrophone(source.name)
                    let collector = AudioCollector()
                    microphone.start { collector.take($0) }
                    try await collector.waitForStart()
                    microphone.stop()
                }
                server.send(signal: SIGSTOP)
                #expect(PulseSources.list().isEmpty)
                server.send(signal: SIGCONT)
            }
        }
    }

    @Test func leavesNothingBehind() async {
        await #expect(processExitsWith: .success) {
            try EventLoop.shared.run {
                let server = try await PulseServer.start()
                server.useInThisProcess()
                var before: Counts?
                for round in 0..<20 {
                    try await use(round)
                    // The first uses load libraries that stay loaded.
                    if round == 1 { before = try await Counts.settled(at: nil) }
                }
                #expect(try await Counts.settled(at: before) == before)
            }
        }
    }
}

/// Captures twice with a microphone that is destroyed afterwards. Some captures are stopped while
/// the device is being opened.
@EventLoopActor
private func use(_ round: Int) async throws {
    let microphone = ALSAMicrophone(
        "pulse", idleMode: round % 2 == 0 ? .open : .listening(.milliseconds(100)))
    if round % 4 < 2 { microphone.prepare() }
    for divisor in [5, 3] {
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        if round % divisor != 2 { try await collector.waitForStart() }
        microphone.stop()
        collector.isClosed = true
    }
}
