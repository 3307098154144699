import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

@testable import UtterOverlay

@Suite(.runningLoop) struct AnnouncerTests {
    /// A substitute for spd-say that writes its standard input to a file, and then its arguments.
    private static func speaker(_ file: TemporaryFile) throws -> TemporaryFile {
        let script = try TemporaryFile()
        let stream = fopen(script.path, "w")!
        fputs("#!/bin/sh\n{ cat; echo \"$*\"; } >>\(file.path)\n", stream)
        fclose(stream)
        chmod(script.path, 0o700)
        return script
    }

    /// The words are never among the arguments, which every user of the machine may read.
    @EventLoopActor @Test func saysEachChangeOnceOnStandardInput() async throws {
        let said = try TemporaryFile()
        let script = try Self.speaker(said)
        let announcer = Announcer(program: script.path)
        let arguments = "--application-name utter --priority important --pipe-mode\n"
        var all = ""
        for (words, line) in [
            ("Listening", "Listening\n"), ("Listening", nil), ("-x; $(id)", "-x; $(id)\n"),
            (nil, nil), ("Listening", "Listening\n"),
            // It would be a command to the server at the start of a line.
            ("!-!STOP all\n!-!QUIT", " !-!STOP all !-!QUIT\n"),
        ] as [(String?, String?)] {
            announcer.say(words)
            if let line {
                all += line + arguments
                try await waitUntil("“\(line)” is said, not “\(said.text)”") {
                    said.text.count >= all.count
                }
            }
        }
        #expect(said.text == all)
    }

    @EventLoopActor @Test func aMissingProgramIsNoMatter() throws {
        let announcer = Announcer(program: "/nonexistent/spd-say")
        announcer.say("Listening")
        announcer.say("Inserted")
    }

    /// The real speech-dispatcher: its log shows that the message arrived.
    @EventLoopActor
    @Test(
        .needs("speech-dispatcher", "spd-say", package: "speech-dispatcher"),
        .needs("pulseaudio", package: "pulseaudio"))
    func speechDispatcherHearsIt() async throws {
        let sound = try await PulseServer.start()
        let directory = try TemporaryFile().path + "-speech"
        try #require(mkdir(directory, 0o700) == 0)
        let environment = sound.childEnvironment.filter { !$0.hasPrefix("XDG_RUNTIME_DIR=") }
            + ["XDG_RUNTIME_DIR=\(directory)"]
        let log = try TemporaryFile()
        let output = try log.writing()
        let server = try ChildProcess(
            ["speech-dispatcher", "--run-single", "--log-level", "5", "--log-dir", directory],
            environment: environment, descriptors: [nil, output, output]) { _ in }
        try output.close()
        let socket = directory + "/speech-dispatcher/speechd.sock"
        try await waitUntil("the server listens") {
            server.status != nil || access(socket, F_OK) == 0
        }
        try #require(server.status == nil, "\(log.text)")
        let script = try TemporaryFile()
        let stream = fopen(script.path, "w")!
        fputs("#!/bin/sh\nXDG_RUNTIME_DIR=\(directory) exec spd-say \"$@\"\n", stream)
        fclose(stream)
        chmod(script.path, 0o700)

        let announcer = Announcer(program: script.path)
        announcer.say("Listening")
        try await waitUntil("it is heard") {
            Self.text(directory + "/speech-dispatcher.log").contains("DATA:|Listening")
        }
        withExtendedLifetime(announcer) {}
        server.send(signal: SIGTERM)
        try await waitUntil("the server ends") { server.status != nil }
        _ = try await ProgramRun(["rm", "-r", directory])
    }

    private static func text(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
