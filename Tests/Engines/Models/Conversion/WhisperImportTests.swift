import Foundation
import GGUF
import LinuxRuntime
import Models
import Problems
import SystemPackage
import TestSupport
import Testing

/// Folders as faster-whisper has them, installed.
@Suite(.runningLoop)
struct WhisperImportTests {
    /// Hugging Face's cache, and a folder for models.
    @EventLoopActor
    private final class Stage {
        let scratch: ScratchDirectory
        let store: ModelStore
        var refusal: Problem?
        private(set) var tried: [GGUFHeader] = []
        var cache: HuggingFaceCache { HuggingFaceCache(folder: FilePath(scratch.path("hub"))) }

        init() throws {
            scratch = try ScratchDirectory("utter-whisper")
            try scratch.makeFolders(for: "models/x")
            store = ModelStore(folder: FilePath(scratch.path("models")))
        }

        var files: [String] {
            let names = try? FileManager.default.contentsOfDirectory(atPath: store.folder.string)
            return (names ?? []).sorted()
        }

        /// A folder with a model.
        func write(
            to name: String, _ model: MadeUpWhisper = MadeUpWhisper(positions: 750),
            without missing: [String] = []
        ) throws {
            try scratch.makeFolders(for: "\(name)/x")
            let folder = scratch.path(name)
            try Data(model.bytes).write(to: URL(filePath: "\(folder)/model.bin"))
            try scratch.write(model.tokenizer, to: "\(name)/tokenizer.json")
            try scratch.write(model.configuration, to: "\(name)/config.json")
            for file in missing { try FileManager.default.removeItem(atPath: "\(folder)/\(file)") }
        }

        func install(_ path: String) async throws -> InstalledModel {
            let folder = try #require(WhisperFolder(FilePath(scratch.path(path))))
            return try await WhisperImport(folder, to: store) { file in
                self.tried.append(try GGUFHeader(of: file))
                return self.refusal
            }.run()
        }

        func problem(_ path: String) async -> Problem? {
            await #expect(throws: Problem.self) { try await install(path) }
        }
    }

    @EventLoopActor @Test func aFolderIsInstalledByItsName() async throws {
        let stage = try Stage()
        try stage.write(to: "tiny.en")
        let model = try await stage.install("tiny.en")
        #expect(model.name == "tiny.en.gguf" && stage.files == ["tiny.en.gguf"])
        #expect(stage.tried.map(\.window) == [15])
        #expect(try GGUFHeader(of: model.path).architecture == "whisper")
        let again = await stage.problem("tiny.en")
        #expect(again?.what == "“\(model.path)” is there already")
        #expect(again?.remedy == "To replace it: utter models remove tiny.en.gguf")
    }

    @EventLoopActor
    @Test(arguments: [["model.bin"], ["tokenizer.json"], ["model.bin", "config.json"]])
    func whatIsMissingIsSaid(_ files: [String]) async throws {
        let stage = try Stage()
        try stage.write(to: "tiny", without: files)
        let problem = await stage.problem("tiny")
        #expect(problem?.what.hasSuffix("/tiny” isn't a model that can be used") == true)
        #expect(problem?.why == "it has no \(files.joined(separator: ", no "))")
        #expect(stage.files.isEmpty && stage.tried.isEmpty)
    }

    @EventLoopActor @Test func nothingIsLeftOfWhatCannotBeUsed() async throws {
        let stage = try Stage()
        try stage.write(to: "tiny")
        stage.refusal = Problem("cannot load “it”", why: "it is odd", remedy: "Take another.")
        let odd = await stage.problem("tiny")
        #expect(odd?.why == "it is odd" && stage.files.isEmpty)
        #expect(odd?.what.hasSuffix("/tiny” isn't a model that can be used") == true)
        try stage.write(to: "short", MadeUpWhisper())
        #expect(await stage.problem("short")?.why == "its window has no more than 2 s")
        var damaged = MadeUpWhisper(positions: 750)
        damaged["decoder/layer_norm/beta"].bytes.replaceSubrange(0..<4, with: [0, 0, 0x80, 0x7f])
        try stage.write(to: "damaged", damaged)
        #expect(
            await stage.problem("damaged")?.why
                == "“dec.final_norm.bias” has numbers that are infinite or NaN")
        #expect(stage.files.isEmpty)
    }

    @EventLoopActor @Test func theCacheOfOtherProgramsIsKnown() async throws {
        let stage = try Stage()
        #expect(stage.cache.whispers.isEmpty)
        let repository = "hub/models--Systran--faster-whisper-made.up"
        try stage.write(to: "\(repository)/snapshots/a1", without: ["tokenizer.json"])
        try stage.write(to: "\(repository)/snapshots/b2")
        // One for translations, one that is another program's, one that is being fetched.
        var other = MadeUpWhisper()
        other.kind = "TransformerSpec"
        try stage.write(to: "hub/models--a--b/snapshots/c3", other)
        try stage.scratch.makeFolders(for: "hub/models--a--c/snapshots/d4/model.safetensors")
        try stage.scratch.makeFolders(for: "hub/models--a--d/blobs/e5")
        let found = stage.cache.whispers
        #expect(found.map(\.name) == ["faster-whisper-made.up"])
        #expect(found[0].path.string.hasSuffix("\(repository)/snapshots/b2"))
        // By the repository's folder, and by a revision's.
        for path in [repository, "\(repository)/snapshots/b2"] {
            let model = try await stage.install(path)
            #expect(model.name == "faster-whisper-made.up.gguf")
            _ = try stage.store.remove(model.name)
        }
        #expect(stage.files.isEmpty)
    }

    @Test func aFileIsNoFolder() throws {
        let scratch = try ScratchDirectory("utter-whisper")
        try scratch.write("", to: "file")
        #expect(WhisperFolder(FilePath(scratch.path("file"))) == nil)
        #expect(WhisperFolder(FilePath(scratch.path("none"))) == nil)
    }
}
