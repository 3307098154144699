public import Dictation
import Glibc
import LinuxRuntime
public import Problems
public import SystemPackage

/// The three parts of a model in one folder, as in Debian's `/usr/share/pocketsphinx/model/en-us`:
/// the acoustic model (the folder itself, or the subfolder that has `mdef`), one `*.dict` or
/// `*.dic`, and one `*.lm.bin`, `*.lm.dmp` or `*.lm`. A language model whose name ends in `-phone`
/// has sounds instead of words, for `-allphone`, and doesn't count.
public struct PocketSphinxFolder: Hashable, Sendable {
    public let path: FilePath
    public let model: FilePath
    public let dictionary: FilePath
    public let languageModel: FilePath

    /// Nil if the folder lacks one of them. Of several, the first by name.
    public init?(_ path: FilePath) {
        let names = Folder.names(in: path.string).filter { !$0.contains("-phone.lm") }
        func first(_ endings: [String]) -> FilePath? {
            endings.lazy.compactMap { ending in names.first { $0.hasSuffix(ending) } }.first
                .map { path.appending($0) }
        }
        let folders = [path] + names.map { path.appending($0) }
        guard let model = folders.first(where: { access($0.appending("mdef").string, F_OK) == 0 }),
            let dictionary = first([".dict", ".dic"]),
            let languageModel = first([".lm.bin", ".lm.dmp", ".lm"])
        else { return nil }
        (self.path, self.model) = (path, model)
        (self.dictionary, self.languageModel) = (dictionary, languageModel)
    }

    /// The language in the folder's name.
    public var language: LanguageTag? {
        path.lastComponent.flatMap { LanguageTag($0.string) }
    }

    /// The first thing that is missing or damaged, judging by the files.
    public var problem: Problem? {
        do throws(Problem) {
            let configuration = try PocketSphinxConfiguration(
                model: model, dictionary: dictionary, languageModel: languageModel)
            if let problem = ModelFiles(configuration: configuration).problem { return problem }
            try ModelContents.check(configuration)
            return nil
        } catch {
            return error
        }
    }
}
