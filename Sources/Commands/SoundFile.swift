import AudioSamples
import Dictation
import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// A WAV file that is read while it is recognised. Anything else, such as a device without an end,
/// is refused after its first bytes.
final class SoundFile {
    private var stream: WaveStream
    /// The number of samples read so far.
    private(set) var count = 0

    /// Opens the file, and reads up to the beginning of its sound.
    ///
    /// - Parameter name: in the form of `FileName`.
    init(_ name: String) throws(Problem) {
        let shown = FileName.shown(name)
        let file = Glibc.open(FileName.bytes(of: name), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.problem(shown, SystemError.last("open").errno) }
        let source = Source(file: OwnedDescriptor(adopting: file), name: shown)
        stream = try WaveStream(name: shown, size: source.size) { most throws(Problem) in
            try source.read(most)
        }
    }

    /// The next second of sound; empty at the end.
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

        /// Size in bytes; nil if it is no regular file.
        var size: Int? {
            var status = stat()
            guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return nil
            }
            return Int(status.st_size)
        }

        /// Reads this many bytes, fewer only at the end: a pipe delivers them in pieces.
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
