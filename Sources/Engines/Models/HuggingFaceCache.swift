import GGUF
import Glibc
import LinuxRuntime
public import SystemPackage

/// The models that Hugging Face's programs (faster-whisper, huggingface-cli) have downloaded. The
/// cache has a folder `models--OWNER--NAME` for each repository: its file `refs/main` names a
/// revision, and the folder `snapshots/REVISION` has the files, as links.
public struct HuggingFaceCache: Sendable {
    public let folder: FilePath

    public init(folder: FilePath) { self.folder = folder }

    /// `$HF_HUB_CACHE`, `$HF_HOME/hub`, or by default `~/.cache/huggingface/hub`; nil without a home
    /// directory.
    public init?(environment: (String) -> String?) {
        func absolute(_ name: String) -> FilePath? {
            environment(name).map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
        }
        let cache = BaseDirectory.cache.folder(environment).map { FilePath($0) }
        let home = absolute("HF_HOME") ?? cache?.appending("huggingface")
        guard let folder = absolute("HF_HUB_CACHE") ?? home?.appending("hub") else { return nil }
        self.init(folder: folder)
    }

    /// A file of the catalogue, by name and length: its checksum may be another.
    public func file(of model: CatalogueModel) -> FilePath? {
        let name = "models--" + model.file.repository.split(separator: "/").joined(separator: "--")
        return Self.snapshots(of: folder.appending(name))
            .map { $0.appending(model.file.name) }
            .first { RegularFile.size(following: $0) == model.file.bytes }
    }

    /// The Whispers in the user's cache that can be converted; none without a cache.
    public static func whispers(_ environment: (String) -> String?) -> [WhisperFolder] {
        HuggingFaceCache(environment: environment)?.whispers ?? []
    }

    /// The Whispers that can be converted.
    public var whispers: [WhisperFolder] {
        Folder.names(in: folder.string).filter { $0.hasPrefix("models--") }.sorted()
            .compactMap { WhisperFolder(folder.appending($0)) }
            .filter { whisper in
                ModelFileName.isInstallable("\(whisper.name).gguf")
                    && WhisperConversion.isPossible(with: whisper.path)
            }
    }

    /// The folders of a repository's revisions, `refs/main` first.
    static func snapshots(of repository: FilePath) -> [FilePath] {
        let folder = repository.appending("snapshots")
        let main = revision(in: repository.appending("refs/main"))
        let names = Folder.names(in: folder.string).sorted {
            ($0 == main ? 0 : 1, $0) < ($1 == main ? 0 : 1, $1)
        }
        return names.map { folder.appending($0) }
    }

    private static func revision(in path: FilePath) -> String? {
        guard RegularFile.size(following: path) ?? .max <= 200,
            let file = try? FileDescriptor.open(
                path, .readOnly, options: [.closeOnExec, .nonBlocking]),
            let bytes = try? file.closeAfter({ try file.readToEnd(atMost: 200) })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
}

/// A folder that may have a Whisper in CTranslate2's format.
public struct WhisperFolder: Sendable {
    /// The files that are needed from a repository.
    public static let files = ["model.bin", "config.json", "tokenizer.json"]

    /// The folder with the files.
    public let path: FilePath
    /// The name of the folder, or of the repository that it is a revision of.
    public let name: String

    /// - Parameter path: such a folder, or a repository's folder in Hugging Face's cache.
    /// - Returns: nil if there is no folder.
    public init?(_ path: FilePath) {
        guard let resolved = realpath(path.string, nil) else { return nil }
        defer { free(resolved) }
        let real = FilePath(platformString: resolved)
        var status = stat()
        guard stat(real.string, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return nil
        }
        let prefix = "models--"
        let repository = real.components.last { $0.string.hasPrefix(prefix) }?.string
        let last = repository?.dropFirst(prefix.count).split(separator: "--").last
        name = last.map(String.init) ?? real.lastComponent?.string ?? ""
        let snapshots = HuggingFaceCache.snapshots(of: real)
        self.path =
            snapshots.first { Self.missing(in: $0).isEmpty } ?? snapshots.first ?? real
    }

    /// The names of the files that it lacks.
    public var missing: [String] { Self.missing(in: path) }

    private static func missing(in folder: FilePath) -> [String] {
        files.filter { access(folder.appending($0).string, F_OK) != 0 }
    }
}
