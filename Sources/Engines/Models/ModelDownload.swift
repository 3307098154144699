import HTTPClient
public import LinuxRuntime
public import Problems
import SystemPackage

/// How far the installation of a model is.
public enum ModelProgress: Hashable, Sendable {
    /// So many bytes of it are here.
    case downloading(Int)
    /// A file of this machine is copied.
    case copying
    /// The checksum is computed.
    case verifying
}

/// Fetches a model of the catalogue, or the missing parts of it.
///
/// Files left by an earlier attempt are used: a whole file is checked instead of fetched again; a
/// part is continued. A broken transfer keeps the part; a wrong checksum or length deletes it.
@EventLoopActor
public struct ModelDownload {
    private let model: CatalogueModel
    private let store: ModelStore
    private let address: WebAddress
    /// A transfer that brings nothing for so long is given up.
    public var stallLimit = Duration.seconds(60)
    /// A file of certificates (PEM) to trust instead of the system's; nil for the system's.
    public var authorities: String?

    /// - Throws: a problem if the source can't have such a file.
    public init(
        _ model: CatalogueModel, to store: ModelStore, from source: ModelSource
    ) throws(Problem) {
        (self.model, self.store) = (model, store)
        guard let address = model.file.address(at: source.address) else {
            throw Problem(
                "cannot download “\(model.name)”", why: "its address has unusual characters")
        }
        self.address = address
    }

    /// Where it is downloaded from.
    public var url: String { address.url }

    /// The server of that.
    public var server: String { address.server }

    /// How many bytes an earlier attempt has left.
    public var presentBytes: Int {
        let size = RegularFile.size(of: PartFile.path(for: store.path(of: model))) ?? 0
        return min(size, model.file.bytes)
    }

    /// - Throws: a problem; `CancellationError` when the task is cancelled. Then what has come is
    ///   kept for the next attempt.
    public func run(_ progress: @escaping (ModelProgress) -> Void) async throws {
        let part = try PartFile(for: store.path(of: model))
        defer { if part.size == 0 { part.remove() } }
        // Another process may have installed it meanwhile.
        if store.isInstalled(model) { return }
        if part.size > model.file.bytes { try part.empty() }
        if part.size == model.file.bytes {
            progress(.verifying)
            if try await !isRight(part) { try part.empty() }
        }
        if part.size < model.file.bytes {
            try part.checkRoom(for: model.file.bytes - part.size)
            try await fetch(to: part, progress)
            progress(.verifying)
            guard try await isRight(part) else {
                try part.empty()
                throw Problem(
                    "what \(address.server) sends is not the model “\(model.name)”",
                    why: "its SHA-256 is different", remedy: "It was deleted. \(elsewhere)")
            }
        }
        try await part.publish(notice: ModelNotice.text(for: model, from: address.url))
    }

    private func isRight(_ part: PartFile) async throws -> Bool {
        try await Checksum.sha256(of: part.path) == model.file.sha256
    }

    private func fetch(
        to part: PartFile, _ progress: @escaping (ModelProgress) -> Void
    ) async throws {
        let client: HTTPClient
        do throws(HTTPFailure) {
            client = try HTTPClient()
        } catch {
            throw problem(.transfer(error), part)
        }
        do {
            try await transfer(with: client, to: part, progress)
        } catch DownloadFailure.wrongRange where part.size > 0 {
            // The server doesn't give the rest: then all of it.
            try part.empty()
            do {
                try await transfer(with: client, to: part, progress)
            } catch let failure as DownloadFailure {
                throw try ended(by: failure, part)
            }
        } catch let failure as DownloadFailure {
            throw try ended(by: failure, part)
        }
    }

    private func transfer(
        with client: HTTPClient, to part: PartFile, _ progress: @escaping (ModelProgress) -> Void
    ) async throws {
        var download = HTTPDownload(address, length: model.file.bytes)
        download.offset = part.size
        download.stallLimit = stallLimit
        download.authorities = authorities
        progress(.downloading(download.offset))
        try await client.download(download, to: part.descriptor) { progress(.downloading($0)) }
    }

    /// Deletes a part that can't be continued.
    private func ended(by failure: DownloadFailure, _ part: PartFile) throws(Problem) -> Problem {
        if failure == .wrongLength || failure == .wrongRange { try part.empty() }
        return problem(failure, part)
    }

    private var elsewhere: String {
        "Try again later, or from a mirror: utter config set models.mirror URL. Or install a file:"
            + " utter models install FILE.gguf"
    }

    private func problem(_ failure: DownloadFailure, _ part: PartFile) -> Problem {
        failure.problem(
            model, address.server, part, remedyElsewhere: elsewhere, stallLimit: stallLimit)
    }
}
