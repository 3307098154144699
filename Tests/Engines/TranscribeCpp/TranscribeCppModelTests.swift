import Dictation
import GGUF
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import RecognizerTranscribeCpp
@testable import TranscribeCppFiles

@Suite struct TranscribeCppModelTests {
    private func known(
        languages: [String], architecture: String = "parakeet", prompt: [String] = []
    ) throws -> GGUFHeader {
        var header = ToneGGUF.Header()
        (header.languages, header.architecture) = (languages, architecture)
        header.languagePrompt = prompt
        let model = try ToneGGUF("model", header)
        return try TranscribeCppModel(FilePath(model.path)).header
    }

    @Test func theHeaderSaysWhatItIs() throws {
        let folder = try ScratchDirectory("models")
        _ = try ToneGGUF("whole", in: folder.path)
        try folder.write("no model", to: "broken.gguf")
        func model(_ name: String) -> TranscribeCppModel {
            TranscribeCppModel(FilePath(folder.path(name)))
        }
        #expect(model("whole.gguf").problem == nil && model("whole.gguf").name == "whole")
        #expect(model("whole.gguf").languages == [LanguageTag("en")].compactMap(\.self))
        #expect(
            model("broken.gguf").problem?.why
                == "it has neither the GGUF format nor whisper.cpp's")
        #expect(model("broken.gguf").languages == [])
        let missing = TranscribeCppModel("/no/such/model.gguf").problem
        #expect(missing?.what == "there is no speech model “/no/such/model.gguf”")
        #expect(TranscribeCppModel("/dev/zero").problem?.why == "it isn't a regular file")
    }

    @Test func theWordsOfAModelAreRead() throws {
        let file = try ToneGGUF("model")
        #expect(try GGUFVocabulary.words(of: FilePath(file.path)) == ["Low", "high"])
        try file.write(Array(ToneGGUF.bytes().prefix(300)))
        #expect(throws: GGUFDefect.truncated) {
            try GGUFVocabulary.words(of: FilePath(file.path))
        }
    }

    @Test func aReplacedFileIsReadAgain() throws {
        let file = try ToneGGUF("model")
        let model = TranscribeCppModel(FilePath(file.path))
        #expect(model.languages == [LanguageTag("en")].compactMap(\.self))
        var header = ToneGGUF.Header()
        header.languages = ["de"]
        try file.write(ToneGGUF.bytes(header))
        #expect(model.languages == [LanguageTag("de")].compactMap(\.self))
    }

    @Test func itIsKnownWhetherAModelIsToldItsLanguage() throws {
        #expect(try known(languages: ["en"]).languageUse == .one)
        #expect(try known(languages: ["en", "de"]).languageUse == .detects)
        #expect(
            try known(languages: ["en-US", "de-DE"], prompt: ["en-US"]).languageUse == .told)
        #expect(try known(languages: ["en", "de"], architecture: "canary").languageUse == .told)
    }

    /// The model's languages, the dictation's, and what the model is told.
    @Test(arguments: [
        (["en-US", "en-GB", "de-DE"], "de", "de-DE"),
        (["en-US", "en-GB", "de-DE"], "de-AT", "de-DE"),
        (["en-US", "en-GB", "de-DE"], "en", "en-US"), (["en-GB", "en-US"], "en-US", "en-US"),
        (["fr-CA", "fr-FR"], "fr", "fr-FR"), (["en", "de"], "de-DE", "de"),
        (["pt-BR", "pt-PT"], "pt-AO", "pt-PT"), (["zh-CN", "zh"], "zh", "zh"),
        (["en", "no", "nn"], "nb-NO", "no"), (["English", "en"], "en", "en"),
    ])
    func aModelIsToldInItsOwnForm(_ languages: [String], _ wanted: String, _ told: String) throws {
        let known = try known(languages: languages, prompt: languages)
        let choice = try LanguageChoice.choose(
            LanguageTag(wanted), of: known, for: TranscribeCppModel("model.gguf"))
        #expect(choice == told)
    }

    @Test func whoMustBeToldIsNotLeftToGuess() throws {
        let model = TranscribeCppModel("model.gguf")
        let told = try known(languages: ["en", "de"], architecture: "canary")
        let missing = #expect(throws: Problem.self) {
            try LanguageChoice.choose(nil, of: told, for: model)
        }
        #expect(missing?.why == "it must be given the language, and none is set")
        let other = #expect(throws: Problem.self) {
            try LanguageChoice.choose(LanguageTag("fr"), of: told, for: model)
        }
        #expect(other?.what == "cannot recognise “fr” with the speech model “model.gguf”")
        let detects = try known(languages: ["en", "de"])
        #expect(try LanguageChoice.choose(nil, of: detects, for: model) == nil)
        #expect(try LanguageChoice.choose(LanguageTag("de"), of: detects, for: model) == nil)
    }

    @Test func aConfigurationSurvivesItsJSON() throws {
        let configuration = TranscribeCppConfiguration(
            library: "/usr/lib/utter/transcribe", model: TranscribeCppModel("/a b/ü “x”.gguf"),
            language: LanguageTag("de-AT"), threads: 3, device: .gpu, words: ["a\n", "\"b\\"],
            mode: .stream, voice: "/v w/x.safetensors")
        #expect(!configuration.json.contains(UInt8(ascii: "\n")))
        #expect(try TranscribeCppConfiguration(json: configuration.json) == configuration)
        let least = TranscribeCppConfiguration(library: "a", model: TranscribeCppModel("b"))
        #expect(try TranscribeCppConfiguration(json: least.json) == least)
        #expect(throws: Problem.self) { try TranscribeCppConfiguration(json: Array("{}".utf8)) }
    }

    @Test func theLibraryIsBesideTheProgram() throws {
        let folder = try ScratchDirectory("installed")
        for place in ["usr/lib/utter/transcribe", "tree/.build/transcribe"] {
            try folder.makeFolders(for: "\(place)/libtranscribe.so")
            try folder.write("", to: "\(place)/libtranscribe.so")
        }
        for (program, library) in [
            ("usr/bin/utter", "usr/lib/utter/transcribe"),
            ("usr/libexec/utter/utter", "usr/lib/utter/transcribe"),
            ("usr/libexec/utter/utter-speech", "usr/lib/utter/transcribe"),
            ("tree/.build/x86_64-unknown-linux-gnu/debug/utter", "tree/.build/transcribe"),
        ] {
            let found = TranscribeCppConfiguration.libraryFolder(
                beside: FilePath(folder.path(program)))
            #expect(found == FilePath(folder.path(library)))
        }
        #expect(TranscribeCppConfiguration.libraryFolder(beside: "/no/such/bin/utter") == nil)
    }
}
