import AudioALSA
import Dictation
import Glibc
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

/// Real speech through a real sound server.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(20)),
    .needs("pulseaudio", "pactl", "paplay", package: "pulseaudio and pulseaudio-utils"),
    .needs("/usr/share/pocketsphinx/test/data/librivox", package: "pocketsphinx-testdata"))
struct PulseCaptureTests {
    static let recordings = "/usr/share/pocketsphinx/test/data/librivox"
    static let file = "\(recordings)/sense_and_sensibility_01_austen_64kb-0870.wav"

    @EventLoopActor @Test func capturesWhatIsPlayedFromTheFirstSampleOn() async throws {
        let server = try await PulseServer.shared()
        let pcm = try await server.addSink("speech")
        // It begins within a word, so that a late start would be noticed.
        let speech = try Self.speech()
        let file = try TemporaryFile(WaveBytes(samples: speech).bytes)

        let microphone = ALSAMicrophone(pcm)
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        #expect(!collector.hasStarted)
        try await collector.waitForStart()
        try await server.play(file.path, into: "speech")
        microphone.stop()
        collector.isClosed = true

        #expect(collector.lost == 0)
        let heard = collector.samples
        let piece = AudioFormat.rate / 10
        let first = await Task.detached {
            place(of: speech[..<piece], in: heard, from: 0..<heard.count)
        }.value
        #expect(first.likeness > 0.9, "the first 100 ms")
        // From there on, each tenth of a second of speech is in its place, so nothing is missing in
        // between; the server's resampling may shift it by a sample or two.
        for start in stride(from: 0, to: speech.count - piece, by: piece) {
            let part = speech[start..<start + piece]
            guard AudioLevel(of: part).value > 0.5 else { continue }
            let expected = first.at + start
            let found = place(of: part, in: heard, from: expected - 40..<expected + 41)
            #expect(found.likeness > 0.8, "at \(start)")
            #expect(abs(found.at - expected) <= 2, "at \(start)")
        }
        print("utter-measure start-to-started pulse \(microphone.openDuration!)")
    }

    /// The server would mix them down to silence.
    @EventLoopActor @Test func capturesOneOfChannelsThatCancelEachOther() async throws {
        let server = try await PulseServer.shared()
        let microphone = ALSAMicrophone(try await server.addSink("opposites"))
        let tone = (0..<14_000).map { Int16($0 > 8000 ? 0 : $0 % 32 < 16 ? 12_000 : -12_000) }
        let file = try TemporaryFile(WaveBytes(opposites: tone).bytes)
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        try await collector.waitForStart()
        #expect(!microphone.hasOppositeChannels)
        try await server.play(file.path, into: "opposites")
        // Silence says nothing new.
        #expect(microphone.hasOppositeChannels)
        microphone.stop()
        collector.isClosed = true
        #expect(Tone.isHeard(in: collector.samples))
    }

    @EventLoopActor @Test func stopDeliversWhatWasCaptured() async throws {
        let server = try await PulseServer.shared()
        let microphone = ALSAMicrophone(try await server.addSink("stopping"))
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        try await collector.waitForStart()
        let before = collector.samples.count
        // The event loop is blocked for half a second of sound.
        poll(nil, 0, 500)
        #expect(collector.samples.count == before)
        microphone.stop()
        collector.isClosed = true
        let gained = AudioFormat.duration(samples: collector.samples.count - before)
        #expect(gained > .milliseconds(400))
        microphone.stop()
        try await EventLoop.shared.sleep(for: .milliseconds(50))
    }

    @EventLoopActor @Test func mayBeStoppedAndStartedWithinADelivery() async throws {
        let server = try await PulseServer.shared()
        let microphone = ALSAMicrophone(try await server.addSink("reentrant"))
        let (first, second) = (AudioCollector(), AudioCollector())
        microphone.start { event in
            first.take(event)
            guard event == .started else { return }
            microphone.stop()
            first.isClosed = true
            microphone.start { second.take($0) }
        }
        try await first.waitForStart()
        try await second.waitForStart()
        microphone.stop()
        #expect(!first.samples.isEmpty && !second.samples.isEmpty)
    }

    @EventLoopActor @Test func stopDuringTheOpeningDeliversNothing() async throws {
        let server = try await PulseServer.shared()
        let microphone = ALSAMicrophone(try await server.addSink("hasty"))
        let collector = AudioCollector()
        microphone.start { collector.take($0) }
        microphone.stop()
        collector.isClosed = true
        #expect(!collector.hasStarted)
        let next = AudioCollector()
        microphone.start { next.take($0) }
        try await next.waitForStart()
        microphone.stop()
    }

    @EventLoopActor @Test func namesTheMicrophonesThatThereAre() async throws {
        _ = try await PulseServer.shared()
        for name in ["hw:77", "pulse:nowhere.monitor", "no such thing", "it's"] {
            let microphone = ALSAMicrophone(name)
            let collector = AudioCollector()
            microphone.start { collector.take($0) }
            let problem = try await collector.waitForFailure()
            #expect(!collector.hasStarted)
            #expect(problem.what == "cannot open the microphone “\(name)”")
            #expect(!problem.why.isEmpty)
            #expect(problem.remedy.contains("Choose one of: default, "))
            microphone.stop()
        }
    }

    @EventLoopActor @Test func knowsWithoutOpeningWhetherADeviceIsThere() async throws {
        #expect(ALSAMicrophone("pulse").availability() == .available)
        for name in ["hw:77", "plughw:CARD=Nothing,DEV=0", "no such thing"] {
            let problem = try #require(ALSAMicrophone(name).availability().problem)
            #expect(problem.what.contains(name))
            #expect(problem.remedy.contains("pulse"))
        }
    }

    @Test func listsMicrophonesWithoutTheirVariants() {
        let devices = ALSADevices.list()
        #expect(devices.first?.name == "default")
        #expect(devices.contains { $0.name == "pulse" && $0.description.contains("PulseAudio") })
        for device in devices {
            #expect(!device.description.contains("\n"))
            #expect(!["null", "samplerate", "upmix"].contains(device.name))
            #expect(!device.name.hasPrefix("surround"))
        }
    }

    /// Four seconds, from the first loud part of a recording.
    private static func speech() throws -> [Int16] {
        let all = try WaveBytes.samples(of: bytes(of: file))
        let loud = try #require(all.firstIndex { abs(Int($0)) > 3000 })
        return Array(all[loud...].prefix(4 * AudioFormat.rate))
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        let file = try FileDescriptor.open(path, .readOnly)
        defer { try? file.close() }
        let size = Int(try file.seek(offset: 0, from: .end))
        return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            count = try file.read(fromAbsoluteOffset: 0, into: bytes)
        }
    }
}

/// A file that is deleted with its owner.
private final class TemporaryFile {
    let path: String

    init(_ bytes: [UInt8]) throws {
        var template = Array("/tmp/utter-sound-XXXXXX".utf8CString)
        let file = FileDescriptor(rawValue: try check(mkstemp(&template), "mkstemp"))
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        try file.closeAfter { _ = try file.writeAll(bytes) }
    }

    deinit { unlink(path) }
}
