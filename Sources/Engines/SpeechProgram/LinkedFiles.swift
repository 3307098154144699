import Glibc
import LinuxRuntime
import SystemPackage

/// Symbolic links in a model's folder: some keep a model's files elsewhere, and Landlock goes by
/// where a link leads.
enum LinkedFiles {
    /// How deep a folder is searched, and how many entries: a model has a few dozen.
    private static let most = (depth: 4, entries: 10_000)

    /// The links in a folder and those below it.
    static func links(in path: String) -> [String] {
        var links: [String] = []
        var entries = 0
        var folders = [(path, 0)]
        while let (folder, depth) = folders.popLast() {
            for name in Folder.names(in: folder) {
                entries += 1
                guard entries < most.entries else { return links }
                let entry = "\(folder)/\(name)"
                var status = stat()
                guard lstat(entry, &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFLNK: links.append(entry)
                case S_IFDIR: if depth < most.depth { folders.append((entry, depth + 1)) }
                default: break
                }
            }
        }
        return links
    }
}
