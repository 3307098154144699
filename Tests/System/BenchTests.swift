import AudioSamples
import Foundation
import LinuxRuntime
import TestSupport
import Testing

private let build = Project.path(".build")

/// `utter bench speech` with the real libraries and models of two tones.
@Suite(
    .runningLoop,
    .needs("\(build)/vosk/libvosk.so", package: "none: packaging/get-vosk fetches it"),
    .needs(
        "\(build)/transcribe/libtranscribe.so", package: "none: packaging/get-transcribe fetches it"
    ))
struct BenchTests {
    /// A user with a model of English for Vosk and one for transcribe.cpp, and a folder of
    /// recordings in the form of LibriSpeech.
    @EventLoopActor
    private final class Stage {
        let session: UtterSession
        let speech: URL

        init() throws {
            session = try UtterSession()
            let own = session.directory.appending(path: ".local/share/utter")
            speech = session.directory.appending(path: "speech")
            let files = FileManager.default
            try files.createDirectory(
                at: own.appending(path: "models"), withIntermediateDirectories: true)
            try files.createSymbolicLink(
                atPath: own.path + "/libvosk.so", withDestinationPath: "\(build)/vosk/libvosk.so")
            let chapter = speech.appending(path: "19/198")
            try files.createDirectory(at: chapter, withIntermediateDirectories: true)
            for number in 0...1 {
                try Data(WaveFile.bytes(of: ToneModel.sentence))
                    .write(to: chapter.appending(path: "19-198-000\(number).wav"))
            }
            try "19-198-0000 LOW HIGH HIGH\n19-198-0001 LOW HIGH\n".write(
                to: chapter.appending(path: "19-198.trans.txt"), atomically: true, encoding: .utf8)
        }

        var models: String { session.directory.path + "/.local/share/utter/models" }

        func bench(_ arguments: String...) async throws -> ProgramRun {
            let command = session.command + ["bench", "speech"] + arguments + [speech.path]
            return try await ProgramRun(command, environment: session.environment)
        }
    }

    @EventLoopActor @Test func allModelsAreInOneTable() async throws {
        let stage = try Stage()
        let vosk = try ToneModel("vosk-model-small-en-us-0.15", in: stage.models)
        let tones = try ToneGGUF("tones", in: stage.models)
        let german = try ToneModel("vosk-model-small-de-0.15", in: stage.models)
        let run = try await stage.bench("--played", "1")
        #expect(run.status == .exited(0), "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.first?.contains("wrong  real-time factor") == true)
        let (of, byTones) = (
            lines.first { $0.hasSuffix("vosk-model-small-en-us-0.15 (vosk)") },
            lines.first { $0.hasSuffix("tones.gguf (transcribe-cpp)") }
        )
        // One of five words is heard and was not said.
        #expect(of?.hasPrefix(" 20.0 %") == true, "\(run.output)")
        #expect(byTones?.contains(" % ") == true && byTones?.contains(" MB  ") == true)
        #expect(lines.contains { $0.hasSuffix("(pocketsphinx)") }, "\(run.output)")
        #expect(!run.output.contains("vosk-model-small-de"))
        #expect(
            run.errors == "vosk-model-small-de-0.15 is left out: it understands de, not en.\n",
            "\(run.errors)")
        withExtendedLifetime((vosk, tones, german)) {}
    }

    @EventLoopActor @Test func figuresComeAsJSON() async throws {
        let stage = try Stage()
        let vosk = try ToneModel("vosk-model-small-de-0.15", in: stage.models)
        let run = try await stage.bench(
            "--json", "--language", "de-AT", "--model", "vosk-model-small-de-0.15", "--played", "1")
        #expect(run.status == .exited(0), "\(run.errors)")
        let fields = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        func number(_ name: String) -> Double { (fields[name] as? NSNumber)?.doubleValue ?? -1 }
        #expect(fields["engine"] as? String == "vosk")
        #expect(number("recordings") == 2 && number("played_recordings") == 1)
        #expect(number("words") == 5 && number("word_error_rate") == 0.2)
        #expect(abs(number("seconds") - 2 * Double(ToneModel.sentence.count) / 16_000) < 0.001)
        #expect(number("elapsed_seconds") > 0 && number("real_time_factor") > 0)
        #expect(number("processor_seconds") > 0 && number("memory_bytes") > 1_000_000)
        #expect(number("stop_to_text_seconds") > 0)
        #expect(number("longest_stop_to_text_seconds") >= number("stop_to_text_seconds"))
        withExtendedLifetime(vosk) {}
    }

    @EventLoopActor @Test func aModelThatFailsIsSkipped() async throws {
        let stage = try Stage()
        let vosk = try ToneModel("vosk-model-small-en-us-0.15", in: stage.models)
        let broken = try ToneGGUF("a-broken", in: stage.models)
        try broken.write(Array(ToneGGUF.bytes().dropLast(100)))
        let run = try await stage.bench(
            "--played", "0", "--model", "a-broken.gguf", "--model", "vosk-model-small-en-us-0.15")
        #expect(run.status == .exited(1))
        #expect(
            run.errors.hasPrefix("utter: the model “a-broken.gguf” can't be measured: "),
            "\(run.errors)")
        let line = try #require(run.output.split(separator: "\n").last)
        #expect(line.hasPrefix(" 20.0 %") && line.contains(" –  "), "\(run.output)")
        withExtendedLifetime(vosk) {}
    }

    @EventLoopActor @Test func wrongUseIsTold() async throws {
        let stage = try Stage()
        let unknown = try await stage.bench("--model", "nothing")
        #expect(unknown.status == .exited(1))
        #expect(unknown.errors.hasPrefix("utter: there is no model “nothing”"), "\(unknown.errors)")
        let none = try await stage.bench("--language", "tlh")
        #expect(none.status == .exited(1))
        #expect(
            none.errors.contains("no model on this machine understands “tlh”"), "\(none.errors)")
        for arguments in [
            ["--live"], ["--engine", "vosk", "--language", "de"], ["--played", "-1"],
        ] {
            let run = try await ProgramRun(
                stage.session.command + ["bench", "speech"] + arguments + [stage.speech.path],
                environment: stage.session.environment)
            #expect(run.status == .exited(64), "\(arguments): \(run.errors)")
        }
    }
}
