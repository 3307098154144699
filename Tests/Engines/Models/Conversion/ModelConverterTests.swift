import Foundation
import GGUF
import LinuxRuntime
import Models
import Problems
import SystemPackage
import TestSupport
import Testing

/// What becomes of the new file.
@Suite(.runningLoop)
struct ModelConverterTests {
    /// A folder with a model, and the converter of it.
    @EventLoopActor
    private final class Stage {
        let folder: ScratchDirectory
        let converter: ModelConverter
        var files: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: folder.path("new")).sorted()
            }
        }

        init(_ change: (inout MadeUpWhisper) -> Void = { _ in }) throws {
            folder = try ScratchDirectory("utter-whisper")
            var model = MadeUpWhisper()
            change(&model)
            try model.write(to: folder)
            try folder.makeFolders(for: "new/made.gguf")
            converter = ModelConverter(
                FilePath(folder.path), to: FilePath(folder.path("new/made.gguf")))
        }

        func problem(window: Int = 1) async -> Problem? {
            do {
                _ = try await converter.run(window: window)
                return nil
            } catch {
                return error as? Problem
            }
        }
    }

    @EventLoopActor @Test func theFileIsThereOnce() async throws {
        let stage = try Stage()
        let model = try await stage.converter.run(window: 1)
        #expect(try stage.files == ["made.gguf"])
        #expect(model.path.string == stage.folder.path("new/made.gguf"))
        let bytes = try Data(contentsOf: URL(filePath: model.path.string))
        #expect(bytes.count == model.bytes)
        // Named after the file.
        var name = Data("general.name".utf8)
        name.append(contentsOf: [8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0])
        name.append(contentsOf: "made".utf8)
        #expect(bytes.range(of: name) != nil)
        #expect(try GGUFHeader(of: model.path).architecture == "whisper")
        let again = await stage.problem()
        #expect(again?.what.hasSuffix("new/made.gguf” is there already") == true)
    }

    @EventLoopActor @Test func nothingIsLeftOfOneThatIsDamaged() async throws {
        // Noticed after half of the file.
        let stage = try Stage {
            $0["decoder/layer_norm/beta"].bytes.replaceSubrange(0..<4, with: [0, 0, 0x80, 0x7f])
        }
        let problem = await stage.problem()
        #expect(problem?.what == "cannot convert “\(stage.folder.path("model.bin"))”")
        #expect(problem?.why == "“dec.final_norm.bias” has numbers that are infinite or NaN")
        #expect(try stage.files.isEmpty)
        // The rest of an interrupted attempt is not gone on with.
        let right = try Stage()
        try right.folder.write("of another", to: "new/.made.gguf.part")
        #expect(await right.problem() == nil)
        #expect(
            try GGUFHeader(of: FilePath(right.folder.path("new/made.gguf"))).languages == ["en"])
    }

    @EventLoopActor @Test func whatIsWrongIsSaid() async throws {
        let window = await (try Stage()).problem(window: 30)
        #expect(window?.why == "its window has no more than 2 s")
        let stage = try Stage()
        try FileManager.default.removeItem(atPath: stage.folder.path("config.json"))
        let missing = await stage.problem()
        #expect(missing?.what == "cannot convert “\(stage.folder.path("config.json"))”")
        #expect(missing?.why == "No such file or directory")
        let other = try Stage { $0.kind = "TransformerSpec" }
        #expect(
            await other.problem()?.why == "it is a model of the kind “TransformerSpec”, not Whisper"
        )
        // A place in which no file can be.
        let right = try Stage()
        let nowhere = ModelConverter(
            FilePath(right.folder.path), to: FilePath("/dev/null/made.gguf"))
        do {
            _ = try await nowhere.run(window: 1)
            Issue.record("it was converted")
        } catch let problem as Problem {
            #expect(problem.what == "cannot write “/dev/null/.made.gguf.part”")
        }
    }

    @EventLoopActor @Test func anInterruptedConversionLeavesNothing() async throws {
        let stage = try Stage()
        let work = EventLoop.throwingTask { _ = try await stage.converter.run(window: 1) }
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(try stage.files.isEmpty)
    }
}
