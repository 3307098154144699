import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// Creates files that must not exist yet.
enum NewFile {
    /// Writes a file, and makes the directories above it. An existing file is left as it is.
    static func write(_ text: String, to path: String) throws {
        try write(
            Array(text.utf8), to: path, permissions: [.ownerReadWrite, .groupRead, .otherRead])
    }

    /// The same for bytes.
    static func write(
        _ bytes: [UInt8], to path: String, permissions: FilePermissions,
        remedy: String = "Edit it, or move it away first."
    ) throws {
        do {
            try makeDirectories(above: FilePath(path))
            let file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate],
                permissions: permissions)
            try file.closeAfter { _ = try file.writeAll(bytes) }
        } catch Errno.fileExists {
            throw Problem(
                "cannot write “\(path)”", why: "it exists already",
                remedy: remedy)
        } catch let error as Errno {
            throw Problem("cannot write “\(path)”", why: error.description)
        }
    }

    private static func makeDirectories(above path: FilePath) throws {
        let directory = path.removingLastComponent()
        var made = FilePath(root: directory.root)
        for component in directory.components {
            made.append(component)
            if mkdir(made.string, 0o777) != 0, errno != EEXIST {
                throw Errno.current
            }
        }
    }
}
