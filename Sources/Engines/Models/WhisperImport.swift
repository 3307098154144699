import GGUF
import Glibc
public import LinuxRuntime
import Problems
public import SystemPackage

/// Installs a Whisper from a folder in CTranslate2's format, which stays as it is.
@EventLoopActor
public struct WhisperImport {
    private let folder: WhisperFolder
    private let store: ModelStore
    private let trial: ModelTrial

    public init(_ folder: WhisperFolder, to store: ModelStore, trial: @escaping ModelTrial) {
        (self.folder, self.store, self.trial) = (folder, store, trial)
    }

    /// Where it is installed.
    public var destination: FilePath { store.folder.appending("\(folder.name).gguf") }

    /// Converts the weights, and tries the new file.
    ///
    /// - Returns: the installed model.
    /// - Throws: a problem; `CancellationError` when the task is cancelled. Then nothing is left.
    public func run() async throws -> InstalledModel {
        let missing = folder.missing
        guard missing.isEmpty else {
            throw ModelImport.unusable(
                folder.path, why: "it has no \(missing.joined(separator: ", no "))",
                remedy: "A folder as faster-whisper uses it has "
                    + WhisperFolder.files.joined(separator: ", ") + ".")
        }
        guard ModelFileName.isInstallable("\(folder.name).gguf") else {
            throw Problem(
                "cannot install “\(folder.path)”",
                why: "its folder's name can't be the name of a model",
                remedy: "Rename it first.")
        }
        guard access(destination.string, F_OK) != 0 else {
            throw ModelImport.isThere(destination)
        }
        return try await ModelConverter(folder.path, to: destination)
            .run(name: folder.name, trial: trial)
    }
}
