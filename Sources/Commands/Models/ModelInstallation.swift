import LinuxRuntime
import Models
import Problems
import Settings

/// Gets a model of the catalogue: from Hugging Face's cache, or by a download, if the user agrees.
@EventLoopActor
struct ModelInstallation {
    private let model: CatalogueModel
    private let store: ModelStore
    private let download: ModelDownload

    init(
        _ model: CatalogueModel, to store: ModelStore, from source: ModelSource
    ) throws(Problem) {
        (self.model, self.store) = (model, store)
        download = try ModelDownload(model, to: store, from: source)
    }

    /// Shows what would be downloaded, from where and under which licence; asks, once; downloads.
    ///
    /// - Returns: whether it is installed; false after a no.
    /// - Throws: a problem; `CancellationError`.
    func run(_ talk: Conversation) async throws -> Bool {
        if try await isCopied(talk) { return true }
        talk.say(talk.isSpoken ? spokenDescription : description)
        guard try await talk.isAgreed("Download it?") else {
            talk.say("Nothing was downloaded.")
            return false
        }
        let display = DownloadDisplay(total: model.file.bytes)
        do {
            try await download.run { display.show($0) }
        } catch {
            display.end()
            if error is CancellationError {
                talk.say(
                    "Interrupted; \(ByteCount(download.presentBytes)) are kept. "
                        + "To continue: utter models install \(model.name)")
            }
            throw error
        }
        display.end()
        talk.say("Its length and checksum are right.")
        return true
    }

    /// Copies what another program has downloaded, if it is the catalogue's model.
    private func isCopied(_ talk: Conversation) async throws -> Bool {
        let cache = HuggingFaceCache(environment: Settings.environment)
        guard let file = cache?.file(of: model) else { return false }
        do {
            // Its checksum is known: whether it loads, too.
            let copy = ModelImport(file, to: store) { _ in nil }
            _ = try await copy.run { _ in }
            talk.say("It was in Hugging Face's cache; length and checksum are right.")
            return true
        } catch let problem as Problem {
            talk.say(problem)
            return false
        }
    }

    private var spokenDescription: String {
        """
        \(model.name), a speech model by \(model.author), \(ByteCount(model.file.bytes)) from \
        \(download.server), under the licence \(model.licence.rawValue).
        """
    }

    private var description: String {
        let present = download.presentBytes
        let errors = model.figures.map {
            "\n  errors   \($0.errors) % of the words of read English, published by "
                + ModelFigures.publisher
        }
        return """
            \(model.name), a speech model by \(model.author)\(errors ?? "")
              from     \(download.url)
              size     \(ByteCount(model.file.bytes)) (\(model.file.bytes) bytes)\
            \(present > 0 ? ", of which \(ByteCount(present)) are here already" : "")
              to       \(store.path(of: model))
              licence  \(model.licence.rawValue), \(model.licence.address)
            """
    }
}
