import Glibc
import LinuxRuntime
import SystemPackage

/// A file that is read in small pieces at given positions.
final class FileReader {
    private let file: OwnedDescriptor
    /// Size in bytes.
    let size: Int
    /// The position of the next read.
    var position = 0

    /// Nil if it can't be opened or isn't a regular file.
    init?(_ path: FilePath) {
        let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { return nil }
        file = OwnedDescriptor(adopting: descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        size = Int(status.st_size)
    }

    /// The next bytes, or nil if there are fewer.
    func bytes(_ count: Int) -> [UInt8]? {
        guard position >= 0, count <= size - position else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(file.rawValue, buffer.baseAddress, count, off_t(position)))
        }
        guard bytes.count == count else { return nil }
        position += count
        return bytes
    }

    /// The next number in this machine's byte order.
    func int32() -> Int32? {
        bytes(4)?.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
    }

    /// Skips to after the next zero byte; false if there is none within 256 bytes.
    func skipString() -> Bool {
        let start = position
        guard let ahead = bytes(min(256, max(0, size - start))), let end = ahead.firstIndex(of: 0)
        else { return false }
        position = start + end + 1
        return true
    }
}
