import AudioSamples
import ControlProtocol
import Dictation
import Foundation
import LinuxRuntime
import TestSupport
import Testing

private let library = Project.path(".build/vosk/libvosk.so")

/// Vosk's library and models in a user's folders, and `utter models`.
@Suite(.runningLoop)
struct ModelsTests {
    /// A session whose user has a model of tones, named for German.
    @EventLoopActor
    private func session(_ recognizer: String) throws -> (session: UtterSession, model: ToneModel) {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + "[recognizer]\n\(recognizer)\n")
        let models = session.directory.appending(path: ".local/share/utter/models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        return (session, try ToneModel("vosk-model-small-de-0.15", in: models.path))
    }

    private func sentence() throws -> TemporaryFile {
        let file = try TemporaryFile()
        try Data(WaveFile.bytes(of: ToneModel.sentence)).write(to: URL(filePath: file.path))
        return file
    }

    @EventLoopActor
    @Test(.needs(library, package: "none: packaging/get-vosk fetches it"))
    func voskIsOneLine() async throws {
        let (session, model) = try session("engine = \"vosk\"")
        try FileManager.default.createSymbolicLink(
            atPath: session.directory.path + "/.local/share/utter/libvosk.so",
            withDestinationPath: library)
        let file = try sentence()
        let output = try await session.output("transcribe", "--raw", "--json", file.path)
        #expect(output.contains(#""text":"low high high""#), "\(output)")
        #expect(output.contains(#""word":"high""#), "\(output)")

        let list = try await session.output("models")
        #expect(list.contains("*  vosk          de"), "\(list)")
        let check = try await session.output("models", "check", "vosk-model-small-de-0.15")
        #expect(check.contains("✓ vosk-model-small-de-0.15: vosk loads it"), "\(check)")

        try await sums(model)
        let sums = try await session.output("models", "check", "vosk-model-small-de-0.15")
        #expect(sums.contains("SHA256SUMS are right"), "\(sums)")
        try model.write("<eps> 0\nlow 1\nhig 2\n", to: "graph/words.txt")
        let damaged = try await session.run("models", "check", "vosk-model-small-de-0.15")
        #expect(damaged.status == .exited(1))
        #expect(damaged.output.contains("./graph/words.txt: FAILED"), "\(damaged.output)")
    }

    /// Without a language in the configuration, the locale's is recognised, with its rules for
    /// text; of one without a model, English is, and the doctor says so.
    @EventLoopActor
    @Test(.needs(library, package: "none: packaging/get-vosk fetches it"))
    func theLocaleSaysTheLanguage() async throws {
        let (session, _) = try session("")
        try FileManager.default.createSymbolicLink(
            atPath: session.directory.path + "/.local/share/utter/libvosk.so",
            withDestinationPath: library)
        session.environment.removeAll { $0.hasPrefix("LC_ALL=") }
        session.environment.append("LANG=de_DE.UTF-8")
        let german = try await session.run("doctor")
        #expect(
            german.output.contains(
                "✓ engine: vosk understands de (chosen: the first with a model for de-DE, by the"
                    + " locale)"), "\(german.output)")
        #expect(german.output.contains("✓ language: de-DE, by the locale\n"), "\(german.output)")
        #expect(try await session.output("text", "try", "zwölf Komma ja").contains("12, ja"))
        let daemon = try await session.startDaemon()
        let report = try await session.wait(for: "the model") { $0.recognizer.state == .ready }
        #expect(report.recognizer.reason == "the first with a model for de-DE, by the locale")
        #expect(daemon.status == nil)

        session.environment.append("LC_MESSAGES=fr_FR.UTF-8")
        let french = try await session.run("doctor")
        let words =
            "! language: fr-FR, by the locale; but there is no model of it, so en is recognised"
        #expect(french.output.contains(words), "\(french.output)")
    }

    /// Without being named, by its model of the language; else PocketSphinx.
    @EventLoopActor
    @Test(.needs(library, package: "none: packaging/get-vosk fetches it"))
    func theModelOfTheLanguageChoosesTheEngine() async throws {
        let (session, _) = try session("language = \"de\"")
        let missing = try await session.run("doctor")
        #expect(missing.output.contains("cannot open Vosk's library"), "\(missing.output)")
        try FileManager.default.createSymbolicLink(
            atPath: session.directory.path + "/.local/share/utter/libvosk.so",
            withDestinationPath: library)
        let chosen = try await session.run("doctor")
        #expect(
            chosen.output.contains(
                "✓ engine: vosk understands de (chosen: the first with a model for de)"),
            "\(chosen.output)")
        #expect(try await session.output("models").contains("*  vosk          de"))
        let daemon = try await session.startDaemon()
        let report = try await session.wait(for: "the model") { $0.recognizer.state == .ready }
        #expect(report.recognizer.name == "vosk")
        #expect(report.recognizer.reason == "the first with a model for de")
        let status = try await session.output("status")
        #expect(status.contains("; Vosk recognises"), "\(status)")
        #expect(daemon.status == nil)
    }

    @EventLoopActor
    private func sums(_ model: ToneModel) async throws {
        let run = try await ProgramRun([
            "sh", "-c",
            "cd \"$1\" && find . -type f ! -name SHA256SUMS -exec sha256sum {} + "
                + ">SHA256SUMS", "sh", model.path,
        ])
        try #require(run.status == .exited(0))
    }

    /// How to install Vosk interests those who want it: its commands are seven lines.
    @EventLoopActor
    @Test(
        .needs("/usr/share/pocketsphinx/model/en-us/en-us/mdef", package: "pocketsphinx-en-us"))
    func whatNobodyWantsIsNotAdvised() async throws {
        let session = try UtterSession()
        let usual = try await session.run("models")
        #expect(!usual.errors.contains("Vosk"), "\(usual.errors)")
        #expect(
            usual.errors.components(separatedBy: "utter models available").count == 2,
            "\(usual.errors)")
        try (UtterSession.withoutHotkey + "[recognizer]\nengine = \"vosk\"\n")
            .write(to: session.configurationFile, atomically: true, encoding: .utf8)
        let wanted = try await session.run("models")
        #expect(wanted.errors.contains("Vosk has no model. Unpack one of"), "\(wanted.errors)")
    }

    @EventLoopActor @Test func aBrokenModelIsListedWithItsDamage() async throws {
        let (session, model) = try session("engine = \"vosk\"")
        try model.truncate("am/final.mdl", to: 0)
        let run = try await session.run("models")
        #expect(run.status == .exited(0))
        #expect(run.output.contains("its “am/final.mdl” is empty"), "\(run.output)")
        let json = try await session.output("models", "--json")
        #expect(json.contains(#""engine":"vosk""#), "\(json)")
        #expect(json.contains(#""in_use":true"#), "\(json)")
        let check = try await session.run("models", "check", "vosk-model-small-de-0.15")
        #expect(check.status == .exited(1))
        let unknown = try await session.run("models", "check", "nonsense")
        #expect(unknown.errors.contains("there is no model “nonsense”"), "\(unknown.errors)")
    }

    @EventLoopActor
    @Test(
        .needs("/usr/share/pocketsphinx/model/en-us/en-us/mdef", package: "pocketsphinx-en-us"))
    func debiansModelIsWhole() async throws {
        let (session, _) = try session("engine = \"pocketsphinx\"")
        #expect(try await session.output("models").contains("*  pocketsphinx  en-US"))
        let check = try await session.output("models", "check", "en-us")
        #expect(check.contains("pocketsphinx-en-us.md5sums are right"), "\(check)")
        #expect(check.contains("pocketsphinx loads it"), "\(check)")
        let all = try await session.run("models", "check").output
        #expect(all.contains("✓ en-us: pocketsphinx loads it"), "\(all)")
        #expect(all.contains("vosk-model-small-de-0.15: "), "\(all)")
    }

    @EventLoopActor
    @Test(
        .needs("/usr/share/pocketsphinx/model/en-us/en-us/mdef", package: "pocketsphinx-en-us"))
    func withoutTheLibraryTheFallbackRecognises() async throws {
        let (session, _) = try session(
            """
            engine = "vosk"
            vosk.library = "/no/such/libvosk.so"
            fallback = "pocketsphinx"
            """)
        let file = try sentence()
        let run = try await session.run("transcribe", file.path)
        #expect(run.status == .exited(0))
        #expect(
            run.errors.contains("cannot open Vosk's library “/no/such/libvosk.so”"),
            "\(run.errors)")
        #expect(run.errors.contains("“pocketsphinx” recognises instead"), "\(run.errors)")
        let list = try await session.run("models")
        #expect(list.errors.contains("vosk==0.3.45"), "\(list.errors)")
    }
}
