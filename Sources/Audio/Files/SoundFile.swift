import Dictation
import Glibc
public import LinuxRuntime
public import Problems
import SystemPackage

/// A sound file that is read while it is recognised, as 16 kHz mono: little of it is in memory at a
/// time, however long it is.
///
/// A process of its own decodes it (`utter-speech read-sound`), which is confined before it reads
/// the first byte: what a damaged or hostile file does there can't reach this one.
@EventLoopActor
public final class SoundFile {
    /// The command of `utter-speech`.
    public nonisolated static let command = "read-sound"
    /// A file on a disk or a server of the user's gives sound within this time.
    private static let patience = Duration.seconds(60)

    private let name: String
    private let isRegular: Bool
    private let pipe: OwnedDescriptor
    /// Killed with this object.
    private let child: ChildProcess
    private let exit = Waiters()
    private var received: [UInt8] = []
    private var isOver = false
    /// The number of samples read so far.
    public private(set) var count = 0
    /// The length in samples, if the file states it.
    public private(set) var length: Int?
    /// Samples that came with the first message.
    private var first: SoundFileMessage?

    /// Opens the file, and reads up to the beginning of its sound.
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
        isRegular = status.st_mode & S_IFMT == S_IFREG
        if status.st_mode & S_IFMT == S_IFDIR {
            throw Problem(
                "cannot read “\(shown)”", why: "it is a folder", remedy: "Name the files in it.")
        }
        if isRegular, status.st_size == 0 { throw SoundFileDefect.empty.problem(shown) }
        do {
            let ends = try FileDescriptor.pipe(options: .closeOnExec)
            pipe = OwnedDescriptor(adopting: ends.readEnd.rawValue)
            let writing = OwnedDescriptor(adopting: ends.writeEnd.rawValue)
            // What codecs print would be mixed with our own messages.
            let nothing = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
            defer { try? nothing.close() }
            child = try ChildProcess(
                [program, Self.command], environment: [],
                descriptors: [file.descriptor, writing.descriptor, nothing]
            ) { [exit] _ in exit.wake() }
        } catch {
            throw Problem("cannot read “\(shown)”", why: "cannot start \(program): \(error)")
        }
        switch try await receive() {
        case .begins(let length): self.length = length
        case .fails(let defect): throw defect.problem(shown)
        case .samples, .ends: throw SoundFileDefect.crash("it broke its protocol").problem(shown)
        }
    }

    /// The next samples; empty at the end.
    ///
    /// - Throws: `SoundFileFailure`; `CancellationError`.
    public func next() async throws -> [Int16] {
        if isOver { return [] }
        switch try await receive() {
        case .samples(let samples):
            count += samples.count
            return samples
        case .ends:
            isOver = true
            return []
        case .fails(let defect):
            isOver = true
            throw SoundFileFailure(problem: defect.problem(name), isPartial: defect.isPartial)
        case .begins:
            isOver = true
            let defect = SoundFileDefect.crash("it broke its protocol")
            throw SoundFileFailure(problem: defect.problem(name), isPartial: false)
        }
    }

    private func receive() async throws -> SoundFileMessage {
        while true {
            if let message = try nextMessage() { return message }
            guard
                try await EventLoop.shared.ready(
                    pipe.descriptor, within: isRegular ? Self.patience : nil)
            else { return .fails(.silence(seconds: Int(Self.patience / .seconds(1)))) }
            let piece = try pipe.descriptor.readPiece()
            if piece.isEmpty { return .fails(.crash(try await ending())) }
            received += piece
        }
    }

    private func nextMessage() throws -> SoundFileMessage? {
        let header = SoundFileMessage.header
        guard received.count >= header else { return nil }
        let length = received[1..<header].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= SoundFileMessage.longest else {
            return .fails(.crash("it broke its protocol"))
        }
        guard received.count >= header + length else { return nil }
        let message = SoundFileMessage(
            kind: received[0], received[header..<header + length])
        received.removeFirst(header + length)
        return message ?? .fails(.crash("it broke its protocol"))
    }

    /// How the process ended, which it has or is about to.
    private func ending() async throws -> String {
        try Task.checkCancellation()
        await exit.until({ child.status != nil }, within: .seconds(5))
        try Task.checkCancellation()
        return child.status.map { "\($0)" } ?? "it closed its output"
    }
}

/// Why a sound file can't be read on.
public struct SoundFileFailure: Error {
    public let problem: Problem
    /// Whether what was read before is sound: the beginning of a file whose end is missing.
    public let isPartial: Bool
}
