import Glibc

/// What is in folders.
public enum Folder {
    /// The names in a folder, sorted, without the hidden ones; none if it can't be read.
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

    /// The bytes of the files in a folder and in those within it. Symbolic links don't count.
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
