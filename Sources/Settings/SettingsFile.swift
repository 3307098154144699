import Glibc
import LinuxRuntime
import SystemPackage

/// Reads a whole configuration file.
enum SettingsFile {
    /// 1 MiB: no user writes more, and a wrong name may lead to a file of any size.
    static let mostBytes = 1 << 20

    enum Failure: Error {
        /// No file of that name.
        case missing
        /// A phrase for the message.
        case unreadable(String)
    }

    /// The bytes of a file, at most `mostBytes`. Never waits: a pipe or terminal is refused.
    static func read(_ path: String) throws(Failure) -> [UInt8] {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unreadable("isn't a file name") }
        do {
            let file = try FileDescriptor.open(
                FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
            return try file.closeAfter { try contents(file) }
        } catch let failure as Failure {
            throw failure
        } catch let error as Errno where error == .noSuchFileOrDirectory {
            var status = stat()
            // open(2) follows links and has the same error for a dangling link.
            guard lstat(path, &status) == 0 else { throw .missing }
            throw .unreadable("is a symbolic link to a file that does not exist")
        } catch {
            throw .unreadable("cannot be read: \(error)")
        }
    }

    private static func contents(_ file: FileDescriptor) throws -> [UInt8] {
        var status = stat()
        guard fstat(file.rawValue, &status) == 0 else { throw Errno.current }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFCHR: break  // /dev/null is a way to say "no settings"
        case S_IFDIR: throw Failure.unreadable("is a directory")
        default: throw Failure.unreadable("is not a regular file")
        }
        guard let bytes = try file.readToEnd(atMost: mostBytes) else {
            throw Failure.unreadable("is longer than 1 MiB")
        }
        return bytes
    }
}
