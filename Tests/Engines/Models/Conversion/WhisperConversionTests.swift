import Foundation
import GGUF
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

@testable import Models

/// Whisper models that were made up, right ones and wrong ones.
@Suite(.runningLoop, .timeLimit(.minutes(5)))
struct WhisperConversionTests {
    /// A folder with a model, in which something may be changed.
    private func folder(
        _ model: MadeUpWhisper = MadeUpWhisper(),
        _ change: (ScratchDirectory) throws -> Void = { _ in }
    ) throws -> ScratchDirectory {
        let folder = try ScratchDirectory("utter-whisper")
        try model.write(to: folder)
        try change(folder)
        return folder
    }

    /// Writes a folder's model to `made.gguf` there.
    private func convert(_ folder: ScratchDirectory, window: Int = 1) async throws {
        let conversion = try WhisperConversion(
            FilePath(folder.path), name: "Made Up", window: window)
        let file = try folder.create("made.gguf")
        defer { try? file.close() }
        try await conversion.write(to: file)
        #expect(try file.seek(offset: 0, from: .end) == conversion.bytes)
    }

    /// Why a folder is not converted; nil if it is.
    private func defect(
        _ folder: ScratchDirectory, window: Int = 1
    ) async throws -> ConversionDefect? {
        do {
            try await convert(folder, window: window)
            return nil
        } catch let defect as ConversionDefect {
            return defect
        }
    }

    private func defect(
        window: Int = 1, _ change: (inout MadeUpWhisper) -> Void
    ) async throws -> ConversionDefect? {
        var model = MadeUpWhisper()
        change(&model)
        return try await defect(try folder(model), window: window)
    }

    // MARK: Right ones

    /// Whether the weights have 16 bits, how many tokens there are, and the checksum of what another
    /// program, in Python with numpy's roundings, makes of the same folder: keys, names, orders and
    /// numbers are the same. The last one is multilingual.
    private static let references = [
        (
            false, MadeUpWhisper.tokens,
            "8a5619de428baaaaf8fe1921da6c7cca312842349cf4d9573f2faae59fff244f"
        ),
        (
            true, MadeUpWhisper.tokens,
            "4a9ed2938f1946252685811392559997eb678dd619d5a6cd33c5b4ade997cd4c"
        ),
        (true, 51_865, "bdac79421979c110cc3074b4730d25973165c8a2ee43095e70953dd867816fb9"),
    ]

    @Test(arguments: references)
    func theBytesAreThoseOfAnotherProgram(
        _ halves: Bool, _ tokens: Int, _ sum: String
    ) async throws {
        let folder = try folder(MadeUpWhisper(halves: halves, tokens: tokens))
        try await convert(folder)
        let run = try await ProgramRun(["sha256sum", folder.path("made.gguf")])
        #expect(run.output.prefix(64) == sum)
        let header = try GGUFHeader(of: FilePath(folder.path("made.gguf")))
        #expect(header.architecture == "whisper")
        #expect(header.languages == (tokens == MadeUpWhisper.tokens ? ["en"] : ["en", "de"]))
        #expect(header.languageUse == (tokens == MadeUpWhisper.tokens ? .one : .optional))
    }

    /// Variables of the same numbers are one in CTranslate2's file, with an alias for the others.
    @Test func anAliasIsAVariable() async throws {
        let plain = try folder()
        var model = MadeUpWhisper()
        let (name, other) = ("encoder/layer_norm/beta", "encoder/layer_norm/gamma")
        model[other].bytes = model[name].bytes
        let twice = try folder(model)
        model.variables.removeAll { $0.name == other }
        model.aliases.append((other, name))
        let once = try folder(model)
        for folder in [plain, twice, once] { try await convert(folder) }
        let files = try [plain, twice, once].map {
            try Data(contentsOf: URL(filePath: $0.path("made.gguf")))
        }
        #expect(files[1] == files[2] && files[0] != files[1])
    }

    /// The first numbers of a block, its scale as a half, the first numbers as written.
    private static let blocks: [([Float], [UInt8], [Int8])] = [
        ([0], [0, 0], [0]),
        // A scale of one.
        ([127, -127, 1, -1, 0.5, -0.5, 0.49, 63.5], [0, 0x3c], [127, -127, 1, -1, 1, -1, 0, 64]),
        // The largest half.
        ([65_504 * 127, -65_504], [0xff, 0x7b], [127, -1]),
        // Too small for a scale.
        ([Float(bitPattern: 7), -Float(bitPattern: 71_362)], [0, 0], [0, 0]),
    ]

    @Test(arguments: blocks)
    func numbersBecomeBlocks(_ numbers: [Float], _ scale: [UInt8], _ whole: [Int8]) throws {
        func block<Number: Numeric>(_ numbers: [Number]) -> [Number] {
            numbers + Array(repeating: 0, count: 32 - numbers.count)
        }
        let bytes = try #require(GGUFNumberType.q8_0.encoded(block(numbers)))
        #expect(Array(bytes.prefix(2)) == scale)
        #expect(bytes.dropFirst(2).map { Int8(bitPattern: $0) } == block(whole))
    }

    @Test(arguments: [Float.nan, Float.infinity, -Float.infinity])
    func whatIsNoNumberIsNotWritten(_ number: Float) {
        for type in [GGUFNumberType.f32, .f16, .q8_0] {
            for place in [0, 31] {
                var numbers = [Float](repeating: 1, count: 32)
                numbers[place] = number
                #expect(type.encoded(numbers) == nil)
            }
        }
        // Too large for a half.
        #expect(GGUFNumberType.f16.encoded([70_000]) == nil)
        #expect(GGUFNumberType.q8_0.encoded(Array(repeating: 65_520 * 127, count: 32)) == nil)
    }

    // MARK: Other models

    @Test func otherModelsAreNotTaken() async throws {
        #expect(try await defect { $0.version = 5 } == .otherVersion(5))
        #expect(try await defect { $0.version = 0x6c67_6d6c } == .otherFormat)
        #expect(try await defect { $0.kind = "Wav2Vec2Spec" } == .noWhisper("Wav2Vec2Spec"))
        #expect(try await defect { $0.kind = "\u{1b}[2J" } == .noWhisper("2J"))
        let weights = "encoder/layer_0/ffn/linear_0/weight"
        #expect(
            try await defect {
                $0[weights].type = 1
                $0[weights].bytes.removeLast($0[weights].bytes.count / 4 * 3)
            } == .quantised(weights))
        #expect(
            try await defect { $0["decoder/activation"].bytes = [0, 0] }
                == .otherModel("decoder/activation"))
        let keys = "decoder/layer_0/attention/linear_1/bias"
        #expect(try await defect { $0[keys].bytes[0] = 1 } == .otherModel(keys))
        #expect(
            try await defect { $0.aliases = [] }
                == .missing("decoder/projection/weight", in: "model.bin"))
        #expect(
            try await defect { $0.aliases[0].1 = "encoder/layer_norm/beta" }
                == .otherModel("decoder/projection/weight"))
        #expect(try await defect(window: 3) { _ in } == .windowTooLong(2))
        #expect(try await defect(window: 2) { _ in } == nil)
    }

    // MARK: Damaged ones

    @Test func eachVariableIsNeededInItsSize() async throws {
        for index in MadeUpWhisper().variables.indices {
            let name = MadeUpWhisper().variables[index].name
            let missing = try await defect { $0.variables.remove(at: index) }
            // Without the activation it is taken to be the usual one.
            switch name {
            case "decoder/activation": #expect(missing == nil)
            case "decoder/embeddings/weight": #expect(missing == .nonsense("model.bin"))
            default: #expect(missing != nil, "\(name)")
            }
            guard !MadeUpWhisper().variables[index].shape.isEmpty else { continue }
            let shorter = try await defect {
                $0.variables[index].shape[0] -= 1
                let row = $0.variables[index].bytes.count / ($0.variables[index].shape[0] + 1)
                $0.variables[index].bytes.removeLast(row)
            }
            // Fewer positions of text, or tokens that nothing is known of, are right.
            let isFree =
                ["decoder/embeddings/weight", "decoder/position_encodings/encodings"]
                .contains(name) || name == "encoder/position_encodings/encodings"
            #expect((shorter == nil) == isFree, "\(name)")
            let longer = try await defect { $0.variables[index].shape.append(2) }
            #expect(longer == .nonsense("model.bin"), "\(name)")
        }
    }

    @Test func numbersThatAreNoneAreNoticed() async throws {
        let infinite = MadeUpWhisper.bytes(of: Float.infinity.bitPattern)
        for (name, written) in [
            ("encoder/conv1/weight", "enc.conv.0.weight"),
            ("decoder/layer_norm/beta", "dec.final_norm.bias"),
            ("decoder/embeddings/weight", "dec.token_embd.weight"),
        ] {
            let defect = try await defect { $0[name].bytes.replaceSubrange(8..<12, with: infinite) }
            #expect(defect == .noNumber(written))
        }
    }

    @Test func theTokensAreChecked() async throws {
        let nonsense = ConversionDefect.nonsense("tokenizer.json")
        for tokenizer in [
            "", "[]", "{", "{\"model\": 3, \"added_tokens\": []}",
            String(repeating: "[", count: 10_000),
            MadeUpWhisper().tokenizer.replacing("\"ab\": 11", with: "\"ab\": 40"),
            MadeUpWhisper().tokenizer.replacing("\"ab\": 11", with: "\"ab\": -1"),
            MadeUpWhisper().tokenizer.replacing("\"id\": 12", with: "\"id\": 99999999999999999999"),
            MadeUpWhisper().tokenizer.replacing("\"id\": 12", with: "\"id\": 40"),
            MadeUpWhisper().tokenizer.replacing("a b", with: String(repeating: "a", count: 2000)),
        ] {
            #expect(
                try await defect { $0.tokenizer = tokenizer } == nonsense, "\(tokenizer.prefix(99))"
            )
        }
        #expect(
            try await defect { $0.tokenizer = "{\"model\": {\"vocab\": {}, \"merges\": []}}" }
                == .missing("added_tokens", in: "tokenizer.json"))
        #expect(
            try await defect {
                $0.tokenizer.replace("<|startofprev|>", with: "<|other|>")
            } == .missing("<|startofprev|>", in: "tokenizer.json"))
        #expect(
            try await defect { $0.configuration = "{\"suppress_ids\": []}" }
                == .missing("suppress_ids_begin", in: "config.json"))
        #expect(
            try await defect { $0.configuration.replace("[1, 2]", with: "[1, 40]") }
                == .nonsense("config.json"))
        #expect(
            try await defect(
                folder(MadeUpWhisper(halves: true, tokens: 51_865)) {
                    try $0.write(
                        "{\"lang_ids\": [8], \"suppress_ids\": [], \"suppress_ids_begin\": []}",
                        to: "config.json")
                }) == .nonsense("config.json"))
    }

    @Test func eachFileIsNeeded() async throws {
        for name in ["model.bin", "tokenizer.json", "config.json"] {
            let without = try folder {
                try FileManager.default.removeItem(atPath: $0.path(name))
            }
            #expect(try await defect(without) == .unreadable(name, .noSuchFileOrDirectory))
            let pipe = try folder {
                try FileManager.default.removeItem(atPath: $0.path(name))
                #expect(mkfifo($0.path(name), 0o600) == 0)
            }
            #expect(try await defect(pipe) == .noFile(name))
        }
    }

    /// Every length that ends in a name, a size or their neighbourhood.
    @Test func aShorterFileIsNoModel() async throws {
        let (bytes, structure) = MadeUpWhisper().file
        let folder = try folder()
        let file = URL(filePath: folder.path("model.bin"))
        for length in structure {
            try Data(bytes.prefix(length)).write(to: file)
            #expect(try await defect(folder) == .truncated("model.bin"), "\(length) bytes")
        }
        try Data(bytes + [0]).write(to: file)
        #expect(try await defect(folder) == .nonsense("model.bin"))
    }

    /// Changed bytes make another model or none, and nothing worse.
    @Test func changedBytesDoNoHarm() async throws {
        var random = SplitMix(seed: 7)
        let (bytes, structure) = MadeUpWhisper().file
        let folder = try folder()
        let file = URL(filePath: folder.path("model.bin"))
        var refused = 0
        for number in 0..<1000 {
            var changed = bytes
            for _ in 0...number % 3 {
                changed[structure.randomElement(using: &random)!] = .random(
                    in: 0...255, using: &random)
            }
            try Data(changed).write(to: file)
            if try await defect(folder) != nil { refused += 1 }
        }
        // A changed letter of most names is a missing variable.
        #expect(refused > 900)
    }
}
