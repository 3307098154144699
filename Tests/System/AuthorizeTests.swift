import Foundation
import LinuxRuntime
import TestSupport
import Testing

private let speech =
    "/usr/share/pocketsphinx/test/data/librivox/"
    + "sense_and_sensibility_01_austen_64kb-0880.wav"
private let origin = "https://speech.invalid:443"  // a name that no server ever has (RFC 2606)

/// What may leave the machine, as decided by the user at the command line.
@Suite(
    .runningLoop,
    .needs("/usr/share/pocketsphinx/model/en-us/en-us/mdef", package: "pocketsphinx-en-us"),
    .needs(speech, package: "pocketsphinx-testdata"), .needs("script", package: "bsdutils"))
struct AuthorizeTests {
    @EventLoopActor
    private func session(_ server: String = "https://speech.invalid") throws -> UtterSession {
        try UtterSession(
            configuration: UtterSession.withoutHotkey + """
                [recognizer]
                engine = "server"
                fallback = "pocketsphinx"
                server.url = "\(server)"
                """)
    }

    @EventLoopActor
    private func authorize(_ answer: String, in session: UtterSession) async throws -> ProgramRun {
        try await session.authorize(answer)
    }

    @EventLoopActor @Test func nothingIsSentWithoutConsentAndTheFallbackRecognises() async throws {
        let session = try session()
        #expect(
            try await session.output("authorize", "--status")
                == "server  recognition  \(origin)  notDetermined")
        let unasked = try await session.run("transcribe", "--raw", speech)
        #expect(unasked.output.split(separator: " ").count > 3)
        #expect(unasked.errors.contains("nothing is sent to the server \(origin)"))
        #expect(unasked.errors.contains("“pocketsphinx” recognises instead. Run: utter authorize"))

        let asked = try await authorize("perhaps\nyes\n", in: session)
        #expect(asked.status == .exited(0), "\(asked)")
        #expect(asked.output.contains("the sound of each dictation"), "\(asked.output)")
        #expect(
            try await session.output("authorize", "--status")
                == "server  recognition  \(origin)  authorized")
        let allowed = try await session.run("transcribe", "--raw", speech)
        #expect(allowed.output == unasked.output)
        #expect(
            allowed.errors.contains("the server \(origin) can't be reached"), "\(allowed.errors)")

        try await session.output("authorize", "--deny")
        let denied = try await session.run("transcribe", "--raw", speech)
        #expect(denied.errors.contains("you denied it your voice"), "\(denied.errors)")
    }

    @EventLoopActor @Test(arguments: [("no\n", 0, "denied"), ("", 1, "notDetermined")])
    func keepsTheAnswer(_ answer: String, _ exit: Int32, _ status: String) async throws {
        let session = try session()
        #expect(try await authorize(answer, in: session).status == .exited(exit))
        #expect(
            try await session.output("authorize", "--status").hasSuffix("  \(status)"))
    }

    @EventLoopActor @Test func asksAtATerminalOnly() async throws {
        let run = try await session().run("authorize")
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("standard input is not a terminal"), "\(run.errors)")
    }

    @EventLoopActor @Test func asksNothingOfThisMachine() async throws {
        let run = try await session("http://localhost:8080").run("authorize")
        #expect(run.status == .exited(0))
        #expect(run.errors.contains("is on this machine; no consent needed"), "\(run.errors)")
        let other = try await session().run("authorize", "pocketsphinx")
        #expect(other.status == .exited(64))
    }
}

extension UtterSession {
    /// Answers the question at a terminal.
    func authorize(_ answer: String) async throws -> ProgramRun {
        let input = try TemporaryFile()
        try answer.write(toFile: input.path, atomically: false, encoding: .utf8)
        let command = (self.command + ["authorize"]).joined(separator: " ")
        return try await ProgramRun(
            ["script", "--quiet", "--return", "--command", command, "/dev/null"],
            environment: environment, input: input.path)
    }
}
