import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// A dictation that stays on: real speech with its pauses, into a real window. The recogniser is a
/// script that prints the words of a file.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("xterm", package: "xterm"),
    .needs("flite", package: "flite"))
struct ContinuousTests {
    @EventLoopActor
    private final class Scene {
        let display: XServer
        let sound: PulseServer
        let session: UtterSession
        private let words: TemporaryFile
        private let voice: SpokenFile

        init(_ more: String = "") async throws {
            words = try TemporaryFile()
            voice = try await SpokenFile("so it is said")
            display = try await XServer()
            sound = try await PulseServer.start()
            session = try UtterSession(
                display: display, sound: sound,
                configuration: UtterSession.withoutHotkey + """
                    [audio]
                    device = "pulse"
                    \(more)
                    [recognizer]
                    engine = "command"
                    command.command = ["sh", "-c", "cat >/dev/null; cat \(words.path)"]
                    [overlay]
                    enabled = false
                    """)
        }

        func say(_ said: String) async throws {
            try Data(said.utf8).write(to: URL(filePath: words.path))
            try await session.wait(for: "the microphone") { $0.hearing }
            try await sound.play(voice.path)
        }

        /// Returns when it listens for the next words.
        func begin() async throws {
            try await session.output("start", "--continuous")
            let report = try await session.wait(for: "the microphone") { $0.hearing }
            #expect(report.continuous == true)
        }
    }

    /// Each pause types what was said, and it is ended by voice.
    @EventLoopActor @Test func eachPauseTypesUntilTheUserSaysStop() async throws {
        let scene = try await Scene()
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.begin()
        try await scene.say("hello there")
        try await window.waitForText("hello there")
        try await scene.say("and more")
        try await window.waitForText("hello there and more")
        // It listens still, and that is seen all the time.
        let report = try await scene.session.wait(for: "the microphone") { $0.hearing }
        #expect(report.continuous == true)
        try await scene.say("scratch that")
        try await window.waitForText(
            "hello there and more" + String(repeating: "\u{7F}", count: " and more".count))
        try await scene.say("stop listening")
        let end = try await scene.session.wait(for: "its end") { $0.state == .idle }
        #expect(end.continuous == nil)
        #expect(try await scene.session.output("last", "9").contains("hello there"))
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test func silenceEndsIt() async throws {
        let scene = try await Scene("continuous_silence_limit = \"2s\"")
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.begin()
        try await scene.say("hello there")
        try await window.waitForText("hello there")
        let report = try await scene.session.wait(for: "its end") { $0.state == .idle }
        #expect(report.notice?.message == "Stopped listening: 2 s of silence")
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test func theCommandEndsIt() async throws {
        let scene = try await Scene()
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.begin()
        try await scene.say("hello there")
        try await scene.session.output("stop")
        try await window.waitForText("hello there")
        try await scene.session.wait(for: "its end") { $0.state == .idle }
        #expect(daemon.status == nil)
    }
}
