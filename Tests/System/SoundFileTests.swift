import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// `utter transcribe` and `utter bench speech` with files that are no sound. The recogniser is a
/// program that counts bytes.
@Suite(.runningLoop)
struct SoundFileTests {
    private static let configuration = UtterSession.withoutHotkey + """
        [recognizer]
        engine = "command"
        command.command = ["sh", "-c", "wc -c"]
        """

    @EventLoopActor
    private func run(_ session: UtterSession, _ script: String) async throws -> ProgramRun {
        try await ProgramRun(
            ["sh", "-c", "cd \(session.directory.path) && \(script)"],
            environment: session.environment + ["UTTER=\(UtterSession.program)"])
    }

    /// Adds a file with this many samples.
    @EventLoopActor
    private func add(_ name: String, _ count: Int, to session: UtterSession) throws {
        let bytes = WaveBytes(samples: [Int16](repeating: 99, count: count)).bytes
        try Data(bytes).write(to: session.directory.appending(path: name))
    }

    @EventLoopActor @Test func goesOnAfterABrokenFile() async throws {
        let session = try UtterSession(configuration: Self.configuration)
        try add("a.wav", 100, to: session)
        try Data("RIFF".utf8).write(to: session.directory.appending(path: "b.wav"))
        try add("c.wav", 40_000, to: session)
        let run = try await run(
            session, "$UTTER transcribe --raw missing.wav a.wav b.wav c.wav /dev/zero")
        #expect(run.output == "244\n80044\n")
        #expect(run.status == .exited(1))
        let lines = run.errors.split(separator: "\n")
        #expect(lines.first == "utter: cannot read “missing.wav”: No such file or directory")
        #expect(lines.contains { $0.contains("“b.wav”: it ends before its sound begins") })
        #expect(lines.contains { $0.contains("“/dev/zero”: it is not a WAV file") })
        #expect(lines.last == "utter: 3 of 5 files failed: missing.wav, b.wav, /dev/zero")
        let alone = try await self.run(session, "$UTTER transcribe b.wav")
        #expect(!alone.errors.contains("failed"))
    }

    @EventLoopActor @Test func aRecogniserThatFailsOnceIsUsedAgain() async throws {
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + """
                [recognizer]
                engine = "command"
                command.command = ["sh", "-c", "n=$(wc -c); test $n != 244 && echo $n"]
                """)
        try add("a.wav", 100, to: session)
        try add("b.wav", 200, to: session)
        let run = try await run(session, "$UTTER transcribe --raw a.wav b.wav")
        #expect(run.output == "444\n")
        #expect(run.status == .exited(1))
        #expect(run.errors.hasPrefix("utter: the speech in “a.wav” was not recognised: "))
        #expect(run.errors.hasSuffix("utter: 1 of 2 files failed: a.wav\n"))
    }

    @EventLoopActor @Test func readsPipesAndNamesThatAreNotUTF8() async throws {
        let session = try UtterSession(configuration: Self.configuration)
        try add("a.wav", 30_000, to: session)
        let run = try await run(
            session,
            "mv a.wav \"$(printf 'caf\\351.wav')\" && $UTTER transcribe --raw --json caf*"
                + " && cat caf* | $UTTER transcribe --raw /dev/stdin")
        #expect(run.status == .exited(0), "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.first?.contains(#""file":"caf\\xE9.wav""#) == true, "\(run.output)")
        #expect(lines.last == "60044")
        let missing = try await self.run(session, "$UTTER transcribe \"$(printf 'no\\377.wav')\"")
        #expect(missing.errors == "utter: cannot read “no\\xFF.wav”: No such file or directory\n")
    }

    @EventLoopActor @Test func measuresTheRestOfAFolder() async throws {
        let session = try UtterSession(configuration: Self.configuration)
        for name in ["a", "b", "c"] {
            try add("\(name).wav", 100, to: session)
            try Data((name == "c" ? "" : "244").utf8)
                .write(to: session.directory.appending(path: "\(name).txt"))
        }
        try Data("RIFF".utf8).write(to: session.directory.appending(path: "b.wav"))
        let run = try await run(session, "$UTTER bench speech .")
        #expect(run.status == .exited(1))
        #expect(run.errors.hasSuffix("utter: 1 of 3 files failed: ./b.wav\n"), "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("   0.0 % wrong     0 of     1 words"))
        #expect(lines[1].hasPrefix("     – % wrong     1 words heard, none was said"))
        #expect(lines[2].hasSuffix("  all"))
    }
}
