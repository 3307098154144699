import Glibc

/// Contents of folders.
public enum Folder {
    /// The names in a folder, sorted, without hidden ones; empty if it can't be read.
    public static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The size in bytes of a regular file, or of all files in a folder; 0 if there is neither. A
    /// symbolic link to one counts.
    public static func sizeOfAll(at path: String) -> Int {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return size(of: path)
        }
        return Int(status.st_size)
    }

    /// The total size in bytes of the files in a folder and its subfolders. Symbolic links don't
    /// count.
    public static func size(of path: String) -> Int {
        names(in: path).reduce(0) { sum, name in
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0 else { return sum }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return sum + Int(status.st_size)
            case S_IFDIR: return sum + size(of: "\(path)/\(name)")
            default: return sum
            }
        }
    }
}
