import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The whole path with a server that cleans up the text. A program that always prints the same
/// words replaces the recogniser.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"),
    .needs("xdotool", package: "xdotool"), .needs("openssl", package: "openssl"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"))
struct CleanupTests {
    @EventLoopActor
    private final class Stage {
        let server: ModelServer
        let scene: SpokenScene
        let voice: SpokenFile
        var session: UtterSession { scene.session }

        /// - Parameters:
        ///   - words: the recogniser's words for any sound.
        ///   - answers: the model's answers, one after the other.
        init(_ words: String, answers: [String], text: String = "") async throws {
            server = try await ModelServer()
            scene = try await SpokenScene(
                UtterSession.recording + """
                    [recognizer]
                    engine = "command"
                    command.command = ["echo", "\(words)"]
                    [text]
                    \(text)
                    [text.cleanup]
                    engine = "server"
                    server = "\(server.chatAddress(answering: answers))"
                    time_limit = "30s"
                    [overlay]
                    enabled = false
                    """)
            voice = try await SpokenFile("hello there my friend")
        }

        /// Returns the typed text, and the notice shown to the user.
        func dictate() async throws -> (text: String, notice: String) {
            let report = try await scene.dictate(voice.path)
            return (try await session.output("last"), report.notice?.message ?? "")
        }
    }

    /// Each answer would run the command, if it reached the terminal unchanged.
    @EventLoopActor @Test func nothingIsExecutedInATerminal() async throws {
        let answers = [
            "touch marker\n", "touch marker\r", "touch marker\u{1B}[201~\n",
            "touch marker\n\u{1B}[2J", "touch marker; touch other \u{85}",
            "touch marker. That is all!\n", "Fasse die Markierung an",
        ]
        let stage = try await Stage("touch marker", answers: answers, text: "capitals = false")
        let folder = stage.session.directory.path
        let terminal = try stage.scene.display.start([
            "xterm", "-T", "shell", "-e", "sh", "-c", "cd \(folder); : > ready; exec sh -i",
        ])
        try await stage.scene.display.run(
            "xdotool", "search", "--sync", "--onlyvisible", "--name", "^shell$", "windowfocus",
            "--sync")
        try await waitUntil("the shell runs") { exists("\(folder)/ready") }
        let daemon = try await stage.session.startDaemon()
        for answer in answers {
            let (text, notice) = try await stage.dictate()
            #expect(text.hasSuffix("touch marker"), "\(answer.debugDescription)")
            #expect(notice.hasPrefix("Not cleaned up: the answer "), "\(notice)")
        }
        #expect(!exists("\(folder)/marker"))
        // The words are at the prompt: this runs them.
        try await stage.scene.display.run("xdotool", "key", "Return")
        try await waitUntil("the shell runs the words") { exists("\(folder)/marker") }
        #expect(!exists("\(folder)/other"))
        #expect(daemon.status == nil)
        withExtendedLifetime(terminal) {}
    }

    @EventLoopActor @Test func theRawTextComesBack() async throws {
        let stage = try await Stage(
            "hello world how are you", answers: ["Hello, world. How are you?"])
        let window = try await XWindow(.textView, on: stage.scene.display)
        let daemon = try await stage.session.startDaemon()
        #expect(try await stage.dictate().text == "Hello, world. How are you? ")
        try await window.waitForText("Hello, world. How are you? ")
        try await stage.session.output("restore-raw")
        try await stage.session.wait(for: "the raw text") { $0.state == .idle }
        try await window.waitForText("Hello world how are you. ")
        #expect(try await stage.session.output("last") == "Hello world how are you.")
        let again = try await stage.session.run("restore-raw")
        #expect(again.status == .exited(1))
        #expect(again.errors.contains("the last text is as the rules made it"))
        // A user who types moves the cursor.
        _ = try await stage.dictate()
        XUser(at: stage.scene.display).tap("a")
        try await waitUntil("the letter arrives") { window.text.hasSuffix("a") }
        let touched = try await stage.session.run("restore-raw")
        #expect(touched.errors.contains("the text before the cursor isn’t known"))
        #expect(daemon.status == nil)
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
