import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// Editing by voice through the daemon, into real windows. The recogniser is a script that prints
/// the words of a file.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"))
struct VoiceEditingTests {
    @EventLoopActor
    private final class Scene {
        let display: XServer
        let sound: PulseServer
        let session: UtterSession
        private let words: TemporaryFile
        private let tone: String

        init(_ more: String = "") async throws {
            words = try TemporaryFile()
            display = try await XServer()
            sound = try await PulseServer.start()
            session = try UtterSession(
                display: display, sound: sound,
                configuration: WindowProfileTests.configuration("$(cat \(words.path))", more))
            tone = try WindowProfileTests.tone(session)
        }

        @discardableResult
        func say(_ said: String) async throws -> StatusReport {
            try Data(said.utf8).write(to: URL(filePath: words.path))
            return try await session.dictate(tone, from: sound)
        }
    }

    /// What is said, one dictation after the other, and what the document then holds.
    private static let edits: [(said: String, text: String)] = [
        ("i like london", "I like London. "),
        ("correct london to berlin", "I like Berlin. "),
        ("insert green before berlin", "I like green Berlin. "),
        ("delete the last word", "I like green "),
        ("apples comma pears and plums", "I like green apples, pears and plums. "),
        ("undo", "I like green "),
        ("redo", "I like green apples, pears and plums. "),
        ("make that a list", "I like green\n• apples\n• pears\n• plums "),
        ("undo", "I like green apples, pears and plums. "),
        ("uppercase pears", "I like green apples, PEARS and plums. "),
        ("select green", "I like green apples, PEARS and plums. "),
        ("red", "I like red apples, PEARS and plums. "),
        ("move left two words", "I like red apples, PEARS and plums. "),
        ("really", "I really like red apples, PEARS and plums. "),
        ("go to the end of the text", "I really like red apples, PEARS and plums. "),
        ("new line", "I really like red apples, PEARS and plums.\n"),
        ("yes", "I really like red apples, PEARS and plums.\nYes "),
        ("put that in quotes", "I really like red apples, PEARS and plums.\n“Yes” "),
        ("cut that", "I really like red apples, PEARS and plums.\n"),
        ("delete last sentence", "\n"),
        ("red pears are good", "\nRed pears are good. "),
        ("capitalize pears", "\nRed Pears are good. "),
        ("lowercase red", "\nred Pears are good. "),
        ("put good in brackets", "\nred Pears are (good). "),
        ("insert ripe after red", "\nred ripe Pears are (good). "),
        ("replace ripe with sweet", "\nred sweet Pears are (good). "),
        ("select from sweet to pears", "\nred sweet Pears are (good). "),
        ("apples", "\nred apples are (good). "),
    ]

    @EventLoopActor @Test(
        .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
        .needs(XWindow.pythonGI, package: "python3-gi"))
    func eachCommandChangesTheDocument() async throws {
        let scene = try await Scene()
        let window = try await XWindow(.textView, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        for (said, text) in Self.edits {
            let report = try await scene.say(said)
            try await window.waitForText(text)
            if report.notice?.severity == .error { Issue.record("\(said): \(report)") }
        }
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test(
        .needs("xdotool", package: "xdotool"), .needs("chromium", package: "chromium"),
        .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"),
        .needs(XWindow.pythonGI, package: "python3-gi"), arguments: ReceiverOnX.Kind.allCases)
    func eachCommandChangesTheDocumentOfAnotherProgram(_ kind: ReceiverOnX.Kind) async throws {
        let scene = try await Scene()
        let window = try await ReceiverOnX(kind, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        for (said, text) in Self.edits {
            let report = try await scene.say(said)
            try await window.waitForText(text)
            if report.notice?.severity == .error { Issue.record("\(said): \(report)") }
        }
        #expect(daemon.status == nil)
    }

    /// In a terminal what was typed is changed by Backspace, and nothing else is pressed.
    @EventLoopActor @Test(.needs("xterm", package: "xterm"))
    func aTerminalGetsBackspacesAndText() async throws {
        let scene = try await Scene()
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("echo hello world")
        try await window.waitForText("echo hello world")
        try await scene.say("replace hello with goodbye")
        let deleted = String(repeating: "\u{7F}", count: "hello world".count)
        let changed = "echo hello world\(deleted)goodbye world"
        try await window.waitForText(changed)
        for said in [
            "select goodbye", "move left one word", "go to the beginning of the line", "new line",
            "select that",
        ] {
            let report = try await scene.say(said)
            #expect(report.notice != nil, "\(said)")
        }
        try await scene.say("delete last word")
        try await window.waitForText(
            changed + String(repeating: "\u{7F}", count: " world".count))
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test(.needs("xterm", package: "xterm"))
    func whatIsCorrectedTwiceCanBeLearnt() async throws {
        let scene = try await Scene()
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("ask shevon")
        try await scene.say("correct shevon to siobhan")
        try await scene.say("replace siobhan with shevon")
        var report = try await scene.say("correct shevon to siobhan")
        report = try await scene.session.wait(for: "the offer") {
            $0.notice?.message == "Corrected for the second time: shall it be learnt?"
        }
        #expect(try await scene.session.output("text", "learned") == "")
        report = try await scene.say("learn that")
        report = try await scene.session.wait(for: "what was learnt") {
            $0.notice?.message == "Learnt"
        }
        #expect(try await scene.session.output("text", "learned").hasPrefix("shevon → "))
        try await scene.say("shevon")
        #expect(try await scene.session.output("last").lowercased().contains("siobhan"))
        try await scene.session.output("text", "learned", "--remove", "shevon")
        #expect(try await scene.session.output("text", "learned") == "")
        _ = (window, report)
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test(.needs("xterm", package: "xterm"))
    func nothingIsLearntWithoutAHistory() async throws {
        let scene = try await Scene("[history]\nkeep = 0\n")
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        try await scene.say("ask shevon")
        for _ in 0..<2 {
            try await scene.say("correct shevon to siobhan")
            try await scene.say("replace siobhan with shevon")
        }
        try await scene.say("learn that")
        let report = try await scene.session.wait(for: "the refusal") {
            $0.notice?.message.hasPrefix("Nothing was learnt") == true
        }
        #expect(report.notice?.severity == .warning)
        #expect(try await scene.session.output("text", "learned") == "")
        _ = window
        #expect(daemon.status == nil)
    }

    /// The last line is what the window at hand would get.
    @EventLoopActor @Test(
        .needs("xterm", package: "xterm"), .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
        .needs(XWindow.pythonGI, package: "python3-gi"))
    func tryingShowsWhatTheWindowGets() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display)
        do {
            let terminal = try await XWindow(.xterm, on: display)
            let output = try await session.output("text", "try", "hello new line world")
            #expect(output.hasSuffix("hello world  (into XTerm)"), "\(output)")
            _ = terminal
        }
        let editor = try await XWindow(.textView, on: display)
        let output = try await session.output("text", "try", "hello new line world")
        #expect(output.contains("Hello↵World  (into python3"), "\(output)")
        _ = editor
    }
}
