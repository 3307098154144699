public import Dictation
import Glibc
import LinuxRuntime
public import Problems
public import SystemPackage

/// A speech model on this machine: a folder or a file.
public struct SpeechModel: Sendable {
    /// The name of the engine that uses it, as in the configuration.
    public let engine: String
    public let path: FilePath
    /// Nil if its name has no language.
    public let language: LanguageTag?
    private let examine: @Sendable () -> Problem?

    /// - Parameter examine: the first thing that is missing or damaged, judging by the files.
    public init(
        engine: String, path: FilePath, language: LanguageTag?,
        examine: @escaping @Sendable () -> Problem?
    ) {
        (self.engine, self.path, self.language) = (engine, path, language)
        self.examine = examine
    }

    /// The name of its folder or file.
    public var name: String { path.lastComponent?.string ?? path.string }

    /// The size of all its files.
    public var bytes: Int {
        var status = stat()
        guard stat(path.string, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return Folder.size(of: path.string)
        }
        return Int(status.st_size)
    }

    /// The first thing that is missing or damaged, judging by the files.
    public var problem: Problem? { examine() }
}
