import Glibc
import SystemPackage

/// Lengths of files.
enum RegularFile {
    /// In bytes; nil if there is no file, or it is a folder, a link or another kind.
    static func size(of path: FilePath) -> Int? {
        var status = stat()
        return lstat(path.string, &status) == 0 ? size(status) : nil
    }

    /// The same of what a link leads to.
    static func size(following path: FilePath) -> Int? {
        var status = stat()
        return stat(path.string, &status) == 0 ? size(status) : nil
    }

    private static func size(_ status: stat) -> Int? {
        status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }
}
