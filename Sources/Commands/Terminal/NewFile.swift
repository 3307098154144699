import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// Creates files that must not exist yet.
enum NewFile {
    /// Writes a file, and makes the directories above it. An existing file is left as it is.
    static func write(_ text: String, to path: String) throws {
        do {
            try makeDirectories(above: FilePath(path))
            let file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try file.closeAfter { _ = try file.writeAll(text.utf8) }
        } catch Errno.fileExists {
            throw Problem(
                "cannot write “\(path)”", why: "it exists already",
                remedy: "Edit it, or move it away first.")
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
