import Foundation
import GGUF
import SystemPackage
import TestSupport
import Testing

/// The models that come with the program, as the build made them.
@Suite(.runningLoop)
struct BuiltModelTests {
    private static let models = "\(Project.folder)/.build/models"

    @Test(
        .needs(
            "\(models)/whisper-tiny.en.gguf", "\(models)/whisper-base.gguf",
            package: "none: packaging/whisper-model makes it"))
    func theyAreThePinnedOnes() async throws {
        let run = try await ProgramRun([
            "env", "--chdir=\(Self.models)", "sha256sum", "--check",
            "\(Project.folder)/packaging/models/SHA256SUMS",
        ])
        #expect(run.output == "whisper-tiny.en.gguf: OK\nwhisper-base.gguf: OK\n")
        let tiny = try GGUFHeader(of: FilePath("\(Self.models)/whisper-tiny.en.gguf"))
        #expect(tiny.architecture == "whisper" && tiny.languages == ["en"])
        #expect(tiny.languageUse == .one && !tiny.translates)
        let base = try GGUFHeader(of: FilePath("\(Self.models)/whisper-base.gguf"))
        #expect(base.architecture == "whisper" && base.languages.count == 99)
        #expect(base.languages.contains("de") && base.languageUse == .optional)
        #expect(base.translates)
        for name in ["tiny.en", "base"] {
            let licence = try String(
                contentsOfFile: "\(Self.models)/whisper-\(name).gguf.licence.txt", encoding: .utf8)
            #expect(licence.contains("Copyright (c) 2022 OpenAI"))
        }
    }

    /// By which `utter text learn` tells ordinary words.
    @Test(
        .needs(
            "\(models)/whisper-tiny.en.gguf", package: "none: packaging/whisper-model makes it"))
    func theirWordsAreKnown() throws {
        let words = try GGUFVocabulary.words(of: FilePath("\(Self.models)/whisper-tiny.en.gguf"))
        let places = Dictionary(words.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
        #expect(words.count > 32_000 && words.first == "t")
        let (common, rare) = (try #require(places["Schmidt"]), try #require(places["Nguyen"]))
        #expect(common < 16_000 && rare > 16_000)
        #expect(places["Pokémon"] != nil && places["Kowalczyk"] == nil)
    }
}
