import Foundation
import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// A program that was given the sound ends with the process that started it, however that ends, and
/// no sound is left then.
@Suite(
    .runningLoop, .serialized, .needs(KillTests.speech, package: "pocketsphinx-testdata"))
struct AbandonedProgramTests {
    /// The recogniser: it reads its file, and leaves a process in another session behind. The
    /// numbers of its processes are in a file, and the first bytes of the sound.
    private static func configuration(_ place: ScratchDirectory) throws -> String {
        try place.write(
            """
            head -c 4 "$1" >\(place.path("sound"))
            echo "$1" >\(place.path("name"))
            setsid sleep 1000 </dev/null >/dev/null &
            echo $$ $! >\(place.path("pids"))
            wait
            """, to: "script")
        return """
            [recognizer]
            engine = "command"
            command.command = ["sh", "\(place.path("script"))", "{file}"]
            time_limit = "600s"
            [overlay]
            enabled = false
            [history]
            recovery = false
            """
    }

    /// Waits until the program runs, kills who started it, and looks for what is left.
    @EventLoopActor
    private func abandon(_ starter: ChildProcess, _ place: ScratchDirectory, _ runtime: URL)
        async throws
    {
        let pids = place.path("pids")
        try await waitUntil("the program runs") {
            starter.status != nil || textOfFile(pids).hasSuffix("\n")
        }
        let running = processes(in: textOfFile(pids))
        #expect(running.count == 2 && running.allSatisfy(isRunning))
        #expect(textOfFile(place.path("sound")) == "RIFF")
        let name = textOfFile(place.path("name")).dropLast()
        #expect(name.hasPrefix(runtime.path + "/") && name.hasSuffix(".wav"))
        starter.send(signal: SIGKILL)
        try await waitUntil("its processes end") { !running.contains(where: isRunning) }
        try await waitUntil("its file is gone, of \(Folder.names(in: runtime.path))") {
            !Folder.names(in: runtime.path).contains { $0.hasSuffix(".wav") }
        }
    }

    @EventLoopActor @Test func endsWithAKilledTranscription() async throws {
        let place = try ScratchDirectory("abandoned")
        let session = try UtterSession(
            configuration: UtterSession.withoutHotkey + Self.configuration(place))
        let null = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? null.close() }
        let transcription = try ChildProcess(
            session.command + ["transcribe", KillTests.speech], environment: session.environment,
            descriptors: [null, null, null]
        ) { _ in }
        try await abandon(transcription, place, session.runtime)
    }

    @EventLoopActor
    @Test(.needs("pulseaudio", package: "pulseaudio"), .needs("Xvfb", package: "xvfb"))
    func endsWithAKilledDaemon() async throws {
        let place = try ScratchDirectory("abandoned")
        let scene = try await SpokenScene(UtterSession.recording + Self.configuration(place))
        let daemon = try await scene.session.startDaemon()
        try await scene.session.beginDictation()
        try await scene.sound.play(KillTests.speech)
        try await scene.session.output("stop")
        try await abandon(daemon, place, scene.session.runtime)
    }
}
