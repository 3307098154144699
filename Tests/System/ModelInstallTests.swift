import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// `utter models available | install | remove`, the whole program. The mirror of these tests has
/// files of the right lengths, with nothing in them.
@Suite(.runningLoop, .needs("python3", package: "python3"), .needs("openssl", package: "openssl"))
struct ModelInstallTests {
    private static let name = "moonshine-streaming-tiny"
    private static let bytes = 50_462_816
    private static let part = ".moonshine-streaming-tiny-Q8_0.gguf.part"

    @EventLoopActor
    private final class Stage {
        let server: FileServer
        let session: UtterSession

        /// - Parameter command: how the program is started.
        init(_ mode: String?, command: [String] = [UtterSession.program]) async throws {
            let server = try await FileServer()
            self.server = server
            let mirror = mode.map { server.address($0) + "/zeros-\(bytes)" }
            session = try UtterSession(
                configuration: UtterSession.withoutHotkey
                    + (mirror.map { "[models]\nmirror = \"\($0)\"\n" } ?? ""),
                command: command)
        }

        var folder: URL { session.directory.appending(path: ".local/share/utter/models") }

        /// All in the folder, hidden files too.
        var files: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        }

        var partBytes: Int? {
            let path = folder.appending(path: part).path
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size]
            return size as? Int
        }

        func atTerminal(_ arguments: String...) throws -> PseudoTerminal {
            try PseudoTerminal(session.command + arguments, environment: session.environment)
        }
    }

    // MARK: Consent

    @EventLoopActor @Test func withoutAQuestionNothingIsDownloaded() async throws {
        let stage = try await Stage("plain")
        let run = try await stage.session.run("models", "install", Self.name)
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("standard input is not a terminal"), "\(run.errors)")
        #expect(stage.server.requests.isEmpty && stage.files.isEmpty)
    }

    @EventLoopActor @Test func theQuestionSaysWhatAndANoEndsIt() async throws {
        let stage = try await Stage("plain")
        let terminal = try stage.atTerminal("models", "install", Self.name)
        try await terminal.wait(for: "Download it? [y/n]")
        for words in [
            "\(stage.server.address("plain"))/zeros-", "\(Self.name)-Q8_0.gguf",
            "50.4 MB (50462816 bytes)", "licence  MIT",
        ] {
            #expect(terminal.output.contains(words), "\(terminal.output)")
        }
        try terminal.type("n\n")
        #expect(try await terminal.wait() == .exited(1))
        #expect(terminal.output.contains("Nothing was downloaded."))
        #expect(stage.server.requests.isEmpty && stage.files.isEmpty)
    }

    // MARK: Downloads

    @EventLoopActor @Test func ctrlCKeepsThePartAndNoModel() async throws {
        let stage = try await Stage("stall")
        let terminal = try stage.atTerminal("models", "install", Self.name)
        try await terminal.wait(for: "[y/n]")
        try terminal.type("y\n")
        try await terminal.wait(for: "50 % of 50.4 MB")
        try await waitUntil("half of it has come") { stage.partBytes == Self.bytes / 2 }
        try terminal.type("\u{3}")
        #expect(try await terminal.wait() == .exited(128 + SIGINT), "\(terminal.output)")
        #expect(terminal.output.contains("Interrupted; 25.2 MB are kept."), "\(terminal.output)")
        #expect(terminal.isAsUsual)
        #expect(stage.files == [Self.part] && stage.partBytes == Self.bytes / 2)

        // The next attempt asks for the rest; what it gets is another file.
        try "[models]\nmirror = \"\(stage.server.address("plain"))/zeros-\(Self.bytes)\"\n"
            .write(to: stage.session.configurationFile, atomically: true, encoding: .utf8)
        let next = try await stage.session.run("models", "install", "--yes", Self.name)
        #expect(next.status == .exited(1))
        #expect(next.errors.contains("of which 25.2 MB are here already"), "\(next.errors)")
        #expect(next.errors.contains("100 % of 50.4 MB"), "\(next.errors)")
        #expect(next.errors.contains("its SHA-256 is different"), "\(next.errors)")
        #expect(stage.server.requests.last?.hasSuffix(" bytes=\(Self.bytes / 2)-") == true)
        #expect(stage.files.isEmpty)
    }

    @EventLoopActor @Test func twoAtOnceDoNotCollide() async throws {
        let stage = try await Stage("stall")
        let first = try ChildProcess(
            ["setpriv", "--pdeathsig", "KILL"] + stage.session.command
                + ["models", "install", "--yes", Self.name],
            environment: stage.session.environment
        ) { _ in }
        try await waitUntil("half of it has come") { stage.partBytes == Self.bytes / 2 }
        let second = try await stage.session.run("models", "install", "--yes", Self.name)
        #expect(second.status == .exited(1))
        #expect(second.errors.contains("is being installed"), "\(second.errors)")
        first.send(signal: SIGTERM)
        try await waitUntil("the first ends") { first.status != nil }
        #expect(first.status == .exited(128 + SIGTERM))
        #expect(stage.server.requests.count == 1 && stage.files == [Self.part])
    }

    /// The limit of a file's size fails as a full disk does, in the middle of the file.
    @EventLoopActor @Test func aFullDiskKeepsThePart() async throws {
        let stage = try await Stage(
            "plain", command: ["prlimit", "--fsize=1000000", UtterSession.program])
        let run = try await stage.session.run("models", "install", "--yes", Self.name)
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("File too large"), "\(run.errors)")
        let words = "Make room for 49.4 MB more. 1.0 MB are kept."
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(stage.files == [Self.part] && stage.partBytes == 1_000_000)
    }

    @EventLoopActor @Test func theProxyOfTheEnvironmentIsAsked() async throws {
        let stage = try await Stage(nil)
        stage.session.environment.append("https_proxy=\(stage.server.address(""))")
        let run = try await stage.session.run("models", "install", "--yes", Self.name)
        #expect(run.status == .exited(1))
        #expect(stage.server.requests == ["CONNECT huggingface.co:443 -"])
        #expect(run.errors.contains("https://huggingface.co/handy-computer/"), "\(run.errors)")
        #expect(stage.files.isEmpty)
    }

    @EventLoopActor
    @Test(arguments: [("http://models.example", "2:10"), ("huggingface.co", "2:10")])
    func aBadMirrorIsAnErrorOfTheConfiguration(_ mirror: String, _ place: String) async throws {
        let session = try UtterSession(configuration: "[models]\nmirror = \"\(mirror)\"\n")
        let run = try await session.run("models", "install", "--yes", Self.name)
        #expect(run.status == .exited(78))
        #expect(run.errors.contains("config.toml:\(place): [models] mirror: cannot use"))
    }

    // MARK: Names and files

    @EventLoopActor @Test func aMisspeltNameIsCorrected() async throws {
        let run = try await UtterSession().run("models", "install", "--yes", "whisper-bse")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("Did you mean “whisper-base”?"), "\(run.errors)")
    }

    @EventLoopActor @Test func aFileIsInstalledAndRemoved() async throws {
        let session = try UtterSession()
        let file = session.directory.appending(path: "own.gguf")
        let content = Data(ToneGGUF.bytes())
        try content.dropLast(100).write(to: file)
        let damaged = try await session.run("models", "install", file.path)
        #expect(damaged.status == .exited(1))
        #expect(damaged.errors.contains("it ends too early"), "\(damaged.errors)")
        try content.write(to: file)
        let run = try await session.run("models", "install", file.path)
        let installed = session.directory.path + "/.local/share/utter/models/own.gguf"
        #expect(run.status == .exited(0) && run.output == "\(installed)\n", "\(run.errors)")
        #expect(run.errors.contains("It loads. The catalogue doesn't have it"), "\(run.errors)")
        #expect(try Data(contentsOf: URL(filePath: installed)) == content)
        #expect(try await session.output("models", "remove", "own") == installed)
        #expect(!FileManager.default.fileExists(atPath: installed))
        let none = try await session.run("models", "remove", "own")
        #expect(none.status == .exited(1))
        #expect(none.errors.contains("there is no model “own”"), "\(none.errors)")
    }

    /// whisper.cpp's: one that is right, and one whose header is, but that the library refuses.
    @EventLoopActor @Test func aFileOfWhisperCppsMustLoad() async throws {
        let session = try UtterSession()
        let file = session.directory.appending(path: "ggml-made.bin")
        var model = WhisperCppFile.madeUp()
        model.tensors[3].name += "s"
        try Data(model.bytes).write(to: file)
        let refused = try await session.run("models", "install", file.path)
        #expect(refused.status == .exited(1))
        #expect(
            refused.errors.contains("“\(file.path)” isn't a model that can be used"),
            "\(refused.errors)")
        let folder = session.directory.path + "/.local/share/utter/models"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        try Data(WhisperCppFile.madeUp().bytes).write(to: file)
        let run = try await session.run("models", "install", file.path)
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.output == "\(folder)/ggml-made.bin\n")
        let list = try await session.output("models")
        #expect(list.contains("\(folder)/ggml-made.bin"), "\(list)")
        // By its name, with and without the ending.
        for name in ["ggml-made", "ggml-made.bin"] {
            try
                "[recognizer]\nengine = \"transcribe-cpp\"\n[recognizer.transcribe-cpp]\nmodel = \"\(name)\"\n"
                .write(to: session.configurationFile, atomically: true, encoding: .utf8)
            let list = try await session.output("models")
            #expect(
                list.split(separator: "\n").contains {
                    $0.hasPrefix("*") && $0.hasSuffix("/ggml-made.bin")
                }, "\(list)")
        }
    }

    // MARK: What other programs have

    private static let weights = Project.path(".build/whisper/tiny.en")

    /// A Whisper that faster-whisper has downloaded: said, installed by its name, and used.
    @EventLoopActor
    @Test(
        .timeLimit(.minutes(20)),
        .needs("\(weights)/NAME", package: "none: packaging/get-whisper fetches it"))
    func whatFasterWhisperHasIsInstalled() async throws {
        let session = try UtterSession()
        let name = "faster-whisper-tiny.en"
        let snapshot = session.directory.appending(
            path: ".cache/huggingface/hub/models--Systran--\(name)/snapshots/a1b2")
        try FileManager.default.createDirectory(at: snapshot, withIntermediateDirectories: true)
        func link(_ file: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: snapshot.appending(path: file).path,
                withDestinationPath: "\(Self.weights)/\(file)")
        }
        for file in ["model.bin", "config.json"] { try link(file) }
        let incomplete = try await session.run("models", "install", snapshot.path)
        #expect(incomplete.status == .exited(1))
        #expect(incomplete.errors.contains("it has no tokenizer.json"), "\(incomplete.errors)")
        try link("tokenizer.json")
        let before = try await session.run("models")
        #expect(before.errors.contains("utter models install \(name)\n"), "\(before.errors)")
        let folder = session.directory.path + "/.local/share/utter/models"

        // As on a full disk.
        let other = try UtterSession(command: ["prlimit", "--fsize=1000000", UtterSession.program])
        other.environment.append("XDG_CACHE_HOME=\(session.directory.path)/.cache")
        let full = try await other.run("models", "install", name)
        #expect(full.status == .exited(1))
        #expect(full.errors.contains("File too large"), "\(full.errors)")
        let none = other.directory.path + "/.local/share/utter/models"
        #expect(try FileManager.default.contentsOfDirectory(atPath: none).isEmpty)

        let run = try await session.run("models", "install", name, within: .seconds(850))
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.output == "\(folder)/\(name).gguf\n")
        let after = try await session.run("models")
        #expect(!after.errors.contains("utter models install \(name)"), "\(after.errors)")
        // It is the model that comes with utter, by another name.
        let check = try await session.run("models", "check", "\(name).gguf")
        #expect(check.output.contains("transcribe-cpp loads it"), "\(check.output)")
    }

    /// What is of the right length but isn't the catalogue's is said, and not taken.
    @EventLoopActor @Test func anotherFileInTheCacheIsNotTaken() async throws {
        let stage = try await Stage("plain")
        let snapshot = stage.session.directory.appending(
            path: ".cache/huggingface/hub/models--handy-computer--\(Self.name)-gguf/snapshots/a1")
        try FileManager.default.createDirectory(at: snapshot, withIntermediateDirectories: true)
        let file = snapshot.appending(path: "\(Self.name)-Q8_0.gguf")
        let bytes = Data(ToneGGUF.bytes())
        try (bytes + Data(count: Self.bytes - bytes.count)).write(to: file)
        let run = try await stage.session.run("models", "install", "--yes", Self.name)
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("is not the model “\(Self.name)”"), "\(run.errors)")
        #expect(run.errors.contains("another SHA-256"), "\(run.errors)")
        // The download was tried.
        #expect(stage.server.requests.count == 1 && stage.files.isEmpty)
    }

    /// What shells offer: names, and what is in a folder.
    @EventLoopActor @Test func namesAndPathsAreCompleted() async throws {
        let session = try UtterSession()
        let folder = session.directory.appending(path: "mine")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "tiny.en"), withIntermediateDirectories: true)
        for name in ["own.gguf", "ggml-own.bin", "own.txt"] {
            try Data().write(to: folder.appending(path: name))
        }
        let place = folder.path + "/"
        let output = try await session.output(
            "---completion", "models", "install", "--", "positional@0", "3",
            "\(place.utf8.count)", "utter", "models", "install", place)
        let offered = output.split(separator: "\n").map(String.init)
        #expect(offered.contains("canary-180m-flash"))
        #expect(
            offered.filter { $0.hasPrefix(place) }.sorted()
                == ["\(place)ggml-own.bin", "\(place)own.gguf", "\(place)tiny.en/"], "\(output)")
    }

    // MARK: What there is

    @EventLoopActor @Test func theCatalogueIsPrinted() async throws {
        let session = try UtterSession()
        session.environment.append("LANG=de_DE.UTF-8")
        session.environment.removeAll { $0.hasPrefix("LC_ALL=") }
        let run = try await session.run("models", "available")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 14)
        #expect(lines.count { $0.contains("recommended for de-DE") } == 1, "\(run.output)")
        #expect(lines.first?.hasPrefix("moonshine-streaming-tiny ") == true)
        #expect(run.errors.hasPrefix("model "), "the columns have names: \(run.errors)")
        #expect(run.errors.contains("published by"), "\(run.errors)")
        #expect(run.errors.contains("estimates"), "\(run.errors)")
    }

    @EventLoopActor @Test func oneLanguageIsChosen() async throws {
        let session = try UtterSession()
        let run = try await session.run("models", "available", "--json", "--language", "ca")
        let models = try run.output.split(separator: "\n").map { line in
            try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(
            models.map { $0["name"] as? String }
                == ["whisper-base", "whisper-small", "whisper-large-v3-turbo"])
        for model in models {
            #expect((model["languages"] as? [String])?.contains("ca") == true)
            #expect(model["installed"] as? Bool == false && model["licence"] as? String != nil)
        }
        #expect(models.count { $0["recommended"] as? Bool == true } == 1)
        let none = try await session.run("models", "available", "--language", "tlh")
        #expect(none.status == .exited(1))
        #expect(none.errors.contains("there is no model for “tlh”"), "\(none.errors)")
    }

    /// A part of a name, or a language: as people would look for them.
    @EventLoopActor
    @Test(arguments: [
        ("Parakeet", "parakeet-primeline", "whisper-base"),
        ("110m", "parakeet-tdt_ctc-110m", "whisper-base"),
        ("german", "canary-180m-flash", "moonshine-streaming-tiny"),
        ("DE", "canary-180m-flash", "moonshine-streaming-tiny"),
    ])
    func aWordChooses(_ word: String, _ wanted: String, _ other: String) async throws {
        let output = try await UtterSession().output("models", "available", word)
        #expect(output.contains("\(wanted) "), "\(output)")
        #expect(!output.contains("\(other) "), "\(output)")
    }

    @EventLoopActor
    @Test(arguments: [("parakeat", "parakeet"), ("Germann", "German")])
    func aWordThatNoModelHasIsCorrected(_ word: String, _ meant: String) async throws {
        let run = try await UtterSession().run("models", "available", word)
        #expect(run.status == .exited(1) && run.output.isEmpty)
        #expect(run.errors.contains("there is no model “\(word)” to install"), "\(run.errors)")
        #expect(run.errors.contains("Did you mean “\(meant)”?"), "\(run.errors)")
    }
}
