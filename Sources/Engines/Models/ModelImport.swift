import GGUF
import Glibc
public import LinuxRuntime
public import Problems
public import SystemPackage

/// Why a file can't be loaded as a model; nil if it can. It may be anybody's, and is not to be opened
/// by this process.
public typealias ModelTrial = @EventLoopActor (FilePath) async throws -> Problem?

/// Installs a model from a file of this machine, which stays where it is.
@EventLoopActor
public struct ModelImport {
    private let source: FilePath
    private let store: ModelStore
    private let catalogue: [CatalogueModel]
    private let trial: ModelTrial

    public init(_ source: FilePath, to store: ModelStore, trial: @escaping ModelTrial) {
        self.init(source, to: store, ModelCatalogue.all, trial: trial)
    }

    init(
        _ source: FilePath, to store: ModelStore, _ catalogue: [CatalogueModel],
        trial: @escaping ModelTrial
    ) {
        (self.source, self.store, self.catalogue) = (source, store, catalogue)
        self.trial = trial
    }

    /// Copies the file and checks the copy. What the catalogue has, by its name or by its content,
    /// must be what the catalogue says; of another file header and length must be right, and it must
    /// load.
    ///
    /// - Returns: the installed model.
    /// - Throws: a problem; `CancellationError` when the task is cancelled. Then nothing is left.
    public func run(_ progress: @escaping (ModelProgress) -> Void) async throws -> InstalledModel {
        if let problem = Self.defect(of: source) { throw problem }
        guard let bytes = RegularFile.size(following: source) else {
            throw Problem("cannot read “\(source)”", why: "\(Errno.current)")
        }
        let named = catalogue.first { $0.file.name == source.lastComponent?.string }
        if let named, named.file.bytes != bytes { throw isAnother(named, "\(bytes) bytes") }
        let candidates = named.map { [$0] } ?? catalogue.filter { $0.file.bytes == bytes }
        // All candidates of an unnamed file have one length, and so at most one fits.
        var sum: String?
        if !candidates.isEmpty {
            progress(.verifying)
            sum = try await Checksum.sha256(of: source)
        }
        let model = candidates.first { $0.file.sha256 == sum }
        if let named, model == nil { throw isAnother(named, "another SHA-256") }
        return try await copy(bytes, as: model, sum, progress)
    }

    /// Why a file is no model that the engines can load, judging by header and length; nil if they
    /// are right.
    nonisolated static func defect(of path: FilePath) -> Problem? {
        do throws(GGUFDefect) {
            _ = try GGUFHeader(of: path)
            return nil
        } catch {
            let remedy =
                switch error {
                case .unreadable: ""
                case .noFile: "Name a file in the format GGUF, or whisper.cpp's ggml-NAME.bin."
                case .otherFormat: "ONNX and PyTorch files have other formats."
                case .otherVersion: "Version 2 or 3 is needed."
                case .truncated, .nonsense: "Get it again, and compare its checksum."
                case .noSpeech, .noWhisper: "“utter models available” lists models of speech."
                }
            return unusable(path, why: error.why, remedy: remedy)
        }
    }

    private func copy(
        _ bytes: Int, as model: CatalogueModel?, _ sum: String?,
        _ progress: @escaping (ModelProgress) -> Void
    ) async throws -> InstalledModel {
        let path = try store.folder.appending(model?.file.name ?? ownName())
        guard access(path.string, F_OK) != 0 else { throw Self.isThere(path) }
        let part = try PartFile(for: path)
        defer { part.remove() }
        try part.empty()
        try part.checkRoom(for: bytes)
        progress(.copying)
        let (status, _) = try await Helper.run(
            ["cp", "--reflink=auto", "--", source.string, part.path.string],
            for: "copy “\(source)”")
        guard status == .exited(0), part.size == bytes else {
            throw Problem(
                "cannot copy “\(source)” to \(store.folder)", why: "cp ended with \(status)",
                remedy: "Check that there is room, and that nothing changes the file.")
        }
        if let sum {
            progress(.verifying)
            guard try await Checksum.sha256(of: part.path) == sum else {
                throw Problem(
                    "the copy of “\(source)” differs from it", why: "its SHA-256 is different",
                    remedy: "Check the disk, and that nothing changes the file.")
            }
        }
        if model == nil, let problem = try await trial(part.path) {
            throw Self.refusal(of: source, problem)
        }
        try await part.publish(
            notice: model.map { ModelNotice.text(for: $0, from: source.string) })
        return InstalledModel(path: path, bytes: bytes)
    }

    private func ownName() throws(Problem) -> String {
        let name = source.lastComponent?.string ?? ""
        guard ModelFileName.isInstallable(name) else {
            throw Problem(
                "cannot install “\(source)”",
                why: "its name is neither NAME.gguf nor ggml-NAME.bin, as whisper.cpp's are called",
                remedy: "Rename it first.")
        }
        return name
    }

    nonisolated static func isThere(_ path: FilePath) -> Problem {
        Problem(
            "“\(path)” is there already", why: "",
            remedy: "To replace it: utter models remove \(path.lastComponent?.string ?? "")")
    }

    /// The result of a copy's trial, worded for its source.
    nonisolated static func refusal(of source: FilePath, _ problem: Problem) -> Problem {
        unusable(
            source, why: problem.why.isEmpty ? problem.what : problem.why, remedy: problem.remedy)
    }

    /// - Parameter source: the file or folder.
    nonisolated static func unusable(
        _ source: FilePath, why: String, remedy: String
    ) -> Problem {
        Problem("“\(source)” isn't a model that can be used", why: why, remedy: remedy)
    }

    private func isAnother(_ model: CatalogueModel, _ difference: String) -> Problem {
        Problem(
            "“\(source)” is not the model “\(model.name)”",
            why: "it has \(difference) instead of \(model.file.bytes) bytes and SHA-256 "
                + model.file.sha256,
            remedy: "It is damaged or another version. If you want it nevertheless, rename it.")
    }
}
