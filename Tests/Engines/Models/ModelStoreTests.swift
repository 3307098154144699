import Foundation
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import Models

/// Files of this machine: installed, checked and removed.
@Suite(.runningLoop)
struct ModelStoreTests {
    @EventLoopActor @Test func aFileIsCopied() async throws {
        let stage = try Stage()
        let source = try stage.file("my own.gguf")
        var steps: [ModelProgress] = []
        let model = try await stage.install(source) { steps.append($0) }
        #expect(steps == [.copying])
        #expect(model.model == nil && model.name == "my own.gguf")
        #expect(stage.files == ["my own.gguf"] && stage.store.installed.map(\.name) == stage.files)
        #expect(try Data(contentsOf: URL(filePath: model.path.string)) == ModelStage.content)
        #expect(try await model.damage() == nil)
        let again = await stage.problem(source)
        #expect(again?.remedy.contains("utter models remove my own.gguf") == true)
    }

    /// The copy is tried, not what may change; what doesn't load is gone, and its source is named.
    @EventLoopActor @Test func whatDoesNotLoadIsNotInstalled() async throws {
        let stage = try Stage()
        let source = try stage.file("own.gguf")
        stage.refusal = Problem("cannot load “the copy”", why: "it is odd", remedy: "Take another.")
        let problem = await stage.problem(source)
        #expect(problem?.what == "“\(source)” isn't a model that can be used")
        #expect(problem?.why == "it is odd" && problem?.remedy == "Take another.")
        #expect(stage.tried == [stage.store.folder.appending(".own.gguf.part")])
        #expect(stage.files.isEmpty)
    }

    /// whisper.cpp's files are installed and removed by their own names.
    @EventLoopActor @Test(arguments: ["ggml-tiny.bin", "ggml-tiny"])
    func aFileOfWhisperCppsIsCopied(_ name: String) async throws {
        let stage = try Stage()
        let source = try stage.file("ggml-tiny.bin", Data(WhisperCppFile.madeUp().bytes))
        let model = try await stage.install(source)
        #expect(model.name == "ggml-tiny.bin" && stage.files == ["ggml-tiny.bin"])
        #expect(stage.store.installed.map(\.name) == stage.files)
        #expect(try await model.damage() == nil)
        #expect(try stage.store.remove(name).count == 1)
        #expect(stage.files.isEmpty)
    }

    /// A model of language: no tensor, one pair of key and value.
    private static let otherModel: Data = {
        func text(_ text: String) -> Data {
            withUnsafeBytes(of: UInt64(text.utf8.count)) { Data($0) } + Data(text.utf8)
        }
        let counts = [UInt64(0), 1].map { number in withUnsafeBytes(of: number) { Data($0) } }
        return Data("GGUF".utf8) + Data([3, 0, 0, 0]) + counts[0] + counts[1]
            + text("general.architecture") + Data([8, 0, 0, 0]) + text("llama")
    }()

    @EventLoopActor
    @Test(arguments: [
        ("a.gguf", Data("ggml".utf8) + Data(count: 99), "it has neither the GGUF format nor"),
        ("a.gguf", Data("GGU".utf8), "it ends too early"),
        ("a.gguf", Data("GGUF".utf8) + Data([9, 0, 0, 0]), "it is GGUF of version 9, not 2 or 3"),
        ("a.gguf", Data("GGUF".utf8) + Data([0, 0, 0, 3]), "not 2 or 3"),
        ("a.gguf", Data("GGUF".utf8) + Data([3, 0, 0, 0]), "it ends too early"),
        ("a.gguf", Data(ToneGGUF.bytes().dropLast(100)), "it ends too early"),
        (
            "a.gguf", Data("GGUF".utf8) + Data([3, 0, 0, 0]) + Data(repeating: 255, count: 99),
            "its header makes no sense"
        ),
        ("a.gguf", otherModel, "it is a model of the kind “llama”, not one of speech"),
        ("a.bin", ModelStage.content, "its name is neither NAME.gguf nor ggml-NAME.bin"),
        (".a.gguf", ModelStage.content, "its name is neither NAME.gguf nor ggml-NAME.bin"),
        ("whisper-base-Q8_0.gguf", ModelStage.content, "instead of 84962880 bytes"),
    ])
    func isNoModel(_ name: String, _ data: Data, _ why: String) async throws {
        let stage = try Stage()
        let problem = await stage.problem(try stage.file(name, data))
        #expect(problem?.why.contains(why) == true, "\(String(describing: problem))")
        #expect(stage.files.isEmpty)
    }

    @EventLoopActor @Test(arguments: ["", "none.gguf"])
    func norIsAFolderOrNothing(_ name: String) async throws {
        let stage = try Stage()
        let problem = await stage.problem(FilePath(stage.scratch.path(name)))
        #expect(problem?.what.contains("isn't a model that can be used") == true)
    }

    /// Under another name, too.
    @EventLoopActor @Test(arguments: ["tones-Q8_0.gguf", "download (1)"])
    func aFileOfTheCatalogueGetsItsNameAndLicence(_ name: String) async throws {
        let stage = try Stage()
        let source = try stage.file(name)
        let sum = try await ProgramRun(["sha256sum", source.string]).output.prefix(64)
        let known = ModelStage.model(ModelStage.content.count, String(sum))
        let model = try await stage.install(source, [known])
        #expect(model.path.lastComponent?.string == "tones-Q8_0.gguf")
        #expect(stage.files == ModelStage.installed)
    }

    @EventLoopActor @Test func aFileOfTheCatalogueMustBeIt() async throws {
        let stage = try Stage()
        let source = try stage.file("tones-Q8_0.gguf")
        let known = ModelStage.model(ModelStage.content.count, String(repeating: "0", count: 64))
        let problem = await #expect(throws: Problem.self) {
            try await stage.install(source, [known])
        }
        #expect(problem?.why.contains("another SHA-256") == true)
        #expect(stage.files.isEmpty)
    }

    @EventLoopActor @Test func aTruncatedModelIsDamaged() async throws {
        let stage = try Stage()
        try stage.file("models/whisper-base-Q8_0.gguf")
        let model = try #require(stage.store.installed.first)
        #expect(model.name == "whisper-base")
        let problem = try #require(try await model.damage())
        #expect(problem.why == "it has \(ModelStage.content.count) bytes instead of 84962880")
        #expect(problem.remedy.contains("utter models install whisper-base"))
        #expect(!stage.store.isInstalled(try #require(model.model)))
    }

    @EventLoopActor @Test(arguments: ["own", "own.gguf"])
    func aModelGoesWithAllThatIsIts(_ name: String) async throws {
        let stage = try Stage()
        for file in ["own.gguf", "own.gguf.licence.txt", ".own.gguf.part", "other.gguf"] {
            try stage.file("models/\(file)")
        }
        let gone = try stage.store.remove(name)
        #expect(
            gone.compactMap { $0.lastComponent?.string }
                == ["own.gguf", "own.gguf.licence.txt", ".own.gguf.part"])
        #expect(stage.files == ["other.gguf"])
    }

    @EventLoopActor @Test func aPartAloneGoesToo() throws {
        let stage = try Stage()
        try stage.file("models/.whisper-base-Q8_0.gguf.part")
        #expect(try stage.store.remove("whisper-base").count == 1)
        #expect(stage.files.isEmpty)
    }

    @EventLoopActor @Test(arguments: ["none", "../secret", ".hidden", "whisper-base"])
    func whatIsNotThereIsNamed(_ name: String) throws {
        let stage = try Stage()
        try stage.file("secret.gguf")
        let problem = #expect(throws: Problem.self) { try stage.store.remove(name) }
        #expect(problem?.what.contains("there is no model “\(name)”") == true)
        #expect(FileManager.default.fileExists(atPath: stage.scratch.path("secret.gguf")))
    }

    @Test func theFolderIsTheUsers() throws {
        let store = try ModelStore { ["HOME": "/home/a"][$0] }
        #expect(store.folder == "/home/a/.local/share/utter/models")
        #expect(throws: Problem.self) { try ModelStore { _ in nil } }
    }

    /// A folder for models, and another one.
    @EventLoopActor
    private final class Stage {
        let scratch: ScratchDirectory
        let store: ModelStore

        init() throws {
            scratch = try ScratchDirectory("utter-models")
            store = ModelStore(folder: FilePath(scratch.path("models")))
            try PrivateFile.makeDirectories(store.folder)
        }

        @discardableResult
        func file(_ name: String, _ data: Data = ModelStage.content) throws -> FilePath {
            try data.write(to: URL(filePath: scratch.path(name)))
            return FilePath(scratch.path(name))
        }

        var files: [String] {
            let names = try? FileManager.default.contentsOfDirectory(atPath: store.folder.string)
            return (names ?? []).sorted()
        }

        /// What trials were asked of, and what they answer.
        private(set) var tried: [FilePath] = []
        var refusal: Problem?

        @discardableResult
        func install(
            _ source: FilePath, _ catalogue: [CatalogueModel] = ModelCatalogue.all,
            _ progress: @escaping (ModelProgress) -> Void = { _ in }
        ) async throws -> InstalledModel {
            try await ModelImport(source, to: store, catalogue) { file in
                self.tried.append(file)
                return self.refusal
            }.run(progress)
        }

        func problem(_ source: FilePath) async -> Problem? {
            await #expect(throws: Problem.self) {
                try await install(source)
            }
        }
    }
}
