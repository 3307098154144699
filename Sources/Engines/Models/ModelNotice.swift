import SystemPackage

/// The notice beside an installed model: its authors, and the uses that its licence allows.
enum ModelNotice {
    static func path(for model: FilePath) -> FilePath { FilePath("\(model).licence.txt") }

    static func text(for model: CatalogueModel, from origin: String) -> String {
        """
        \(model.file.name)

        A speech model by \(model.author), \(model.madeFrom), in the format GGUF, as in the
        repository \(model.file.repository), revision
        \(model.file.revision).
        It came from
        \(origin)
        and was not changed. SHA-256: \(model.file.sha256)

        Its licence is \(model.licence.rawValue). The licence's text:
        \(model.licence.address)

        """
    }
}
