import Glibc
public import SystemPackage

/// Small files that only the user can access.
public enum PrivateFile {
    /// Replaces a file atomically, with mode 0600, and makes the directories above it.
    ///
    /// Waits for the disk.
    public static func write(_ text: String, to path: FilePath) throws(Errno) {
        try write(Array(text.utf8), to: path)
    }

    /// The same for bytes.
    public static func write(_ bytes: [UInt8], to path: FilePath) throws(Errno) {
        try writeSuccessor(bytes, of: path)
        try replace(path)
    }

    /// The name of the file that is going to replace another one. Each process has its own.
    public static func successor(of path: FilePath) -> FilePath {
        path.removingLastComponent()
            .appending(".\(path.lastComponent?.string ?? "").\(getpid())")
    }

    /// Writes the file that is going to replace another one, to the disk.
    public static func writeSuccessor(_ bytes: [UInt8], of path: FilePath) throws(Errno) {
        try makeDirectories(path.removingLastComponent())
        let new = successor(of: path)
        do {
            let file = try FileDescriptor.open(
                new, .writeOnly, options: [.create, .truncate, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite)
            try file.closeAfter {
                _ = try file.writeAll(bytes)
                // Otherwise a crash could leave an empty file under the new name.
                guard fsync(file.rawValue) == 0 else { throw Errno.current }
            }
        } catch {
            unlink(new.string)
            throw error as? Errno ?? .ioError
        }
    }

    /// Renames the written file to the name of the file that it replaces.
    public static func replace(_ path: FilePath) throws(Errno) {
        let new = successor(of: path)
        guard rename(new.string, path.string) == 0 else {
            let error = Errno.current
            unlink(new.string)
            throw error
        }
    }

    /// Appends bytes to a file, all or none, and creates it if it is missing, with mode 0600. Its
    /// directory must exist. Only for files with a single writer.
    public static func append(_ bytes: [UInt8], to path: FilePath) throws(Errno) {
        do {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .append, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite)
            try file.closeAfter {
                // The file may have been restored from a backup.
                fchmod(file.rawValue, 0o600)
                let end = try file.seek(offset: 0, from: .end)
                do {
                    _ = try file.writeAll(bytes)
                } catch {
                    ftruncate(file.rawValue, off_t(end))
                    throw error
                }
            }
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    /// Whether nobody but the user and root can have written it.
    public static func isMine(_ path: FilePath) -> Bool {
        var status = stat()
        return stat(path.string, &status) == 0 && status.st_mode & 0o022 == 0
            && (status.st_uid == geteuid() || status.st_uid == 0)
    }

    /// Makes a directory and all missing ones above it.
    public static func makeDirectories(_ directory: FilePath) throws(Errno) {
        var made = FilePath(root: directory.root)
        for component in directory.components {
            made.append(component)
            // XDG Base Directory Specification: missing directories are created with mode 0700.
            if mkdir(made.string, 0o700) != 0, errno != EEXIST { throw Errno.current }
        }
    }
}
