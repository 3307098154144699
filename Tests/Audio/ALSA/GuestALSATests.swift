import AudioALSA
import Dictation
import Glibc
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

/// Sound cards simulated by the kernel: snd-aloop's card "Loopback", where device 1 captures what
/// is played into device 0, and snd-dummy's "Dummy". Run in the virtual machine.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(20)), .inGuest,
    .needs("aplay", package: "alsa-utils"))
struct GuestALSATests {
    /// aplay opens the card for 48 kHz stereo, and then snd-aloop's other end offers nothing else,
    /// so capture at 16 kHz mono must be converted.
    @EventLoopActor @Test(arguments: ["hw:Loopback,1,0", "plughw:Loopback,1,0"])
    func convertsFromTheOnlyFormatOffered(name: String) async throws {
        let player = try await Player(Self.tone(rate: 48_000, channels: 2))
        let microphone = ALSAMicrophone(name)
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        try await collector.waitForStart()
        // On a busy machine the player may underrun meanwhile.
        var looked = 16_000
        try await collector.wait("a second of the tone") {
            guard $0.samples.count >= looked + 8000 else { return false }
            looked = $0.samples.count
            return Self.isTone($0.samples.suffix(16_000))
        }
        microphone.stop()
        collector.isClosed = true
        #expect(collector.lost == 0)
        #expect(player.isPlaying)
        print("utter-measure start-to-started \(name) \(microphone.openDuration!)")
    }

    @EventLoopActor @Test func capturesWithoutGaps() async throws {
        let microphone = ALSAMicrophone("hw:Loopback,1")
        let collector = AudioCollector()
        let asked = MonotonicClock.nanoseconds
        microphone.start { collector.take($0) }
        try await collector.waitForStart()
        let started = MonotonicClock.nanoseconds
        try await collector.wait("three seconds") { $0.samples.count > 48_000 }
        let enough = MonotonicClock.nanoseconds
        microphone.stop()
        let stopped = MonotonicClock.nanoseconds
        let captured = AudioFormat.duration(samples: collector.samples.count + collector.lost)
        // The card runs in real time, so any sound not captured shows here.
        #expect(captured > .nanoseconds(enough - started) - .milliseconds(100))
        #expect(captured < .nanoseconds(stopped - asked) + .milliseconds(100))
        print("utter-measure start-to-started hw:Loopback,1 \(microphone.openDuration!)")
    }

    @EventLoopActor @Test func namesTheOthersWhenBusy() async throws {
        let (first, second) = (ALSAMicrophone("hw:Loopback,1,7"), ALSAMicrophone("hw:Loopback,1,7"))
        let (holder, refused) = (AudioCollector(), AudioCollector())
        first.start { holder.take($0) }
        try await holder.waitForStart()
        second.start { refused.take($0) }
        let problem = try await refused.waitForFailure()
        #expect(problem.what == "cannot open the microphone “hw:Loopback,1,7”")
        #expect(problem.why == "another program is using it")
        #expect(problem.remedy.hasPrefix("Close that program. Choose one of: "))
        #expect(problem.remedy.contains("hw:CARD=Loopback,DEV=1"))
        #expect(problem.remedy.contains("hw:CARD=Dummy,DEV=0"))
        first.stop()

        // The device is free again as soon as the first has closed it.
        let next = AudioCollector()
        first.start { next.take($0) }
        try await next.waitForStart()
        first.stop()
    }

    @EventLoopActor @Test func reportsASamplesLossAfterAnOverrun() async throws {
        let microphone = ALSAMicrophone("hw:Loopback,1,6")
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        try await collector.waitForStart()
        // A stalled capture thread: the whole process is stopped for longer than the card's buffer.
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

    @EventLoopActor @Test func deliversWhatWasHeardBeforeTheCardWasUnplugged() async throws {
        let microphone = ALSAMicrophone("hw:Dummy,0")
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        try await collector.wait("samples") { $0.samples.count > 8000 || $0.problem != nil }
        #expect(collector.problem == nil)
        let unplug = try ChildProcess([
            "sh", "-c",
            """
            cd /sys/bus/platform/drivers/snd_dummy &&
            echo snd_dummy.0 >unbind && echo snd_dummy.0 >bind
            """,
        ]) { _ in }
        let problem = try await collector.waitForFailure()
        #expect(problem.what == "lost the microphone “hw:Dummy,0”")
        #expect(problem.why == "it was unplugged, or its sound server ended")
        #expect(problem.remedy.contains("hw:CARD=Loopback,DEV=1"))
        #expect(collector.samples.count > 8000)

        // The kernel completes the unplugging when the last user has closed the card.
        while unplug.status == nil { try await EventLoop.shared.sleep(for: .milliseconds(5)) }
        #expect(unplug.status == .exited(0))
        let again = AudioCollector()
        microphone.start { again.take($0) }
        try await again.waitForStart()
        microphone.stop()
    }

    @EventLoopActor @Test func aPreparedCardCapturesNothing() async throws {
        let microphone = ALSAMicrophone("hw:Loopback,1,5", idleMode: .open)
        microphone.prepare()
        for _ in 0..<3 {
            try await Self.wait(for: "PREPARED")
            // Half a second in which it would capture 8,000 samples.
            try await EventLoop.shared.sleep(for: .milliseconds(500))
            let collector = AudioCollector()
            let asked = MonotonicClock.nanoseconds
            microphone.start { collector.take($0) }
            try await collector.waitForStart()
            try await Self.wait(for: "RUNNING")
            microphone.stop()
            collector.isClosed = true
            let time = Duration.nanoseconds(MonotonicClock.nanoseconds - asked)
            let captured = AudioFormat.duration(samples: collector.samples.count)
            // The loopback card counts by the kernel's ticks, of 4 ms here.
            #expect(captured <= time + .milliseconds(4))
        }
    }

    /// The status of the card's capture stream.
    private static var status: String {
        (try? text(of: "/proc/asound/Loopback/pcm1c/sub5/status")) ?? ""
    }

    @EventLoopActor
    private static func wait(for state: String) async throws {
        try await waitUntil("the card is \(state)") {
            status.contains(state)
        }
    }

    @EventLoopActor @Test func aCardIsReleasedWhenItIsUnpluggedWhileItRests() async throws {
        for idleMode in [AudioIdleMode.open, .listening(.milliseconds(300))] {
            let microphone = ALSAMicrophone("hw:Dummy,0", idleMode: idleMode)
            let collector = AudioCollector()
            microphone.start { collector.take($0) }
            try await collector.waitForStart()
            microphone.stop()
            #expect(microphone.idleMode == idleMode)
            // The kernel completes the unplugging when the last user has closed the card; so it has
            // the same name again.
            let unplug = try ChildProcess([
                "sh", "-c",
                """
                cd /sys/bus/platform/drivers/snd_dummy &&
                echo snd_dummy.0 >unbind && echo snd_dummy.0 >bind
                """,
            ]) { _ in }
            try await waitUntil("it was unplugged and plugged in") { unplug.status != nil }
            #expect(unplug.status == .exited(0))
            let again = AudioCollector()
            microphone.start { again.take($0) }
            try await again.wait("samples") { $0.samples.count > 1600 || $0.problem != nil }
            #expect(again.problem == nil)
            microphone.stop()
        }
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

    /// One second of a 400 Hz tone, whose period is 40 samples at 16 kHz.
    private static func tone(rate: Int, channels: Int) -> [Int16] {
        let period = rate / 400
        return (0..<rate).flatMap { index -> [Int16] in
            // A parabola per half period is close enough to a sine.
            let x = 4 * Double(index % period) / Double(period)
            let value = x < 2 ? x * (2 - x) : (x - 2) * (x - 4)
            return Array(repeating: Int16(value * 16_000), count: channels)
        }
    }

    /// Whether the samples are the tone without a gap: the phase stays as at the beginning.
    private static func isTone(_ samples: ArraySlice<Int16>) -> Bool {
        let reference = tone(rate: AudioFormat.rate, channels: 1)
        let start = place(of: samples.prefix(400), in: reference, from: 0..<40)
        return stride(from: 0, through: samples.count - 400, by: 400).allSatisfy { offset in
            let part = samples.dropFirst(offset).prefix(400)
            return likeness(part, reference[start.at..<start.at + 400]) > 0.95
        }
    }

    /// aplay, playing 48 kHz stereo into the card until its owner is destroyed.
    private final class Player {
        private let process: ChildProcess
        private let path: String

        /// Returns once it is playing.
        @EventLoopActor init(_ second: [Int16]) async throws {
            var template = Array("/tmp/utter-tone-XXXXXX".utf8CString)
            let file = FileDescriptor(rawValue: try check(mkstemp(&template), "mkstemp"))
            path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            _ = try file.closeAfter {
                try second.withUnsafeBytes { try file.writeAll($0) }
            }
            process = try ChildProcess([
                "sh", "-c",
                "while cat \(path); do :; done | aplay -q -t raw -f S16_LE -r 48000 -c 2 "
                    + "-D hw:Loopback,0,0",
            ]) { _ in }
            while try !Self.status().contains("RUNNING") {
                try #require(process.status == nil, "aplay ended")
                try await EventLoop.shared.sleep(for: .milliseconds(20))
            }
        }

        @EventLoopActor var isPlaying: Bool { process.status == nil }

        deinit { unlink(path) }

        private static func status() throws -> String {
            try text(of: "/proc/asound/Loopback/pcm0p/sub0/status")
        }
    }

    /// Reads a short file of procfs or sysfs.
    private static func text(of path: String) throws -> String {
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        return try file.closeAfter {
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
            return String(decoding: bytes[..<count], as: UTF8.self)
        }
    }
}
