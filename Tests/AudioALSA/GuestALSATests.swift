import AudioALSA
import Dictation
import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// Sound cards, as the kernel simulates them: snd-aloop's card "Loopback", where device 1
/// captures what is played into device 0, and snd-dummy's "Dummy". Run in the virtual machine.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: getenv("UTTER_GUEST") != nil,
        "only in the virtual machine, which sets UTTER_GUEST: needs snd-aloop and snd-dummy"),
    .needs("aplay", package: "alsa-utils"))
struct GuestALSATests {
    /// aplay opens the card for 48 kHz stereo, and then snd-aloop offers its other end nothing
    /// else: capture at 16 kHz mono must be converted.
    @EventLoopActor @Test(arguments: ["hw:Loopback,1", "plughw:Loopback,1"])
    func convertsFromTheOnlyFormatOffered(name: String) async throws {
        let tone = Self.tone(rate: 48_000, channels: 2, seconds: 60)
        var file = WaveBytes(samples: tone)
        (file.rate, file.channels) = (48_000, 2)
        let player = try Player(file, device: "hw:Loopback,0")
        let microphone = ALSAMicrophone(name)
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        try await collector.waitForStart()
        try await collector.wait("two seconds of the tone") {
            Self.isTone($0.samples.suffix(32_000))
        }
        microphone.stop()
        collector.isClosed = true
        #expect(player.isPlaying)
        print("utter-measure start-to-started \(name) \(microphone.openDuration!)")
    }

    @EventLoopActor @Test func capturesWithoutGaps() async throws {
        let microphone = ALSAMicrophone("hw:Loopback,1")
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        try await collector.waitForStart()
        let start = MonotonicClock.nanoseconds
        try await collector.wait("three seconds") { $0.samples.count > 48_000 }
        let elapsed = Duration.nanoseconds(MonotonicClock.nanoseconds - start)
        microphone.stop()
        let captured = AudioFormat.duration(samples: collector.samples.count + collector.lost)
        // The card keeps time, so whatever wasn't captured shows.
        #expect(captured > elapsed - .milliseconds(300))
        #expect(captured < elapsed + .milliseconds(300))
        print("utter-measure start-to-started hw:Loopback,1 \(microphone.openDuration!)")
    }

    @EventLoopActor @Test func namesTheOthersWhenBusy() async throws {
        // snd-dummy's only subdevice of device 1; aplay's and arecord's are apart from it.
        let (first, second) = (ALSAMicrophone("hw:Loopback,1,7"), ALSAMicrophone("hw:Loopback,1,7"))
        let (holder, refused) = (AudioCollector(), AudioCollector())
        first.start { holder.take($0) }
        try await holder.waitForStart()
        second.start { refused.take($0) }
        let problem = try await refused.waitForFailure()
        print(problem)
        #expect(problem.what == "cannot open the microphone “hw:Loopback,1,7”")
        #expect(problem.why == "another program is using it")
        #expect(problem.remedy.hasPrefix("Close that program. Choose one of: "))
        #expect(problem.remedy.contains("hw:CARD=Loopback,DEV=1"))
        #expect(problem.remedy.contains("hw:CARD=Dummy,DEV=0"))
        first.stop()

        // Free again, as soon as the first has closed it.
        let next = AudioCollector()
        first.start { next.take($0) }
        try await next.waitForStart()
        first.stop()
    }

    @EventLoopActor @Test func tellsASamplesLossAfterAnOverrun() async throws {
        let microphone = ALSAMicrophone("hw:Loopback,1,6")
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        try await collector.waitForStart()
        // A stopped capture thread: the whole process, for longer than the card's buffer.
        let stopper = try ChildProcess(
            ["sh", "-c", "kill -STOP \(getpid()); sleep 2; kill -CONT \(getpid())"]
        ) { _ in }
        try await collector.wait("a loss") { $0.lost > 0 }
        let before = collector.samples.count
        try await collector.wait("capture goes on") { $0.samples.count > before + 8000 }
        microphone.stop()
        #expect(stopper.status != nil)
        #expect((16_000...64_000).contains(collector.lost))
    }

    @EventLoopActor @Test func listsCards() {
        let names = ALSADevices.list().map(\.name)
        #expect(names.first == "default")
        #expect(names.contains("hw:CARD=Loopback,DEV=1") && names.contains("hw:CARD=Dummy,DEV=0"))
        #expect(!names.contains { $0.hasPrefix("plughw") || $0.hasPrefix("dsnoop") })
        #expect(ALSAMicrophone("hw:Loopback,1").availability() == .available)
        #expect(ALSAMicrophone("plughw:CARD=Dummy,DEV=0").availability() == .available)
        #expect(ALSAMicrophone("hw:Loopback,9").availability() != .available)
    }

    // MARK: A tone

    /// Samples of a square-like wave of 400 Hz, which is 40 samples a period at 16 kHz.
    private static func tone(rate: Int, channels: Int, seconds: Int) -> [Int16] {
        let period = rate / 400
        return (0..<rate * seconds).flatMap { index -> [Int16] in
            // A parabola in each half period is as good as a sine.
            let x = 4 * Double(index % period) / Double(period)
            let value = x < 2 ? x * (2 - x) : (x - 2) * (x - 4)
            return Array(repeating: Int16(value * 16_000), count: channels)
        }
    }

    /// Whether samples are two seconds of the tone, without a gap: each part is like the part
    /// one period later.
    private static func isTone(_ samples: ArraySlice<Int16>) -> Bool {
        guard samples.count == 32_000, AudioLevel(of: samples).value > 0.7 else { return false }
        let reference = tone(rate: 16_000, channels: 1, seconds: 1)
        let best = place(
            of: samples.prefix(400), in: reference, from: 0..<40)
        guard best.likeness > 0.98 else { return false }
        return stride(from: 0, to: 31_600, by: 400).allSatisfy { start in
            let part = samples[samples.startIndex + start..<samples.startIndex + start + 400]
            return likeness(part, reference[best.at..<best.at + 400]) > 0.95
        }
    }

    /// aplay, playing until the owner goes.
    private final class Player {
        private let process: ChildProcess
        private let path: String

        init(_ file: WaveBytes, device: String) throws {
            var template = Array("/tmp/utter-tone-XXXXXX".utf8CString)
            let descriptor = FileDescriptor(rawValue: try check(mkstemp(&template), "mkstemp"))
            path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            _ = try descriptor.closeAfter { try descriptor.writeAll(file.bytes) }
            process = try ChildProcess(["aplay", "-q", "-D", device, path]) { _ in }
        }

        var isPlaying: Bool { process.status == nil }

        deinit { unlink(path) }
    }
}
