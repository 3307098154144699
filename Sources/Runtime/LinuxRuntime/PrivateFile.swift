import Glibc
public import SystemPackage

/// A small file that belongs to the person alone.
public enum PrivateFile {
    /// Replaces a file at once or not at all, mode 0600, and makes the directories above it.
    ///
    /// It waits for the disk.
    public static func write(_ text: String, to path: FilePath) throws(Errno) {
        try write(Array(text.utf8), to: path)
    }

    /// The same with bytes.
    public static func write(_ bytes: [UInt8], to path: FilePath) throws(Errno) {
        try writeSuccessor(bytes, of: path)
        try replace(path)
    }

    /// The name of what is going to take a file's place. Another process that writes at the same
    /// time has one of its own.
    public static func successor(of path: FilePath) -> FilePath {
        path.removingLastComponent()
            .appending(".\(path.lastComponent?.string ?? "").\(getpid())")
    }

    /// Writes what is going to take a file's place, to the disk.
    public static func writeSuccessor(_ bytes: [UInt8], of path: FilePath) throws(Errno) {
        try makeDirectories(path.removingLastComponent())
        let new = successor(of: path)
        do {
            let file = try FileDescriptor.open(
                new, .writeOnly, options: [.create, .truncate, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite)
            try file.closeAfter {
                _ = try file.writeAll(bytes)
                // Else a crash could leave the new name with nothing in it.
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
        } catch {
            unlink(new.string)
            throw error as? Errno ?? .ioError
        }
    }

    /// Puts what was written in a file's place.
    public static func replace(_ path: FilePath) throws(Errno) {
        let new = successor(of: path)
        guard rename(new.string, path.string) == 0 else {
            let error = Errno(rawValue: errno)
            unlink(new.string)
            throw error
        }
    }

    /// Adds bytes to a file, all or none, and makes it if it is missing, mode 0600. Its directory
    /// must be there. Only for a file to which nobody else writes meanwhile.
    public static func append(_ bytes: [UInt8], to path: FilePath) throws(Errno) {
        do {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: [.create, .append, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite)
            try file.closeAfter {
                // It may have been restored from a backup.
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

    /// Whether nobody else can have written it, but root.
    public static func isMine(_ path: FilePath) -> Bool {
        var status = stat()
        return stat(path.string, &status) == 0 && status.st_mode & 0o022 == 0
            && (status.st_uid == geteuid() || status.st_uid == 0)
    }

    /// Makes a directory and those above it, as far as they are missing.
    public static func makeDirectories(_ directory: FilePath) throws(Errno) {
        var made = FilePath(root: directory.root)
        for component in directory.components {
            made.append(component)
            // XDG Base Directory Specification: directories that are missing get mode 0700.
            if mkdir(made.string, 0o700) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
        }
    }
}
