import Glibc
import LinuxRuntime
import SystemPackage

/// The process that decodes a sound file, seen from the one that reads the sound.
@EventLoopActor
final class SoundFileProcess {
    /// A file on a disk or a server of the user's gives sound within this time.
    private static let timeout = Duration.seconds(60)

    private let pipe: OwnedDescriptor
    private let child: Child
    /// Whose output the decoder reads instead of the file.
    private let converter: Child?
    private let limit: Duration?
    private var received: [UInt8] = []

    /// - Parameters:
    ///   - file: at its beginning, unless it is a pipe.
    ///   - isRegular: whether it is on a disk or a server, and gives sound within a time.
    ///   - converter: the path of ffmpeg, if that is to read the file.
    init(
        _ program: String, reading file: FileDescriptor, isRegular: Bool,
        through converter: String? = nil
    ) throws {
        limit = isRegular ? Self.timeout : nil
        // What codecs print would be mixed with our own messages.
        let nothing = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
        defer { try? nothing.close() }
        let output = try Pipe()
        var source = file
        var converted: Pipe?
        if let converter {
            let pipe = try Pipe()
            self.converter = try Child(
                [program, SoundConverter.command, converter],
                [file, pipe.writing.descriptor, nothing])
            source = pipe.reading.descriptor
            converted = consume pipe
        } else {
            self.converter = nil
        }
        child = try Child(
            [program, SoundFile.command], [source, output.writing.descriptor, nothing])
        // Both have their copies of it.
        _ = converted.take()
        pipe = output.reading
    }

    private struct Pipe: ~Copyable {
        let reading: OwnedDescriptor
        let writing: OwnedDescriptor

        init() throws {
            let ends = try FileDescriptor.pipe(options: .closeOnExec)
            reading = OwnedDescriptor(adopting: ends.readEnd.rawValue)
            writing = OwnedDescriptor(adopting: ends.writeEnd.rawValue)
        }
    }

    /// The next message. A process that ends, or is silent for too long, fails.
    ///
    /// - Throws: `CancellationError`.
    func receive() async throws -> SoundFileMessage {
        while true {
            if let message = nextMessage() { return message }
            guard try await EventLoop.shared.ready(pipe.descriptor, within: limit) else {
                return .fails(.silence(seconds: Int(Self.timeout / .seconds(1))))
            }
            let piece = try pipe.descriptor.readPiece()
            if piece.isEmpty { return .fails(.crash(try await child.ending())) }
            received += piece
        }
    }

    /// How ffmpeg failed; nil if it didn't, or isn't used.
    func converterFailure() async throws -> String? {
        guard let converter else { return nil }
        let ending = try await converter.ending()
        return converter.process.status == .exited(0) ? nil : "ffmpeg: \(ending)"
    }

    private func nextMessage() -> SoundFileMessage? {
        let header = SoundFileMessage.header
        guard received.count >= header else { return nil }
        let length = received[1..<header].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= SoundFileMessage.longest else {
            return .fails(.crash("it broke the protocol"))
        }
        guard received.count >= header + length else { return nil }
        let message = SoundFileMessage(
            kind: received[0], received[header..<header + length])
        received.removeFirst(header + length)
        return message ?? .fails(.crash("it broke the protocol"))
    }

    /// A process that is killed with this object.
    @EventLoopActor
    private final class Child {
        let process: ChildProcess
        private let exit = Waiters()

        init(_ arguments: [String], _ descriptors: [FileDescriptor]) throws(SystemError) {
            process = try ChildProcess(arguments, environment: [], descriptors: descriptors) {
                [exit] _ in exit.wake()
            }
        }

        /// How it ended, which it has or is about to.
        func ending() async throws -> String {
            try Task.checkCancellation()
            await exit.until({ process.status != nil }, within: .seconds(5))
            try Task.checkCancellation()
            return process.status.map { "\($0)" } ?? "it closed its output"
        }
    }
}
