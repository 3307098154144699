internal import Glibc
internal import LinuxRuntime
public import SystemPackage

/// A directory for one test's files.
public final class ScratchDirectory {
    public let path: String

    /// - Parameter user: another user who may use it, besides this process's; nil for none.
    public init(_ name: String, user: UInt32? = nil) throws {
        var template = Array("/tmp/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp \(name)") }
        path = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
        guard let user else { return }
        try check(chown(path, user, user), "chown \(path)")
        // That user reads what is made here, also by programs, which inherit it. Two threads that
        // connect to PulseAudio at once can leave it at 077 (pa_make_secure_dir sets it back to
        // what it found).
        umask(0o022)
    }

    public func path(_ name: String) -> String { "\(path)/\(name)" }

    public func write(_ text: String, to name: String) throws {
        let file = try create(name)
        defer { try? file.close() }
        try file.writeAll(text.utf8)
    }

    /// Makes the folders above a file.
    public func makeFolders(for name: String) throws {
        var made = path
        for part in name.split(separator: "/").dropLast() {
            made += "/\(part)"
            if mkdir(made, 0o700) != 0, errno != EEXIST { throw SystemError.last("mkdir \(made)") }
        }
    }

    public func create(_ name: String) throws -> FileDescriptor {
        try .open(
            FilePath(path(name)), .writeOnly, options: [.create, .truncate, .closeOnExec],
            permissions: [.ownerReadWrite, .groupRead, .otherRead])
    }

    /// Removes it with everything in it.
    public func remove() { Self.remove(path) }

    deinit { remove() }

    private static func remove(_ path: String) {
        // A symbolic link is removed, never followed: unlink(2) comes first.
        if unlink(path) == 0 { return }
        guard let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { remove("\(path)/\(name)") }
        }
        closedir(directory)
        rmdir(path)
    }
}
