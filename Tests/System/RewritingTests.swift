import ControlProtocol
import Dictation
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// “Make that shorter” through the daemon, with a chat server, into real windows. The recogniser is
/// a script that prints the words of a file.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("openssl", package: "openssl"))
struct RewritingTests {
    @EventLoopActor
    private final class Scene {
        let server: ModelServer
        let display: XServer
        let sound: PulseServer
        let session: UtterSession
        private let words: TemporaryFile
        private let tone: String

        /// - Parameter answers: the model's, one after the other.
        init(_ answers: [String]) async throws {
            words = try TemporaryFile()
            server = try await ModelServer()
            display = try await XServer()
            sound = try await PulseServer.start()
            session = try UtterSession(
                display: display, sound: sound,
                configuration: WindowProfileTests.configuration(
                    "$(cat \(words.path))",
                    """

                    [text.cleanup]
                    engine = "server"
                    server = "\(server.chatAddress(answering: answers))"
                    automatic = false
                    """))
            tone = try WindowProfileTests.tone(session)
        }

        @discardableResult
        func say(_ said: String) async throws -> StatusReport {
            try Data(said.utf8).write(to: URL(filePath: words.path))
            return try await session.dictate(tone, from: sound)
        }

        /// Asks for a new text, and waits until it is shown.
        func propose(_ said: String) async throws -> StatusReport {
            try await say(said)
            return try await session.wait(for: "the new text") { $0.notice?.proposal != nil }
        }
    }

    @EventLoopActor
    @Test(
        .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
        .needs(XWindow.pythonGI, package: "python3-gi"))
    func theTextOfAWindowIsRewritten() async throws {
        let secret = "zebra\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        let scene = try await Scene([
            "Let us meet, \(secret).", "Dear all,\n\nlet us meet.\n", "Meet?",
        ])
        let window = try await XWindow(.textView, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("i think that we should perhaps meet")
        let first = "I think that we should perhaps meet. "
        try await window.waitForText(first)
        var report = try await scene.propose("make that shorter")
        #expect(report.notice?.proposal == "Let us meet, \(secret).")
        #expect(report.notice?.actions == [.take, .leave])
        #expect(window.text == first)
        try await scene.say("yes")
        try await window.waitForText("Let us meet, \(secret). ")
        #expect(try await scene.session.output("last") == "Let us meet, \(secret).")
        try await scene.say("undo")
        try await window.waitForText(first)
        // With a command, and several lines.
        report = try await scene.propose("make that an email")
        #expect(report.notice?.proposal == "Dear all,\n\nlet us meet.")
        try await scene.session.output("rewrite", "accept")
        try await window.waitForText("Dear all,\n\nlet us meet. ")
        try await scene.session.wait(for: "the end") { $0.state == .idle }
        try await scene.say("undo")
        try await window.waitForText(first)
        // Left as it is.
        _ = try await scene.propose("make that friendlier")
        try await scene.session.output("rewrite", "cancel")
        let again = try await scene.session.run("rewrite", "accept")
        #expect(again.status == .exited(1))
        #expect(again.errors.contains("no text is proposed"))
        // The user has typed.
        _ = try await scene.propose("make that formal")
        XUser(at: scene.display).tap("a")
        try await waitUntil("the letter arrives") { window.text.hasSuffix("a") }
        let touched = try await scene.session.run("rewrite", "accept")
        #expect(touched.errors.contains("nothing was replaced"))
        #expect(window.text == first + "a")
        #expect(!scene.session.log.text.contains(secret), "in the log")
        #expect(daemon.status == nil)
    }

    /// The card's button: the click isn't one into the window.
    @EventLoopActor
    @Test(
        .needs("xterm", package: "xterm"), .needs("xdotool", package: "xdotool"))
    func itIsTakenByAClick() async throws {
        let long = "echo " + Array(repeating: "hello", count: 20).joined(separator: " ")
        let scene = try await Scene([long])
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("echo hello")
        try await window.waitForText("echo hello")
        _ = try await scene.propose("make that friendlier")
        let card = try await scene.display.run(
            "xdotool", "search", "--sync", "--onlyvisible", "--class", "^utter-overlay$",
            "getwindowgeometry", "--shell")
        let numbers = card.split(separator: "\n").reduce(into: [Substring: Int]()) {
            let sides = $1.split(separator: "=")
            if sides.count == 2 { $0[sides[0]] = Int(sides[1]) }
        }
        let (x, y) = (try #require(numbers["X"]), try #require(numbers["Y"]))
        let height = try #require(numbers["HEIGHT"])
        // The middle of the first button of a card of the full width: see OverlayLook.
        try await scene.display.run(
            "xdotool", "mousemove", "\(x + 16 + 57 + 40)", "\(y + height - 16 - 13 - 14)",
            "click", "1")
        let typed = long.dropFirst("echo hello".count)
        try await window.waitForText("echo hello" + typed)
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test(.needs("xterm", package: "xterm"))
    func aLineInATerminalIsRewritten() async throws {
        let scene = try await Scene(["echo\nhi"])
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("echo hello world")
        try await window.waitForText("echo hello world")
        let report = try await scene.propose("make that shorter")
        #expect(report.notice?.proposal == "echo hi")
        #expect(window.text == "echo hello world")
        try await scene.say("yes")
        let deleted = String(repeating: "\u{7F}", count: "ello world".count)
        try await window.waitForText("echo hello world" + deleted + "i")
        #expect(daemon.status == nil)
    }
}
