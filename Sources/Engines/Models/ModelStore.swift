import GGUF
import Glibc
import LinuxRuntime
public import Problems
public import SystemPackage

/// The folder with the user's own models.
public struct ModelStore: Sendable {
    public let folder: FilePath

    public init(folder: FilePath) { self.folder = folder }

    /// `$XDG_DATA_HOME/utter/models`.
    ///
    /// - Throws: a problem without a home directory.
    public init(environment: (String) -> String?) throws(Problem) {
        guard let data = BaseDirectory.data.path(environment) else {
            throw Problem(
                "there is no place for models", why: "HOME is not set",
                remedy: "Set HOME or XDG_DATA_HOME.")
        }
        self.init(folder: FilePath(data).appending("models"))
    }

    /// The models in it that are single files, by name.
    public var installed: [InstalledModel] {
        Folder.names(in: folder.string).compactMap { InstalledModel(folder.appending($0)) }
    }

    /// The file of a model, whether it is there or not.
    public func path(of model: CatalogueModel) -> FilePath { folder.appending(model.file.name) }

    public func isInstalled(_ model: CatalogueModel) -> Bool {
        RegularFile.size(of: path(of: model)) == model.file.bytes
    }

    /// Removes a model with its licence, or the part of one that was being downloaded.
    ///
    /// - Parameter name: the catalogue's, or the file's.
    /// - Returns: the files that are gone, the model first.
    /// - Throws: a problem if there is nothing of that name, or it is being downloaded.
    public func remove(_ name: String) throws(Problem) -> [FilePath] {
        let files =
            ModelCatalogue.model(named: name).map { [$0.file.name] }
            ?? ModelFileName.candidates(for: name)
        guard !name.hasPrefix("."), !name.contains("/"),
            let path = files.map({ folder.appending($0) }).first(where: { path in
                [path, PartFile.path(for: path)].contains { RegularFile.size(of: $0) != nil }
            })
        else { throw unknown(name) }
        let part = try PartFile(for: path)
        var gone: [FilePath] = []
        for one in [path, ModelNotice.path(for: path)] where unlink(one.string) == 0 {
            gone.append(one)
        }
        guard RegularFile.size(of: path) == nil else {
            throw Problem("cannot remove “\(path)”", why: "\(Errno.current)")
        }
        if part.size > 0 { gone.append(part.path) }
        part.remove()
        return gone
    }

    private func unknown(_ name: String) -> Problem {
        let names = installed.map(\.name).joined(separator: ", ")
        return Problem(
            "there is no model “\(name)” in \(folder)",
            why: names.isEmpty ? "none was installed" : "there is \(names)",
            remedy: "“utter models” lists all on this machine.")
    }
}

/// A model that is one file in the user's folder.
public struct InstalledModel: Sendable {
    public let path: FilePath
    /// The file's length when it was found.
    public let bytes: Int

    /// Nil if there is no such file, or its name isn't a model's.
    public init?(_ path: FilePath) {
        guard ModelFileName.isModel(path.lastComponent?.string ?? ""),
            let bytes = RegularFile.size(following: path)
        else { return nil }
        (self.path, self.bytes) = (path, bytes)
    }

    init(path: FilePath, bytes: Int) { (self.path, self.bytes) = (path, bytes) }

    /// The catalogue's entry for it, by the file's name; nil if the catalogue doesn't have it.
    public var model: CatalogueModel? {
        ModelCatalogue.model(named: path.lastComponent?.string ?? "")
    }

    /// The catalogue's name, else the file's.
    public var name: String { model?.name ?? path.lastComponent?.string ?? path.string }

    /// The name for people.
    public var title: String {
        ModelTitle(model?.name ?? path.lastComponent?.stem ?? name).text
    }

    /// Compares length and checksum with the catalogue's, and looks whether it is such a file at
    /// all. Takes seconds for each gigabyte.
    ///
    /// - Returns: what is wrong; nil if nothing is.
    public func damage() async throws -> Problem? {
        let remedy = "Install it again: utter models remove \(name); utter models install \(name)"
        guard let file = model?.file else { return ModelImport.defect(of: path) }
        guard bytes == file.bytes else {
            return Problem(
                "“\(path)” is damaged", why: "it has \(bytes) bytes instead of \(file.bytes)",
                remedy: remedy)
        }
        guard try await Checksum.sha256(of: path) == file.sha256 else {
            return Problem("“\(path)” is damaged", why: "its checksum is wrong", remedy: remedy)
        }
        return nil
    }
}
