public import Dictation
import LinuxRuntime
public import Problems
public import SystemPackage

/// A speech model on this machine: a folder or a file.
public struct SpeechModel: Sendable {
    /// The name of the engine that uses it, as in the configuration.
    public let engine: String
    public let path: FilePath
    /// The languages that it understands, its first one first; none if that isn't known.
    public let languages: [LanguageTag]
    private let examine: @Sendable () -> Problem?

    /// - Parameter examine: the first thing that is missing or damaged, judging by the files.
    public init(
        engine: String, path: FilePath, languages: [LanguageTag],
        examine: @escaping @Sendable () -> Problem?
    ) {
        (self.engine, self.path, self.languages) = (engine, path, languages)
        self.examine = examine
    }

    /// Its first language; nil if that isn't known.
    public var language: LanguageTag? { languages.first }

    /// Its languages in words, at most eight of them.
    public var languageList: String {
        languages.prefix(8).map(\.description).joined(separator: ", ")
    }

    /// Whether it may understand a language.
    public func understands(_ language: LanguageTag) -> Bool {
        languages.isEmpty || languages.contains { $0.fitness(for: language) != nil }
    }

    /// The name of its folder or file.
    public var name: String { path.lastComponent?.string ?? path.string }

    /// The size of all its files.
    public var bytes: Int { Folder.sizeOfAll(at: path.string) }

    /// The first thing that is missing or damaged, judging by the files.
    public var problem: Problem? { examine() }
}
