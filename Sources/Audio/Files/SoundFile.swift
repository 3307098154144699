import Dictation
import Glibc
public import LinuxRuntime
public import Problems
import SystemPackage

/// A sound file that is read while it is recognised, as 16 kHz mono: little of it is in memory at a
/// time, however long it is.
///
/// A separate process decodes it (`utter-speech read-sound`), which is confined before it reads the
/// first byte: what a damaged or hostile file does there can't reach this one.
@EventLoopActor
public final class SoundFile {
    /// The command of `utter-speech`.
    public nonisolated static let command = "read-sound"

    private let name: String
    private let process: SoundFileProcess
    private var isOver = false
    /// The number of samples read so far.
    public private(set) var count = 0
    /// The length in samples, if the file states it.
    public let length: Int?

    /// Opens the file, and reads up to the beginning of its sound. ffmpeg reads it, where it is
    /// installed, if libsndfile doesn't know its format.
    ///
    /// - Parameters:
    ///   - name: in the form of `FileName`.
    ///   - program: the path of `utter-speech`.
    /// - Throws: `Problem`, which names the file; `CancellationError`.
    public init(_ name: String, program: String) async throws {
        let shown = FileName.shown(name)
        self.name = shown
        func problem(_ error: SystemError) -> Problem {
            Problem("cannot read “\(shown)”", why: "\(error.errno)")
        }
        let raw = Glibc.open(FileName.bytes(of: name), O_RDONLY | O_CLOEXEC)
        guard raw >= 0 else { throw problem(SystemError.last("open")) }
        let file = OwnedDescriptor(adopting: raw)
        var status = stat()
        guard fstat(file.rawValue, &status) == 0 else { throw problem(SystemError.last("fstat")) }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        if status.st_mode & S_IFMT == S_IFDIR {
            throw Problem(
                "cannot read “\(shown)”", why: "it is a folder", remedy: "Name the files in it.")
        }
        if isRegular, status.st_size == 0 { throw SoundFileDefect.empty.problem(shown) }
        func start(_ converter: String? = nil) throws -> SoundFileProcess {
            do {
                return try SoundFileProcess(
                    program, reading: file.descriptor, isRegular: isRegular, through: converter)
            } catch {
                throw Problem(
                    "cannot read “\(shown)”", why: "cannot start \(program): \(error)")
            }
        }
        var process = try start()
        var beginning = try await process.receive()
        // The beginning of a pipe is gone.
        if beginning == .fails(.unknownFormat), isRegular {
            guard let converter = SoundConverter.path else {
                throw SoundFileDefect.noConverter.problem(shown)
            }
            process = try start(converter)
            beginning = try await process.receive()
            if case .fails = beginning, try await process.converterFailure() != nil {
                throw SoundFileDefect.unknownToConverter.problem(shown)
            }
        }
        self.process = process
        switch beginning {
        case .begins(let length): self.length = length
        case .fails(let defect): throw defect.problem(shown)
        case .samples, .ends: throw SoundFileDefect.crash("it broke the protocol").problem(shown)
        }
    }

    /// The next samples; empty at the end.
    ///
    /// - Throws: `SoundFileFailure`; `CancellationError`.
    public func next() async throws -> [Int16] {
        if isOver { return [] }
        switch try await process.receive() {
        case .samples(let samples):
            count += samples.count
            return samples
        case .ends:
            isOver = true
            guard let how = try await process.converterFailure() else { return [] }
            throw failure(.damaged(at: Double(count) / Double(AudioFormat.rate), how))
        case .fails(let defect):
            isOver = true
            throw failure(defect)
        case .begins:
            isOver = true
            throw failure(.crash("it broke the protocol"))
        }
    }

    private func failure(_ defect: SoundFileDefect) -> SoundFileFailure {
        SoundFileFailure(problem: defect.problem(name), isPartial: defect.isPartial)
    }
}

/// Why a sound file can't be read on.
public struct SoundFileFailure: Error {
    public let problem: Problem
    /// Whether what was read before is sound: the beginning of a file whose end is missing.
    public let isPartial: Bool
}
