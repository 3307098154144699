import Glibc
import LinuxRuntime
import SpeechWorkerProtocol
import SystemPackage

/// Symbolic links in a model's folder: some keep a model's files elsewhere, and Landlock goes by
/// where a link leads.
///
/// A model may come from anywhere, so its links are not trusted: one to `/` or to `~/.ssh` must not
/// open either. A link counts only if it leads to a regular file that
/// - lies below the folder that contains the model's, by names that aren't hidden, or
/// - belongs to root, who lets everybody read it, as the files of a distribution's package do.
/// The worker can't read what another leads to, and the library reports that file as missing.
enum LinkedFiles {
    /// How deep a folder is searched, and how many entries: a model has a few dozen.
    private static let most = (depth: 4, entries: 10_000)

    /// The paths of a configuration that may be read: its own, and the files to which the model's
    /// links lead, as paths without links.
    static func readable(_ configuration: EngineConfiguration) -> [String] {
        let model = FilePath(configuration.model)
        let place = model.removingLastComponent()
        return configuration.readable.flatMap { name -> [String] in
            let path = FilePath(name)
            // Files beside the model or in it came with it; others were named by the user.
            let cameWithModel =
                path != model && !place.components.isEmpty
                && path.starts(with: place)
            guard cameWithModel, isLink(name) else { return [name] + files(in: name) }
            return trusted([name], near: configuration.model)
        }
    }

    /// The files to which the links in a folder and in those below it lead.
    private static func files(in path: String) -> [String] {
        trusted(links(in: path), near: path)
    }

    private static func trusted(_ links: [String], near model: String) -> [String] {
        guard !links.isEmpty, let model = realPath(model) else { return [] }
        let place = model.removingLastComponent()
        return links.compactMap(realPath).filter { isTrusted($0, at: place) }.map(\.string)
    }

    /// - Parameter place: the folder that contains the model's.
    private static func isTrusted(_ file: FilePath, at place: FilePath) -> Bool {
        var status = stat()
        guard lstat(file.string, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        if status.st_uid == 0, status.st_mode & S_IROTH != 0 { return true }
        // Everything is below the root.
        guard !place.components.isEmpty, file.starts(with: place) else { return false }
        // The user may keep models where keys are, too.
        return !file.components.dropFirst(place.components.count)
            .contains { $0.string.hasPrefix(".") }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func links(in path: String) -> [String] {
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

    /// Where a path leads; nil if nowhere.
    private static func realPath(_ path: String) -> FilePath? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return FilePath(platformString: real)
    }
}
