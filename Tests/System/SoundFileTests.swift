import Foundation
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// `utter transcribe` and `utter bench speech` with files of all kinds. The recogniser is a program
/// that counts bytes.
@Suite(.runningLoop)
struct SoundFileTests {
    private static let configuration =
        UtterSession.withoutHotkey + """
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
        #expect(lines.contains { $0.contains("“b.wav”: it isn't a sound file") })
        #expect(lines.contains { $0.contains("“/dev/zero”: it isn't a sound file") })
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
        let run = try await run(session, "$UTTER bench speech --engine command .")
        #expect(run.status == .exited(1))
        #expect(run.errors.hasSuffix("utter: 1 of 3 files failed: ./b.wav\n"), "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("   0.0 % wrong     0 of     1 words"))
        #expect(lines[1].hasPrefix("     – % wrong     1 words heard, none was said"))
        #expect(lines[2].hasSuffix("  all"))
    }

    // MARK: Forms

    @EventLoopActor @Test func writesSubtitles() async throws {
        let session = try UtterSession(
            configuration: Self.configuration.replacing("wc -c", with: "echo hello there"))
        try add("a.wav", 32_000, to: session)
        let srt = try await run(session, "$UTTER transcribe --raw --format srt a.wav")
        #expect(srt.output == "1\n00:00:00,000 --> 00:00:02,000\nhello there\n\n", "\(srt.errors)")
        let vtt = try await run(session, "$UTTER transcribe --raw --format vtt a.wav")
        #expect(vtt.output == "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nhello there\n\n")
        let json = try await run(session, "$UTTER transcribe --raw --format json a.wav")
        #expect(
            json.output == #"{"complete":true,"file":"a.wav","samples":32000,"seconds":2,"#
                + #""segments":[{"end":2,"start":0,"text":"hello there"}],"text":"hello there","#
                + #""utterances":["hello there"]}"# + "\n")
    }

    @EventLoopActor @Test func writesTheTextUpToTheDamage() async throws {
        let session = try UtterSession(configuration: Self.configuration)
        try add("a.wav", 32_000, to: session)
        let run = try await run(
            session, "head -c 32044 a.wav >b.wav; $UTTER transcribe --raw --json b.wav a.wav")
        #expect(run.status == .exited(1))
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first?.hasPrefix(#"{"complete":false,"file":"b.wav","samples":16000,"#) == true)
        #expect(lines.last?.contains(#""text":"64044""#) == true)
        #expect(
            run.errors.hasPrefix(
                "utter: only a part of the sound file “b.wav” was read: its end is missing: it "
                    + "breaks off at 0:01 of 0:02\n"), "\(run.errors)")
    }

    /// Ctrl-C, while the engine thinks about the second part of a recording.
    @EventLoopActor
    @Test(arguments: [
        ("text", "one\n"),
        ("srt", "1\n00:00:00,000 --> 00:02:00,000\none\n\n"),
        ("vtt", "WEBVTT\n\n00:00:00.000 --> 00:02:00.000\none\n\n"),
        (
            "json",
            #"{"complete":false,"file":"a.wav","samples":3840000,"seconds":240,"#
                + #""segments":[{"end":120,"start":0,"text":"one"}],"text":"one","#
                + #""utterances":["one"]}"# + "\n"
        ),
    ])
    func anInterruptionLeavesAWholeFile(format: String, expected: String) async throws {
        let place = try ScratchDirectory("second")
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + """
                [recognizer]
                engine = "command"
                command.command = [
                    "sh", "-c",
                    "test -e \(place.path)/first && { : >\(place.path)/second; exec sleep 600; }; : >\(place.path)/first; echo one",
                ]
                """)
        // A tone throughout: speech without a pause.
        var tone: [Int16] = []
        for index in 0..<250_000 { tone.append(Int16(index % 40) * 800 - 16_000) }
        var file = WaveBytes(samples: tone)
        file.rate = 1000
        try Data(file.bytes).write(to: session.directory.appending(path: "a.wav"))
        let (output, errors) = (try TemporaryFile(), try TemporaryFile())
        let descriptors = [
            try FileDescriptor.open("/dev/null", .readOnly),
            try FileDescriptor.open(FilePath(output.path), .writeOnly),
            try FileDescriptor.open(FilePath(errors.path), .writeOnly),
        ]
        defer { for descriptor in descriptors { try? descriptor.close() } }
        let process = try ChildProcess(
            [
                "sh", "-c",
                "cd \(session.directory.path) && exec \(UtterSession.program) transcribe"
                    + " --raw --format \(format) a.wav",
            ], environment: session.environment, descriptors: descriptors
        ) { _ in }
        try await waitUntil("the second part, \(errors.text)") {
            FileManager.default.fileExists(atPath: place.path("second"))
        }
        process.send(signal: SIGINT)
        try await waitUntil("the end") { process.status != nil }
        #expect(process.status == .exited(128 + SIGINT))
        #expect(output.text == expected)
        #expect(errors.text == "")
    }
}
