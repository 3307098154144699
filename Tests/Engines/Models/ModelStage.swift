import Foundation
import GGUF
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import Models

/// A server with a model, and a folder for it.
@EventLoopActor
final class ModelStage {
    /// The model of two tones, with what no tensor uses after it.
    nonisolated static let content = {
        let model = Data(ToneGGUF.bytes())
        return model + Data((model.count..<300_009).map { UInt8(truncatingIfNeeded: $0 / 3) })
    }()

    let server: FileServer
    let store: ModelStore
    let model: CatalogueModel
    private let scratch: ScratchDirectory

    /// - Parameter bytes: what the catalogue says of the model's length.
    init(bytes: Int = content.count) async throws {
        server = try await FileServer()
        try Self.content.write(to: URL(filePath: server.folder.path("tones-Q8_0.gguf")))
        scratch = try ScratchDirectory("utter-models")
        store = ModelStore(folder: FilePath(scratch.path("data/utter/models")))
        let sum = try await ProgramRun(["sha256sum", server.folder.path("tones-Q8_0.gguf")])
        model = Self.model(bytes, String(sum.output.prefix(64)))
    }

    nonisolated static func model(_ bytes: Int, _ sum: String) -> CatalogueModel {
        CatalogueModel(
            name: "tones", author: "someone", madeFrom: "someone/tones", licence: .attribution,
            file: ModelFile(
                repository: "other/tones-gguf", revision: String(repeating: "a", count: 40),
                name: "tones-Q8_0.gguf", bytes: bytes, sha256: sum),
            languages: ["en"], mode: .offline, languageUse: .one, times: .none, figures: nil)
    }

    /// The request for the whole file; behind a range.
    func request(_ mode: String, _ range: String = "-") -> String {
        "GET /\(mode)/\(model.file.repository)/resolve/\(model.file.revision)/"
            + "\(model.file.name) \(range)"
    }

    func download(_ mode: String, secure: Bool = false) throws -> ModelDownload {
        let source = try ModelSource(mirror: server.address(mode, secure: secure))
        var download = try ModelDownload(model, to: store, from: source)
        download.authorities = server.certificate.path
        // Of the test that waits for it; others hold on a busy machine.
        download.stallLimit = mode == "stall" ? .seconds(1) : .seconds(120)
        return download
    }

    @discardableResult
    func install(_ mode: String, secure: Bool = false) async throws -> [ModelProgress] {
        var steps: [ModelProgress] = []
        try await download(mode, secure: secure).run { steps.append($0) }
        return steps
    }

    func problem(_ mode: String, secure: Bool = false) async -> Problem? {
        await #expect(throws: Problem.self) { try await install(mode, secure: secure) }
    }

    /// All in the folder, hidden files too.
    var files: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: store.folder.string)
        return (names ?? []).sorted()
    }

    nonisolated static let installed = ["tones-Q8_0.gguf", "tones-Q8_0.gguf.licence.txt"]
    nonisolated static let part = ".tones-Q8_0.gguf.part"

    func content(of name: String) -> Data? {
        try? Data(contentsOf: URL(filePath: store.folder.appending(name).string))
    }

    /// Leaves what an earlier attempt may have left.
    func leavePart(_ data: Data) throws {
        let folder = store.folder.string
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try data.write(to: URL(filePath: "\(folder)/\(Self.part)"))
    }
}
