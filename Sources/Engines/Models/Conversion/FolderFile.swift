import Glibc
import LinuxRuntime
import SystemPackage

/// A regular file of the folder, opened for reading.
final class FolderFile {
    let name: String
    /// In bytes, when it was opened.
    let length: Int
    private let file: OwnedDescriptor

    init(_ name: String, in folder: FilePath) throws(ConversionDefect) {
        self.name = name
        // A pipe would wait for a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        let raw = Glibc.open(folder.appending(name).string, flags)
        guard raw >= 0 else { throw .unreadable(name, .current) }
        file = OwnedDescriptor(adopting: raw)
        var status = stat()
        guard fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .noFile(name)
        }
        length = Int(status.st_size)
    }

    /// - Throws: `truncated` if the file has fewer.
    func bytes(_ count: Int, at offset: Int) throws(ConversionDefect) -> [UInt8] {
        guard offset <= length, count <= length - offset else { throw .truncated(name) }
        do {
            return try [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
                while done < count {
                    let piece = try file.descriptor.read(
                        fromAbsoluteOffset: Int64(offset + done),
                        into: UnsafeMutableRawBufferPointer(
                            rebasing: UnsafeMutableRawBufferPointer(buffer)[done...]))
                    // It has become shorter.
                    guard piece > 0 else { throw ConversionDefect.truncated(name) }
                    done += piece
                }
            }
        } catch {
            throw error as? ConversionDefect
                ?? .unreadable(name, error as? Errno ?? .ioError)
        }
    }
}
