import Dictation
import Foundation
import GGUF
import Glibc
import Problems
import RecognizerTranscribeCpp
import SystemPackage
import TestSupport
import Testing

@testable import TranscribeCppDecoding
@testable import TranscribeCppFiles

private let bundledModel = realLibrary.removingLastComponent().appending(
    "models/whisper-tiny.en.gguf")

private let recordings = "/usr/share/pocketsphinx/test/data/librivox"

/// Files of whisper.cpp's.
@Suite(.runningLoop, .timeLimit(.minutes(10)))
struct WhisperCppTests {
    /// A file `ggml-made.bin`.
    private struct Model {
        let folder: ScratchDirectory
        let model: TranscribeCppModel

        init(_ bytes: [UInt8]) throws {
            folder = try ScratchDirectory("whispercpp")
            model = TranscribeCppModel(FilePath(folder.path("ggml-made.bin")))
            try write(bytes)
        }

        func write(_ bytes: [UInt8]) throws {
            try Data(bytes).write(to: URL(filePath: model.path.string))
        }

        /// Replaces some bytes.
        func write(_ bytes: some Sequence<UInt8>, at place: Int) throws {
            let file = try FileDescriptor.open(model.path, .writeOnly)
            _ = try file.closeAfter {
                try file.writeAll(toAbsoluteOffset: Int64(place), Array(bytes))
            }
        }

        var why: String? { model.problem?.why }
    }

    // MARK: The real library

    /// The numbers of the model that comes with utter, in the other format: the same words. The sound
    /// is too long for a shorter window, which the other format has no place for.
    @Test(
        .needs("\(bundledModel)", package: "none: packaging/whisper-model makes it"),
        .needs(recordings, package: "pocketsphinx-testdata"))
    func theSameWeightsGiveTheSameWords() throws {
        let weights = withWholeWindow(try Data(contentsOf: URL(filePath: bundledModel.string)))
        let gguf = try Model([UInt8](weights))
        let other = try Model(WhisperCppFile(gguf: weights).bytes)
        var transcribings: [Transcribing] = []
        for model in [gguf.model, other.model] {
            #expect(try model.header.window == 30 && model.header.languages == ["en"])
            transcribings.append(
                try Transcribing(
                    TranscribeCppConfiguration(
                        library: realLibrary, model: model, language: LanguageTag("en"),
                        threads: 2, mode: .offline), factor: 0.5))
        }
        let names = try String(contentsOfFile: "\(recordings)/fileids", encoding: .utf8)
        let samples = try names.split(separator: "\n").prefix(3).flatMap { name in
            let bytes = try Data(contentsOf: URL(filePath: "\(recordings)/\(name).wav"))
            return WaveBytes.samples(of: [UInt8](bytes))
        }
        let texts = try transcribings.map { transcribing in
            try transcribing.dictate(samples, waiting: samples.count).utterances
        }
        #expect(samples.count > ShortWindow.longest && !texts[0].isEmpty)
        #expect(texts[0] == texts[1])
    }

    @Test(
        .needs(
            "\(realLibrary)/libtranscribe.so", package: "none: packaging/get-transcribe fetches it"
        ), arguments: [(51_864, "en"), (51_865, "su"), (51_866, "yue")])
    func theHeaderSaysWhatTheLibraryFinds(_ vocabulary: Int, _ last: String) throws {
        let file = try Model(WhisperCppFile.madeUp(vocabulary: vocabulary).bytes)
        #expect(file.model.problem == nil && file.model.name == "ggml-made")
        let header = try file.model.header
        #expect(header.architecture == "whisper")
        #expect(header.languageUse == (vocabulary == 51_864 ? .one : .optional))
        #expect(header.languages.last == last)
        let configuration = TranscribeCppConfiguration(
            library: realLibrary, model: file.model, language: LanguageTag(last))
        #expect(configuration.problem == nil)
        // The library takes the last of the languages, and none that comes after it.
        for (language, isKnown) in [(last, true), (last == "su" ? "yue" : "xx", false)] {
            let model = try TranscribeModel(configuration, language: language)
            #expect(model.facts.isWhisper)
            let session = try TranscribeSession(model, threads: 1) { false }
            let sound = [Int16](repeating: 0, count: 16_000)
            let outcome = Result { () throws(Problem) in try session.run(sound) }
            #expect(((try? outcome.get()) != nil) == isKnown, "\(language): \(outcome)")
        }
    }

    // MARK: Damaged ones

    @Test func eachEndIsTooEarly() throws {
        let (bytes, tensors) = WhisperCppFile.madeUp().file
        let file = try Model(bytes)
        #expect(file.model.problem == nil)
        // In the sizes, the filters, the tokens; in each tensor's head and before its last number.
        let lengths =
            [3, 4, 20, 50, 1000, tensors[0] - 1, tensors[0], bytes.count - 1]
            + tensors.dropFirst().flatMap { [$0 - 1, $0 + 1, $0 + 13, $0 + 30] }
        for length in lengths.sorted(by: >) {
            #expect(truncate(file.model.path.string, length) == 0)
            #expect(
                file.why == "it ends too early: the download was not complete", "\(length) bytes")
        }
    }

    /// A place, what is written there, and what is said of it.
    private static let damages: [(Int, UInt32, String)] = [
        (4, 51_867, "but isn't Whisper"), (20, 0, "but isn't Whisper"),
        (20, 131_072, "but isn't Whisper"), (36, 0xffff_ffff, "but isn't Whisper"),
        (40, 81, "but isn't Whisper"), (48, 79, "makes no sense"), (52, 200, "makes no sense"),
        (52, 0x7fff_ffff, "makes no sense"), (56 + 4 * 80 * 201, 0, "makes no sense"),
        (56 + 4 * 80 * 201, 0x7fff_ffff, "makes no sense"),
        (60 + 4 * 80 * 201, 1025, "makes no sense"),
        (60 + 4 * 80 * 201, 0xffff_ffff, "makes no sense"),
    ]

    @Test func nonsenseIsNoticed() throws {
        let (bytes, tensors) = WhisperCppFile.madeUp().file
        let file = try Model(bytes)
        // Of the first tensor: the dimensions' count, the name's length, the type, the dimensions.
        let ofTensor: [(Int, UInt32)] = [
            (0, 0), (0, 5), (4, 0), (4, 257), (8, 4), (8, 99), (12, 0), (16, 0x7fff_ffff),
            (16, 0xffff_ffff), (0, 0x7fff_ffff), (4, 0xffff_ffff),
        ]
        let damages =
            Self.damages + ofTensor.map { (tensors[0] + $0, $1, "makes no sense: it is damaged") }
        for (place, number, why) in damages {
            try file.write(withUnsafeBytes(of: number) { Array($0) }, at: place)
            #expect(file.why?.contains(why) == true, "\(place): \(file.why ?? "nil")")
            try file.write(bytes[place..<place + 4], at: place)
        }
        #expect(file.why == nil)
    }

    /// Changed bytes before the first numbers make another model or none, and nothing worse.
    @Test func changedBytesDoNoHarm() throws {
        let (bytes, tensors) = WhisperCppFile.madeUp().file
        let places = Array(0..<64) + tensors.flatMap { $0..<$0 + 40 }
        let file = try Model(bytes)
        var (random, refused) = (SplitMix(seed: 41), 0)
        for _ in 0..<300 {
            let place = places.randomElement(using: &random)!
            try file.write([.random(in: .min ... .max, using: &random)], at: place)
            if file.model.problem != nil { refused += 1 }
            try file.write([bytes[place]], at: place)
        }
        #expect((50...290).contains(refused))
        #expect(file.model.problem == nil)
    }

    // MARK: Names

    @Test func onlyTheirOwnNamesAreModels() {
        for (name, isModel) in [
            ("ggml-base.bin", true), ("ggml-base.en-q5_1.bin", true), ("base.gguf", true),
            ("en.lm.bin", false), ("model.bin", false), ("ggml-base", false),
        ] {
            #expect(TranscribeCppModel.isModel(FilePath("/a/\(name)")) == isModel, "\(name)")
        }
        #expect(ModelFileName.candidates(for: "base") == ["base.gguf"])
        #expect(ModelFileName.candidates(for: "ggml-base") == ["ggml-base.gguf", "ggml-base.bin"])
        #expect(ModelFileName.candidates(for: "ggml-base.bin") == ["ggml-base.bin"])
    }
}
