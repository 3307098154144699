import Dictation
import Glibc
import LinuxRuntime
import Problems
import SoundFiles
import SpeechWorker
import SystemPackage
import TestSupport
import Testing

@Suite(.runningLoop) struct SoundFileTests {
    private let speech: [Int16] = [0, 1, -1, 32_767, -32_768, 258]

    // MARK: WAV

    @EventLoopActor @Test func takesWhatIsRightAlreadyBitForBit() async throws {
        let folder = try SoundFolder()
        var generator = SplitMix(seed: 1)
        let noise = (0..<40_000).map { _ in Int16.random(in: .min ... .max, using: &generator) }
        try folder.write(WaveBytes(samples: speech + noise).bytes)
        let sound = try await folder.read()
        #expect(sound.samples == speech + noise)
        #expect(sound.length == 40_006)
        #expect(sound.failure == nil)
    }

    @EventLoopActor
    @Test(arguments: [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000])
    func takesEachRate(_ rate: Int) async throws {
        let folder = try SoundFolder()
        var file = WaveBytes(samples: Tone(rate: rate, seconds: 2).samples)
        file.rate = UInt32(rate)
        try folder.write(file.bytes)
        let sound = try await folder.read()
        #expect(abs(sound.samples.count - 32_000) <= 1)
        #expect(abs((sound.length ?? 0) - 32_000) <= 1)
        #expect(abs(Tone.loudness(of: 440, in: sound.samples) - 0.5) < 0.005)
    }

    /// What is above 8 kHz must not come back as something else.
    @EventLoopActor @Test(arguments: [44_100, 48_000, 96_000]) func hasNoAliases(rate: Int)
        async throws
    {
        let folder = try SoundFolder()
        for (frequency, loudness) in [(7_000.0, 0.5), (9_000.0, 0.0), (15_000.0, 0.0)] {
            var file = WaveBytes(samples: Tone(frequency: frequency, rate: rate).samples)
            file.rate = UInt32(rate)
            try folder.write(file.bytes)
            let samples = try await folder.read().samples
            let heard = min(frequency, abs(16_000 - frequency))
            #expect(
                abs(Tone.loudness(of: heard, in: samples) - loudness) < 0.005, "\(frequency) Hz")
        }
    }

    @EventLoopActor @Test(arguments: [8, 16, 24, 32] as [UInt16]) func takesEachWidth(
        _ bits: UInt16
    ) async throws {
        let folder = try SoundFolder()
        let values = Tone().values
        var file = WaveBytes(
            sound: values.flatMap { value -> [UInt8] in
                if bits == 8 { return [UInt8(128 + (value * 127).rounded())] }
                let number = Int(value * Double(1 << (bits - 1)))
                return (0..<Int(bits) / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            })
        file.bits = bits
        try folder.write(file.bytes)
        let samples = try await folder.read().samples
        #expect(samples.count == 16_000)
        #expect(abs(Tone.loudness(of: 440, in: samples) - 0.5) < 0.005)
    }

    /// Floating point is limited to full scale, and what is no number is silence.
    @EventLoopActor @Test func takesFloatingPoint() async throws {
        let folder = try SoundFolder()
        let values: [Float] = [0.25, -0.5, 7, -7, .nan, .infinity, -.infinity, 0]
        var file = WaveBytes(
            sound: values.flatMap { value in
                (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
            })
        (file.tag, file.bits) = (3, 32)
        try folder.write(file.bytes)
        #expect(
            try await folder.read().samples
                == [8192, -16_384, 32_767, -32_768, 0, 32_767, -32_768, 0])
        file.rate = 44_100
        file.sound = Array(repeating: file.sound, count: 1000).flatMap(\.self)
        try folder.write(file.bytes)
        #expect(2902...2903 ~= (try await folder.read().samples.count))
    }

    @EventLoopActor @Test func mixesChannels() async throws {
        let folder = try SoundFolder()
        var file = WaveBytes(samples: [100, 300, -32_768, -32_768, 32_767, 32_767, 2, 0])
        file.channels = 2
        try folder.write(file.bytes)
        #expect(try await folder.read().samples == [200, -32_768, 32_767, 1])
        file = WaveBytes(samples: [600, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 3])
        file.channels = 6
        try folder.write(file.bytes)
        #expect(try await folder.read().samples == [100, 3])
    }

    /// Of two channels that cancel each other one is taken, also where they do so only from a place on.
    @EventLoopActor @Test func takesOneOfChannelsThatCancelEachOther() async throws {
        let folder = try SoundFolder()
        let tone = Tone(rate: 16_000, seconds: 2).samples
        var file = WaveBytes(samples: tone.flatMap { [$0, -$0] })
        file.channels = 2
        try folder.write(file.bytes)
        #expect(try await folder.read().samples == tone)
        // The right channel is louder.
        file = WaveBytes(samples: tone.flatMap { [-$0 / 10 * 8, $0] })
        file.channels = 2
        try folder.write(file.bytes)
        #expect(try await folder.read().samples == tone)
        // A speaker in each channel, one after the other, stays.
        file = WaveBytes(samples: tone.flatMap { [$0, 0] } + tone.flatMap { [0, $0] })
        file.channels = 2
        try folder.write(file.bytes)
        let samples = try await folder.read().samples
        #expect(abs(Tone.loudness(of: 440, in: samples) - 0.25) < 0.01)
    }

    /// Data sizes as left by: a writer that never came back to fill it in, ffmpeg, arecord, sox.
    @EventLoopActor @Test(arguments: [0, 0xFFFF_FFFF, 0x8000_0000, 0x7FFF_F000] as [UInt32])
    func readsAStreamToItsEnd(size: UInt32) async throws {
        let folder = try SoundFolder()
        var file = WaveBytes(samples: speech)
        file.statedSize = size
        file.statedFileSize = size == 0 ? 0 : size &+ 36
        try folder.write(file.bytes)
        let sound = try await folder.read()
        #expect(sound.samples == speech)
        #expect(sound.failure == nil)
    }

    // MARK: Other kinds

    private nonisolated static let kinds = [
        "a.flac", "a.ogg", "opus.ogg", "a.mp3", "a.aiff", "a.au", "a.caf", "a.w64", "a.rf64",
        "law.wav",
    ]

    /// A tone of two seconds in each kind.
    @EventLoopActor private func folderOfKinds() async throws -> SoundFolder {
        let folder = try SoundFolder()
        var file = WaveBytes(
            samples: Tone(rate: 48_000, seconds: 2).samples.flatMap { [$0, $0] })
        (file.channels, file.rate) = (2, 48_000)
        try folder.write(file.bytes)
        // sndfile-convert takes integers for floating-point samples as they are, far beyond full
        // scale.
        file = WaveBytes(
            sound: Tone(rate: 48_000, seconds: 2).values.flatMap { value -> [UInt8] in
                let bits = Float(value).bitPattern
                let bytes = (0..<4).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
                return bytes + bytes
            })
        (file.tag, file.bits, file.channels, file.rate) = (3, 32, 2, 48_000)
        try folder.write(file.bytes, "float.wav")
        for name in Self.kinds {
            switch name {
            case "opus.ogg": try await folder.convert("float.wav", to: name, "-opus")
            case "law.wav": try await folder.convert("float.wav", to: name, "-ulaw")
            case "a.flac": try await folder.convert("a.wav", to: name)
            default: try await folder.convert("float.wav", to: name)
            }
        }
        return folder
    }

    @EventLoopActor @Test(.needs("sndfile-convert", package: "sndfile-programs"))
    func takesEachKind() async throws {
        let folder = try await folderOfKinds()
        for name in Self.kinds {
            let sound = try await folder.read(name)
            #expect(sound.failure == nil, "\(name)")
            #expect(abs(sound.samples.count - 32_000) < 20, "\(name)")
            #expect(abs((sound.length ?? 0) - 32_000) < 20, "\(name)")
            #expect(abs(Tone.loudness(of: 440, in: sound.samples) - 0.5) < 0.03, "\(name)")
        }
    }

    @EventLoopActor @Test(.needs("sndfile-convert", package: "sndfile-programs"))
    func readsPipes() async throws {
        let folder = try await folderOfKinds()
        for (name, isReadable) in [
            ("a.wav", true), ("a.ogg", true), ("opus.ogg", true), ("a.mp3", true),
            ("a.flac", false),
        ] {
            let pipe = folder.folder.path("pipe")
            unlink(pipe)
            #expect(mkfifo(pipe, 0o600) == 0)
            let writer = try ChildProcess(["cp", folder.folder.path(name), pipe]) { _ in }
            if isReadable {
                let sound = try await folder.read("pipe")
                #expect(sound.failure == nil && sound.length == nil, "\(name)")
                #expect(abs(sound.samples.count - 32_000) < 20, "\(name)")
            } else {
                let problem = try await folder.problem("pipe")
                #expect(problem?.why == "this format can't be read from a pipe")
                #expect(problem?.remedy == "Save it as a file, and name that.")
            }
            _ = writer
        }
    }

    // MARK: Damage

    @EventLoopActor
    @Test(arguments: [
        ("", "the file is empty"), ("RIFF", "it isn't a sound file of a known kind"),
        ("#!/bin/sh\n", "it isn't a sound file of a known kind"), ("ID3", "it isn't a sound file"),
    ]) func saysWhatItIsNot(contents: String, why: String) async throws {
        let folder = try SoundFolder()
        try folder.write(Array(contents.utf8))
        let problem = try #require(try await folder.problem())
        #expect(problem.what == "cannot read the sound file “\(folder.folder.path("a.wav"))”")
        #expect(problem.why.hasPrefix(why), "\(problem)")
        #expect(!problem.remedy.isEmpty)
    }

    @EventLoopActor @Test func namesWhatIsNoFile() async throws {
        let folder = try SoundFolder()
        #expect(try await folder.problem("b")?.why == "No such file or directory")
        #expect(try await folder.problem(".")?.why == "it is a folder")
        #expect(
            try await folder.problem("../../dev/zero")?.why.hasPrefix("it isn't a sound file")
                == true
        )
    }

    /// The sound before the damage is read, and it is said where it breaks off.
    @EventLoopActor @Test(.needs("sndfile-convert", package: "sndfile-programs"))
    func readsUpToTheMissingEnd() async throws {
        let folder = try await folderOfKinds()
        for name in ["a.wav", "law.wav", "a.flac", "a.mp3", "opus.ogg"] {
            let whole = try folder.bytes(name)
            try folder.write(Array(whole.prefix(whole.count * 3 / 5)), "cut \(name)")
            let sound = try await folder.read("cut \(name)")
            let failure = try #require(sound.failure, "\(name)")
            #expect(failure.isPartial)
            #expect(8_000...22_000 ~= sound.samples.count, "\(name): \(sound.samples.count)")
            #expect(failure.problem.what.hasPrefix("only a part of the sound file"))
            let place =
                name == "opus.ogg"
                ? "it breaks off at 0:0"
                : name == "a.flac" ? "it is damaged at 0:0" : "it breaks off at 0:01 of 0:0"
            #expect(failure.problem.why.contains(place), "\(name): \(failure.problem.why)")
        }
    }

    @EventLoopActor @Test func quotesTheNameForAShell() async throws {
        let folder = try SoundFolder()
        var file = WaveBytes(samples: speech)
        file.rate = 100
        try folder.write(file.bytes, "my son's.wav")
        #expect(
            try await folder.problem("my son's.wav")?.remedy
                == #"Convert it: ffmpeg -i '\#(folder.folder.path)/my son'\''s.wav' -ar 16000 OUT.wav"#
        )
    }

    /// Whatever is in a file: its sound, or a problem in words, and no process that crashes.
    @EventLoopActor @Test(.needs("sndfile-convert", package: "sndfile-programs"))
    func survivesDamagedFiles() async throws {
        let folder = try await folderOfKinds()
        var generator = SplitMix(seed: 20)
        for name in ["a.wav"] + Self.kinds {
            let whole = try folder.bytes(name)
            for round in 0..<12 {
                var bytes = whole
                switch round {
                case 0: bytes = Array(bytes.prefix(bytes.count / 200))
                case 1: bytes = Array(bytes.prefix(bytes.count / 10))
                case 2: bytes = Array(bytes.dropLast())
                case 3..<8:
                    // The header decides most.
                    for _ in 0..<4 {
                        bytes[Int.random(in: 0..<100, using: &generator)] = .random(
                            in: 0...255, using: &generator)
                    }
                default:
                    for _ in 0..<30 {
                        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
                            in: 0...255, using: &generator)
                    }
                }
                try folder.write(bytes, "damaged")
                let problem = try await folder.problem("damaged")
                #expect(problem?.why.contains("failed") != true, "\(name), \(round): \(problem!)")
                #expect(problem.map { !$0.why.isEmpty && !$0.remedy.isEmpty } ?? true)
            }
        }
        for _ in 0..<20 {
            let count = Int.random(in: 1..<5000, using: &generator)
            try folder.write(
                (0..<count).map { _ in .random(in: 0...255, using: &generator) }, "noise")
            let problem = try await folder.problem("noise")
            #expect(problem?.why.contains("failed") != true, "\(problem!)")
        }
    }

    // MARK: By ffmpeg

    /// A tone of two seconds in the forms that libsndfile does not read.
    @EventLoopActor private func folderOfMedia() async throws -> SoundFolder {
        let folder = try SoundFolder()
        var file = WaveBytes(samples: Tone(rate: 44_100, seconds: 2).samples.flatMap { [$0, $0] })
        (file.channels, file.rate) = (2, 44_100)
        try folder.write(file.bytes)
        let picture = ["-f", "lavfi", "-i", "color=size=64x64:rate=5", "-shortest"]
        for name in ["a.m4a", "film.mp4", "film.mkv"] {
            try await folder.ffmpeg("a.wav", to: name, name == "a.m4a" ? [] : picture)
        }
        return folder
    }

    @EventLoopActor @Test(.needs("ffmpeg", package: "ffmpeg"))
    func takesTheSoundOfVideosAndM4A() async throws {
        let folder = try await folderOfMedia()
        for name in ["a.m4a", "film.mp4", "film.mkv"] {
            let sound = try await folder.read(name)
            #expect(sound.failure == nil, "\(name)")
            #expect(31_000...34_000 ~= sound.samples.count, "\(name): \(sound.samples.count)")
            let tone = Array(sound.samples.dropFirst(1600).prefix(28_800))
            #expect(abs(Tone.loudness(of: 440, in: tone) - 0.5) < 0.03, "\(name)")
        }
    }

    @EventLoopActor @Test(.needs("ffmpeg", package: "ffmpeg"))
    func aVideoIsReadUpToItsMissingEnd() async throws {
        let folder = try await folderOfMedia()
        try await folder.ffmpeg("a.wav", to: "fast.m4a", ["-movflags", "+faststart"])
        let whole = try folder.bytes("fast.m4a")
        try folder.write(Array(whole.prefix(whole.count * 3 / 5)), "cut.m4a")
        let sound = try await folder.read("cut.m4a")
        let failure = try #require(sound.failure)
        #expect(failure.isPartial)
        #expect(8_000...22_000 ~= sound.samples.count, "\(sound.samples.count)")
        #expect(failure.problem.why.hasPrefix("it is damaged at 0:0"), "\(failure.problem)")
    }

    /// A list of other files isn't a kind that ffmpeg may read, and a video needs sound.
    @EventLoopActor @Test(.needs("ffmpeg", package: "ffmpeg"))
    func ffmpegReadsNoOtherFile() async throws {
        let folder = try await folderOfMedia()
        let list = "#EXTM3U\n#EXTINF:2,\n\(folder.folder.path("a.m4a"))\n#EXT-X-ENDLIST\n"
        try folder.write(Array(list.utf8), "list.m3u8")
        try await folder.ffmpeg(
            "a.wav", to: "silent.mp4",
            [
                "-f", "lavfi", "-i", "color=size=64x64:rate=5", "-t", "2", "-map", "1:v",
            ])
        for name in ["list.m3u8", "silent.mp4"] {
            let problem = try #require(try await folder.problem(name))
            #expect(problem.why.hasPrefix("it isn't a sound file of a known kind"), "\(problem)")
            #expect(problem.why.hasSuffix("and ffmpeg finds no whole sound in it"), "\(problem)")
        }
    }

    /// Once it is confined, ffmpeg opens the file and libraries, and starts nothing.
    @EventLoopActor
    @Test(.needs("strace", package: "strace"), .needs("ffmpeg", package: "ffmpeg"))
    func ffmpegIsConfined() async throws {
        let folder = try await folderOfMedia()
        let log = folder.folder.path("log")
        let run = try await ProgramRun(
            [
                "strace", "-f", "-o", log, "-e", "trace=%file,%network,%process,seccomp",
                try #require(SpeechProgram.path), SoundConverter.command, "/usr/bin/ffmpeg",
            ], input: folder.folder.path("film.mp4"))
        #expect(run.status == .exited(0))
        let calls = String(decoding: try folder.bytes("log"), as: UTF8.self).split(separator: "\n")
        let confined = try #require(
            calls.lastIndex { $0.contains("seccomp(SECCOMP_SET_MODE_FILTER") })
        let done = calls[(confined + 1)...].filter { !$0.contains(" = -1 ") }
        #expect(done.filter { $0.contains("execve(") }.count == 1)
        #expect(done.contains { $0.contains(#""/dev/stdin", O_RDONLY"#) })
        #expect(!done.contains { $0.contains("O_WRONLY") || $0.contains("O_RDWR") })
        #expect(!done.contains { $0.contains("socket(") || $0.contains("connect(") })
        #expect(!done.contains { $0.contains("clone(") && !$0.contains("CLONE_THREAD") })
    }

    // MARK: The process

    @EventLoopActor @Test func aProcessThatBreaksIsReported() async throws {
        let folder = try SoundFolder()
        try folder.write(WaveBytes(samples: speech).bytes)
        for (program, why) in [
            ("/bin/false", "failed: exit status 1"), ("/bin/echo", "failed: it broke the protocol"),
            ("/no/such", "No such file or directory"),
        ] {
            let problem = await #expect(throws: Problem.self) {
                _ = try await SoundFile(folder.folder.path("a.wav"), program: program)
            }
            #expect(problem?.why.contains(why) == true, "\(problem!)")
        }
    }

    /// It reads, writes to its pipe, and can do no more.
    @EventLoopActor @Test(.needs("strace", package: "strace"))
    func opensNothingOnceTheFileIsRead() async throws {
        let folder = try SoundFolder()
        try folder.write(WaveBytes(samples: Tone().samples).bytes)
        let log = folder.folder.path("log")
        let run = try await ProgramRun(
            [
                "strace", "-f", "-o", log, "-e",
                "trace=%file,%network,%process,seccomp,lseek,write",
                try #require(SpeechProgram.path), SoundFile.command,
            ], input: folder.folder.path("a.wav"))
        #expect(run.status == .exited(0))
        let calls = String(decoding: try folder.bytes("log"), as: UTF8.self).split(separator: "\n")
        let confined = try #require(
            calls.lastIndex { $0.contains("seccomp(SECCOMP_SET_MODE_FILTER") })
        let after = calls[(confined + 1)...]
        #expect(after.contains { $0.contains("write(1") })
        for name in ["open", "socket", "connect", "clone", "execve"] {
            #expect(!after.contains { $0.contains("\(name)(") || $0.contains("\(name)at(") })
        }
    }

    @EventLoopActor @Test func waitingForAPipeIsCancelled() async throws {
        let folder = try SoundFolder()
        let pipe = folder.folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = EventLoop.throwingTask { try await folder.read("pipe") }
        // Opens when the reader has.
        let writer = try await Task.detached { try FileDescriptor.open(FilePath(pipe), .writeOnly) }
            .value
        reader.cancel()
        let result = await reader.result
        #expect(throws: CancellationError.self) { try result.get() }
        try writer.close()
    }
}
