import Glibc
import LinuxRuntime
import PocketSphinxModel
import RecognizerPocketSphinx
import SystemPackage

/// Debian's English model as links in a separate directory, so that single files can be damaged.
/// The directory is deleted with the object.
final class ModelCopy {
    let directory: FilePath
    var model: FilePath { directory.appending("en-us") }
    var dictionary: FilePath { directory.appending("cmudict-en-us.dict") }
    var languageModel: FilePath { directory.appending("en-us.lm.bin") }

    init() throws {
        var template = Array("/tmp/model-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno.current }
        directory = FilePath(String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self))
        mkdir(model.string, 0o755)
        chmod(directory.string, 0o755)
        for name in Self.files {
            let original = PocketSphinxConfiguration.standard.model.removingLastComponent()
            symlink(
                original.pushing(FilePath(name)).string, directory.pushing(FilePath(name)).string)
        }
    }

    deinit {
        for name in Self.files {
            unlink(path(name).string)
            rmdir(path(name).string)
        }
        rmdir(model.string)
        rmdir(directory.string)
    }

    func configuration() throws -> PocketSphinxConfiguration {
        try PocketSphinxConfiguration(
            model: model, dictionary: dictionary, languageModel: languageModel)
    }

    func path(_ name: String) -> FilePath { directory.pushing(FilePath(name)) }

    func remove(_ name: String) { unlink(path(name).string) }

    /// Replaces a file by a changed copy.
    func change(_ name: String, _ body: ([UInt8]) -> [UInt8]) throws {
        let bytes = try body(contents(of: path(name)))
        remove(name)
        let file = try FileDescriptor.open(
            path(name), .writeOnly, options: [.create, .closeOnExec],
            permissions: [.ownerReadWrite, .groupRead, .otherRead])
        _ = try file.closeAfter { try file.writeAll(bytes) }
    }

    private static let files =
        [
            "mdef", "means", "variances", "transition_matrices", "sendump", "feat.params",
            "noisedict",
        ].map { "en-us/\($0)" } + ["cmudict-en-us.dict", "en-us.lm.bin"]
}
