import Dictation
import DictationParts
import EngineRegistry
import LinuxRuntime
import RecognizerRouting
import Settings
import SpeechEngines
import SystemPackage
import TestSupport
import Testing

@testable import Assembly

/// What an engine gets by its folder and its line in the registry. `Toy.swift` is that folder; the
/// line is this one.
private let engines: [any Engine] = [Toy()] + Engines.all

private let schema = SettingsSchema(engines: engines.map(\.keys))

private func read(_ text: String) throws -> Settings {
    try Settings.parse(Array(text.utf8), file: "f", schema: schema)
}

/// A folder with a model of German.
private struct Models {
    let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory("toy")
        try directory.write("", to: "de.toy")
    }

    var found: SpeechModels {
        SpeechModels(of: engines, in: [directory.path], own: directory.path)
    }
}

@Suite(.runningLoop) struct ToyTests {
    @Test func itsSectionIsInTheConfiguration() throws {
        #expect(schema.template.contains("\n[recognizer.toy]\n# The engine that hears"))
        #expect(schema.template.contains("\n#word = \"beep\"\n"))
        #expect(schema.json.contains("\"description\": \"The word that it hears.\""))
        let settings = try read("[recognizer.toy]\nword = 'x'\n")
        #expect(settings.show(all: false) == "[recognizer.toy]\nword = \"x\"  # f:2\n")
        #expect {
            try read("[recognizer.toy]\nwrod = 'x'\n")
        } throws: { "\($0)".hasSuffix("wrod: unknown key (did you mean “word”?)") }
    }

    @Test func aProfileCanChangeIt() throws {
        let settings = try read(
            "[[profile]]\nname = 'p'\nrecognizer = { engine = 'toy', toy.word = 'x' }\n")
        let profile = settings.with(try #require(settings.profile(named: "p")))
        #expect(try profile.engines(among: Models().found).map(\.engine.name) == ["toy"])
        #expect(profile[ToySettings.self].word == "x" && settings[ToySettings.self].word == "beep")
    }

    @Test func itIsChosenForTheLanguageOfItsModel() throws {
        let settings = try read("[recognizer]\nlanguage = 'de-AT'\n")
        let models = try Models()
        let choice = try #require(try settings.engines(among: models.found).first)
        #expect(choice.engine.name == "toy")
        #expect(choice.reason == "the first with a model for de-AT")
        #expect(settings.modelsInUse(models.found) == [models.directory.path("de.toy")])
        #expect(throws: SettingsError.self) {
            try read("[recognizer]\nlanguage = 'fr'\n").engines(among: models.found)
        }
    }

    /// What the rest of the program says of an engine comes from its folder.
    @Test func nobodyElseNamesAnEngine() throws {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
        let names = Engines.all.filter(\.isAutomatic).map(\.name)
        #expect(names.count > 1)
        let sources = "\(root)/Sources"
        for folder in Folder.names(in: sources) where !["Engines", "C"].contains(folder) {
            for file in files(below: "\(sources)/\(folder)") where file.hasSuffix(".swift") {
                let text = String(decoding: try bytes(of: file), as: UTF8.self).lowercased()
                for name in names where text.contains(name) {
                    Issue.record("\(file) names \(name)")
                }
            }
        }
    }

    private func files(below folder: String) -> [String] {
        Folder.names(in: folder).flatMap { name in
            let path = "\(folder)/\(name)"
            return name.contains(".") ? [path] : files(below: path)
        }
    }

    private func bytes(of path: String) throws -> [UInt8] {
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        return try file.closeAfter {
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
            return Array(bytes[..<count])
        }
    }

    @Test func itSaysWhatIsMissing() throws {
        let none = SpeechModels(of: engines, in: [], own: nil)
        #expect(Toy().advice(Settings(schema), among: none).count == 1)
        #expect(Toy().problem(Settings(schema), among: none) != nil)
    }

    @EventLoopActor @Test func itRecognises() async throws {
        let settings = try read("[recognizer]\nengine = 'toy'\ntoy.word = 'hello'\n")
        let recognizer = try Registry.recognizer(settings, among: Models().found)
        defer { recognizer.close() }
        let transcription = FileTranscription(recognizer)
        try await transcription.prepare()
        #expect(try await transcription.transcribe([1, 2, 3]).text == "hello")
    }
}
