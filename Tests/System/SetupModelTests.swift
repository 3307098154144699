import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The real library, fetched by `make`.
private let transcribeLibrary = Project.path(".build/transcribe/libtranscribe.so")

/// The step of `utter setup` that recommends a speech model. The mirror of these tests has files of
/// the right length, with nothing in them.
@Suite(
    .runningLoop, .serialized, .needs("python3", package: "python3"),
    .needs("openssl", package: "openssl"), .needs("setsid", package: "util-linux"))
struct SetupModelTests {
    /// For English on one to seven cores.
    private static let bytes = 135_373_280

    @EventLoopActor
    private final class Stage {
        let server: FileServer
        let session: UtterSession

        /// - Parameter mode: how the mirror behaves.
        init(
            _ mode: String, locale: String? = nil, more: String = "",
            command: [String] = [UtterSession.program]
        ) async throws {
            server = try await FileServer()
            session = try UtterSession(
                configuration: UtterSession.withoutHotkey + """
                    [models]
                    mirror = "\(server.address(mode))/zeros-\(SetupModelTests.bytes)"
                    \(more)
                    """, command: command)
            guard let locale else { return }
            session.environment.removeAll { $0.hasPrefix("LC_ALL=") }
            session.environment.append("LC_ALL=\(locale)")
        }

        var models: [String] {
            let folder = session.directory.appending(path: ".local/share/utter/models").path
            return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }

        func atTerminal() throws -> PseudoTerminal {
            try PseudoTerminal(
                session.command + ["setup", "model"], environment: session.environment)
        }

        /// A terminal at the question.
        func asked() async throws -> PseudoTerminal {
            let terminal = try atTerminal()
            try await terminal.wait(for: "Download it? [y/n]")
            return terminal
        }

        func makeFolder() throws -> URL {
            let folder = session.directory.appending(path: ".local/share/utter/models")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return folder
        }
    }

    @EventLoopActor @Test func theOneQuestionSaysWhatAndWhy() async throws {
        let stage = try await Stage("plain")
        let terminal = try await stage.asked()
        for words in [
            "Your language is English, by default.", "% of the speed of", "Recommended for you: ",
            "times as fast as speech here", "% of the words of read English",
            "\(stage.server.address("plain"))/zeros-", " bytes)", "licence  CC-BY-4.0, https://",
        ] {
            let count = terminal.output.components(separatedBy: words).count - 1
            #expect(count == 1, "\(words): \(terminal.output)")
        }
        #expect(terminal.output.components(separatedBy: "CC-BY-4.0").count == 2)
        try terminal.type("n\n")
        #expect(try await terminal.wait() == .exited(0))
        #expect(terminal.output.contains("Nothing was downloaded."))
        #expect(terminal.output.contains("Later: “utter models install "))
        #expect(terminal.output.components(separatedBy: "[y/n]").count == 2)
        #expect(stage.server.requests.isEmpty && stage.models.isEmpty)
    }

    /// Setup goes on with the engine that is there, whatever becomes of the download.
    @EventLoopActor
    @Test(arguments: [("missing", "status 404"), ("shorter", "doesn't have the ")])
    func whatTheServerRefusesIsSaid(_ mode: String, _ why: String) async throws {
        let stage = try await Stage(mode)
        let terminal = try await stage.asked()
        try terminal.type("y\n")
        #expect(try await terminal.wait() == .exited(1))
        #expect(terminal.output.contains("✗ cannot download “"), "\(terminal.output)")
        #expect(terminal.output.contains(why), "\(terminal.output)")
        #expect(stage.server.requests.count == 1 && stage.models.isEmpty)
        #expect(terminal.isAsUsual)
    }

    /// All of it comes, and is another file.
    @EventLoopActor @Test func anotherFileIsNotInstalled() async throws {
        let stage = try await Stage("plain", more: "[recognizer]\nlanguage = \"en\"")
        let terminal = try await stage.asked()
        #expect(terminal.output.contains("Your language is English, by [recognizer] language."))
        try terminal.type("y\n")
        // On eight cores another model is recommended.
        _ = try await terminal.wait(forAnyOf: ["its SHA-256 is different", "doesn't have the "])
        #expect(try await terminal.wait() == .exited(1))
        #expect(stage.models.isEmpty)
    }

    /// No model is of use without the library that loads it: none is offered.
    @EventLoopActor
    @Test(
        arguments: [
            (nil, "No such file or directory"), ("no library", "file too short"),
        ] as [(String?, String)])
    func withoutTheLibraryNothingIsOffered(_ library: String?, _ why: String) async throws {
        let prefix = try ScratchDirectory("utter-prefix")
        let built = URL(filePath: UtterSession.program).deletingLastPathComponent()
        for name in ["bin/utter", "libexec/utter/utter-speech"] {
            let program = built.appending(path: name.split(separator: "/").last!).path
            let copy = try await ProgramRun(["install", "-D", program, prefix.path(name)])
            try #require(copy.status == .exited(0), "\(copy.errors)")
        }
        if let library {
            let path = "lib/utter/transcribe/libtranscribe.so"
            try prefix.makeFolders(for: path)
            try prefix.write(library, to: path)
        }
        let stage = try await Stage("plain", command: [prefix.path("bin/utter")])
        let run = try await stage.session.run("setup", "--yes", "model")
        #expect(run.status == .exited(1))
        #expect(
            run.errors.contains("✗ cannot open the library of transcribe.cpp"), "\(run.errors)"
        )
        #expect(run.errors.contains(why), "\(run.errors)")
        #expect(run.errors.contains("install utter"), "\(run.errors)")
        #expect(run.errors.contains("No model is offered"), "\(run.errors)")
        #expect(!run.errors.contains("Recommended"), "\(run.errors)")
        #expect(stage.server.requests.isEmpty)
    }

    @EventLoopActor @Test func withoutANetworkSetupGoesOn() async throws {
        let stage = try await Stage("plain")
        try (UtterSession.withoutHotkey + "[models]\nmirror = \"http://127.0.0.1:9\"\n")
            .write(to: stage.session.configurationFile, atomically: true, encoding: .utf8)
        let terminal = try await stage.asked()
        try terminal.type("y\n")
        try await terminal.wait(for: "Is there a network")
        #expect(try await terminal.wait() == .exited(1))
        #expect(stage.models.isEmpty)
    }

    @EventLoopActor @Test func ctrlCEndsTheDownload() async throws {
        let stage = try await Stage("stall")
        let terminal = try await stage.asked()
        try terminal.type("y\n")
        try await terminal.wait(for: " % of ")
        try terminal.type("\u{3}")
        #expect(try await terminal.wait() == .exited(130), "\(terminal.output)")
        #expect(terminal.isAsUsual)
    }

    @EventLoopActor @Test func withYesNothingIsDownloaded() async throws {
        let stage = try await Stage("plain", locale: "de_DE.UTF-8")
        let run = try await stage.session.run("setup", "--yes", "model")
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.errors.contains("Your language is German, by the locale."), "\(run.errors)")
        #expect(
            run.errors.contains(
                "nothing is downloaded without a question. "
                    + "To get it: “utter models install canary"),
            "\(run.errors)")
        #expect(stage.server.requests.isEmpty && stage.models.isEmpty)
    }

    @EventLoopActor @Test func aProgramNeedsNoModel() async throws {
        let stage = try await Stage(
            "plain",
            more: """
                [recognizer]
                engine = "command"
                [recognizer.command]
                command = ["true"]
                """)
        let run = try await stage.session.run("setup", "--yes", "model")
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.errors.contains("✓ A program of yours recognises, as the configuration says"))
        #expect(!run.errors.contains("models install"))
    }

    /// A file of the right length that is no model, as a crash of the disk may leave one.
    @EventLoopActor @Test func anInstalledModelThatIsNotUsedIsNotDownloadedAgain() async throws {
        let stage = try await Stage("plain", more: "[recognizer]\nlanguage = \"fr\"")
        let model = try stage.makeFolder().appending(path: "canary-180m-flash-Q8_0.gguf")
        try Data().write(to: model)
        try #require(truncate(model.path, 218_447_552) == 0)
        let run = try await stage.session.run("setup", "--yes", "model")
        #expect(run.status == .exited(1))
        #expect(
            run.errors.contains(
                "“canary-180m-flash” is installed, but not used: utter models check"),
            "\(run.errors)")
    }

    @EventLoopActor @Test func noModelForALanguageIsSaid() async throws {
        let stage = try await Stage("plain", more: "[recognizer]\nlanguage = \"tlh\"")
        let run = try await stage.session.run("setup", "--yes", "model")
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.errors.contains("There is no model for “tlh” to install"), "\(run.errors)")
    }

    /// It is there, as the real library reads it, and its language is written down: the locale
    /// alone chooses none.
    @EventLoopActor
    @Test(.needs(transcribeLibrary, package: "none: packaging/get-transcribe fetches it"))
    func aModelThatIsThereIsEnough() async throws {
        let stage = try await Stage("plain", locale: "de_DE.UTF-8")
        var header = ToneGGUF.Header()
        header.languages = ["de"]
        let model = try ToneGGUF("own", in: try stage.makeFolder().path, header)
        defer { withExtendedLifetime(model) {} }
        let terminal = try stage.atTerminal()
        try await terminal.wait(for: "✓ Own recognises German")
        #expect(try await terminal.wait() == .exited(0), "\(terminal.output)")
        #expect(!terminal.output.contains("[y/n]"))
        let text = try String(contentsOf: stage.session.configurationFile, encoding: .utf8)
        #expect(text.contains("[recognizer]\nlanguage = \"de\""), "\(text)")
        #expect(text.contains("[text]\nlanguage = \"de\""), "\(text)")
        // Again: it is known now.
        let again = try await stage.session.run("setup", "--yes", "model")
        #expect(again.errors.contains("Your language is German, by [recognizer] language."))
        #expect(again.status == .exited(0), "\(again.errors)")
    }
}
