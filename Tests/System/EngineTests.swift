import Foundation
import LinuxRuntime
import TestSupport
import Testing

private let englishSpeech =
    "/usr/share/pocketsphinx/test/data/librivox/"
    + "sense_and_sensibility_01_austen_64kb-0880.wav"

/// Engines other than the default one, chosen in the configuration.
@Suite(
    .runningLoop,
    .needs("/usr/share/pocketsphinx/model/en-us/en-us/mdef", package: "pocketsphinx-en-us"),
    .needs(englishSpeech, package: "pocketsphinx-testdata"))
struct EngineTests {
    @EventLoopActor
    private func transcribe(_ recognizer: String) async throws -> ProgramRun {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + "[recognizer]\n\(recognizer)\n")
        return try await session.run("transcribe", "--raw", englishSpeech)
    }

    @EventLoopActor @Test func aCommandRecognises() async throws {
        let run = try await transcribe(
            """
            engine = "command"
            command.command = ["sh", "-c", "head -c 4; echo ' is what it gets'"]
            """)
        #expect(run.output == "RIFF is what it gets\n")
        #expect(run.status == .exited(0))
    }

    @EventLoopActor @Test func theFallbackRecognisesWhatACommandFailsAt() async throws {
        let reference = try await transcribe("engine = \"pocketsphinx\"").output
        #expect(reference.split(separator: " ").count > 3)
        let run = try await transcribe(
            """
            engine = "command"
            fallback = "pocketsphinx"
            command.command = ["sh", "-c", "echo half a sentence; echo out of memory >&2; exit 4"]
            """)
        #expect(run.output == reference)
        #expect(run.errors.contains("exit status 4"), "\(run.errors)")
        #expect(!run.errors.contains("out of memory"))
        #expect(run.errors.contains("“pocketsphinx” recognises instead"), "\(run.errors)")
    }

    @EventLoopActor @Test func theFallbackRecognisesWithoutTheServer() async throws {
        let reference = try await transcribe("engine = \"pocketsphinx\"").output
        // No server uses port 1 (tcpmux).
        let run = try await transcribe(
            "engine = 'server'\nfallback = 'pocketsphinx'\nserver.url = 'http://127.0.0.1:1'")
        #expect(run.output == reference)
        #expect(
            run.errors.contains("the server http://127.0.0.1:1 can't be reached"), "\(run.errors)")
    }

    /// No other file may contain what decrypts the connections: neither TLS's keys nor GnuTLS's
    /// log, which has them too.
    @EventLoopActor @Test(.needs("openssl", package: "openssl"))
    func noKeysOfItsConnectionsAreWritten() async throws {
        let server = try await ModelServer()
        let place = try ScratchDirectory("keys")
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + """
                [recognizer]
                engine = "server"
                server.live = "off"
                server.url = "https://127.0.0.1:\(server.securePort)/words/v1"
                server.ca = "\(server.certificate.path)"
                """)
        session.environment += [
            "SSLKEYLOGFILE=\(place.path("keys"))", "GNUTLS_DEBUG_LEVEL=99",
        ]
        let run = try await session.run("transcribe", "--raw", englishSpeech)
        #expect(run.output == "hello world\n", "\(run.errors)")
        #expect(Folder.names(in: place.path).isEmpty)
        #expect(!run.errors.contains("gnutls"), "\(run.errors.prefix(500))")
    }

    @EventLoopActor
    @Test(arguments: [
        (
            "engine = 'server'\nserver.url = 'http://speech.example'",
            "5:14: [recognizer.server] url"
        ),
        ("engine = 'command'", "[recognizer.command] command"),
        ("vosk_model = 'de'", "4:1: [recognizer] vosk_model: unknown key"),
        ("fallback = 'vsok'", "4:12: [recognizer] fallback"),
        (
            "language = 'xx'",
            "4:12: [recognizer] language: no engine understands “xx”: none of transcribe-cpp, vosk, "
                + "pocketsphinx"
        ),
        (
            "engine = 'pocketsphinx'\nlanguage = 'xx'",
            "5:12: [recognizer] language: PocketSphinx can't understand “xx”"
        ),
        ("engine = 'atuo'", "there is auto, transcribe-cpp, vosk, pocketsphinx, command, server"),
    ])
    func theConfigurationIsWrong(_ line: String, _ place: String) async throws {
        let run = try await transcribe(line)
        #expect(run.status == .exited(78))
        #expect(run.errors.contains(place), "\(run.errors)")
        #expect(run.output == "")
    }
}
