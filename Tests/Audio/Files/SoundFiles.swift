import Dictation
import Glibc
import LinuxRuntime
import Problems
import SoundFiles
import SpeechWorker
import SystemPackage
import TestSupport
import Testing

/// The files of a test, read by the real utter-speech.
@EventLoopActor
final class SoundFolder {
    let folder: ScratchDirectory
    private let program: String

    init() throws {
        folder = try ScratchDirectory("sound")
        program = try #require(SpeechProgram.path)
    }

    func write(_ bytes: [UInt8], _ name: String = "a.wav") throws {
        let file = try folder.create(name)
        _ = try file.closeAfter { try file.writeAll(bytes) }
    }

    func bytes(_ name: String) throws -> [UInt8] {
        let file = try FileDescriptor.open(FilePath(folder.path(name)), .readOnly)
        return try file.closeAfter { try file.readToEnd() }
    }

    /// Converts with sndfile-convert, by the name's ending.
    func convert(_ name: String, to other: String, _ options: String...) async throws {
        let run = try await ProgramRun(
            ["sndfile-convert"] + options + [folder.path(name), folder.path(other)])
        try #require(run.status == .exited(0), "\(run.errors)\(run.output)")
    }

    /// Converts with ffmpeg, by the name's ending.
    func ffmpeg(_ name: String, to other: String, _ options: [String] = []) async throws {
        let run = try await ProgramRun(
            ["ffmpeg", "-nostdin", "-v", "error", "-i", folder.path(name)] + options
                + [folder.path(other)])
        try #require(run.status == .exited(0), "\(run.errors)\(run.output)")
    }

    struct Sound {
        var samples: [Int16] = []
        var length: Int?
        /// Why it isn't whole.
        var failure: SoundFileFailure?
    }

    func read(_ name: String = "a.wav") async throws -> Sound {
        try await read(path: folder.path(name))
    }

    func read(path: String) async throws -> Sound {
        let file = try await SoundFile(path, program: program)
        var sound = Sound()
        sound.length = file.length
        do {
            while case let piece = try await file.next(), !piece.isEmpty { sound.samples += piece }
        } catch let failure as SoundFileFailure {
            sound.failure = failure
        }
        #expect(file.count == sound.samples.count)
        return sound
    }

    /// Why a file can't be read at all, or not to its end.
    func problem(_ name: String = "a.wav") async throws -> Problem? {
        do {
            return try await read(name).failure?.problem
        } catch let problem as Problem {
            return problem
        }
    }
}

/// A pure tone.
struct Tone {
    var frequency = 440.0
    /// From 0 to 1.
    var loudness = 0.5
    var rate = 16_000
    var seconds = 1.0

    /// From −1 to 1.
    var values: [Double] {
        (0..<Int(Double(rate) * seconds)).map {
            loudness * sin(2 * .pi * frequency * Double($0) / Double(rate))
        }
    }

    var samples: [Int16] { values.map { Int16(($0 * 32_767).rounded()) } }

    /// How much of this frequency is in a sound of 16 kHz, from 0 to 1 (a single bin of a discrete
    /// Fourier transform), without the edges, at which resampling fades.
    static func loudness(of frequency: Double, in samples: [Int16]) -> Double {
        let middle = samples.dropFirst(800).dropLast(800)
        guard !middle.isEmpty else { return 0 }
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in middle.enumerated() {
            let angle = 2 * .pi * frequency * Double(index) / 16_000
            real += Double(sample) / 32_768 * cos(angle)
            imaginary += Double(sample) / 32_768 * sin(angle)
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(middle.count)
    }
}
