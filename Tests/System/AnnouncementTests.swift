import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// What a user hears who doesn't see the screen: the daemon with a real speech-dispatcher, and no
/// overlay.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("xterm", package: "xterm"),
    .needs("speech-dispatcher", package: "speech-dispatcher"))
struct AnnouncementTests {
    @EventLoopActor
    private final class Scene {
        let display: XServer
        let sound: PulseServer
        let session: UtterSession
        let voice: SpeechServer
        private let words: TemporaryFile
        private let tone: String

        /// - Parameter socket: another server's socket.
        init(say: String, socket: String? = nil) async throws {
            words = try TemporaryFile()
            display = try await XServer()
            sound = try await PulseServer.start()
            voice = try SpeechServer()
            try await voice.start()
            session = try UtterSession(
                display: display, sound: sound,
                configuration: WindowProfileTests.configuration(
                    "$(cat \(words.path))",
                    "[overlay]\nenabled = false\n[announce]\nsay = \"\(say)\"\n"))
            session.environment.append("SPEECHD_ADDRESS=unix_socket:\(socket ?? voice.socket)")
            tone = try WindowProfileTests.tone(session)
        }

        @discardableResult
        func say(_ said: String) async throws -> StatusReport {
            try Data(said.utf8).write(to: URL(filePath: words.path))
            return try await session.dictate(tone, from: sound)
        }

        /// Returns when these sentences were said, in this order, and nothing else.
        func hear(_ sentences: String...) async throws {
            let all = sentences.map { "\($0)\n" }.joined()
            try await waitUntil("“\(all)” is heard, not “\(voice.said)”") {
                voice.said.count >= all.count
            }
            #expect(voice.said == all)
        }
    }

    @EventLoopActor @Test func aDictationIsHeardAndReadBack() async throws {
        let scene = try await Scene(say: "words")
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("hello there")
        try await scene.hear("Listening", "hello there")
        try await scene.say("read that back")
        try await scene.hear("Listening", "hello there", "Listening", "hello there")
        try await window.waitForText("hello there")
        #expect(daemon.status == nil)
    }

    /// What was typed is nobody's to hear unless the user wants that, or asks.
    @EventLoopActor @Test func statesHaveNoWords() async throws {
        let scene = try await Scene(say: "states")
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("hello there")
        try await scene.hear("Listening", "Inserted")
        try await window.waitForText("hello there")
        #expect(daemon.status == nil)
    }

    /// A server that never ends a text by itself.
    @EventLoopActor
    @Test(arguments: ["a key", "utter cancel", "utter start"])
    func whatIsReadIsStopped(by means: String) async throws {
        let server = try FakeSpeechServer()
        let scene = try await Scene(say: "off", socket: server.path)
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("hello there")
        try await window.waitForText("hello there")
        try await scene.say("read that")
        try await waitUntil("it is read") { server.texts == ["hello there"] }
        server.report(701, "BEGIN")
        let person = XUser(at: scene.display)
        func stop() async throws {
            switch means {
            case "a key": person.tap("x")
            default:
                let word = means.split(separator: " ").last.map(String.init) ?? ""
                try await scene.session.run(word)
            }
        }
        let asked = server.lines.count
        // Its keys are watched for a moment later than it begins.
        for _ in 0..<100 where server.lines.count == asked {
            try await stop()
            try await scene.session.output("status")
        }
        try #require(daemon.status == nil)
        #expect(server.lines.count > asked)
        #expect(server.lines.suffix(from: asked).allSatisfy { $0 == "CANCEL SELF" })
    }

    /// “Read that back” says the last text although nothing is said unasked.
    @EventLoopActor @Test func nothingIsSaidUnasked() async throws {
        let scene = try await Scene(say: "off")
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("hello there")
        try await scene.say("read that back")
        try await scene.hear("hello there")
        try await window.waitForText("hello there")
        #expect(daemon.status == nil)
    }
}
