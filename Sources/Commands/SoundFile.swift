import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// A WAV file that is read while it is recognised. What is none, a device that never ends for
/// instance, is refused after its first bytes.
final class SoundFile {
    private var stream: WaveStream
    /// Samples that were read.
    private(set) var count = 0

    /// Opens it, and reads up to the beginning of its sound.
    ///
    /// - Parameter name: as `FileName` has it.
    init(_ name: String) throws(Problem) {
        let shown = FileName.shown(name)
        let file = Glibc.open(FileName.bytes(of: name), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.problem(shown, SystemError.last("open").errno) }
        let source = Source(file: OwnedDescriptor(adopting: file), name: shown)
        stream = try WaveStream(name: shown, size: source.size) { most throws(Problem) in
            try source.read(most)
        }
    }

    /// The next second of it; nothing at its end.
    func next() throws(Problem) -> [Int16] {
        let samples = try stream.next()
        count += samples.count
        return samples
    }

    private static func problem(_ name: String, _ error: Errno) -> Problem {
        Problem("cannot read “\(name)”", why: "\(error)")
    }

    private final class Source {
        private let file: OwnedDescriptor
        private let name: String

        init(file: consuming OwnedDescriptor, name: String) {
            self.file = file
            self.name = name
        }

        /// In bytes; nil for what is no regular file.
        var size: Int? {
            var status = stat()
            guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return nil
            }
            return Int(status.st_size)
        }

        /// So many bytes, fewer at the end: a pipe gives them in pieces.
        func read(_ most: Int) throws(Problem) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: most)
            var filled = 0
            while filled < most {
                let count = bytes.withUnsafeMutableBytes {
                    Glibc.read(file.rawValue, $0.baseAddress! + filled, most - filled)
                }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else {
                    throw SoundFile.problem(name, SystemError.last("read").errno)
                }
                if count == 0 { break }
                filled += count
            }
            return Array(bytes.prefix(filled))
        }
    }
}
