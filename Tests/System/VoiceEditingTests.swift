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
    final class Scene {
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
    enum Story: CaseIterable, Sendable {
        case changes, moves

        var edits: [(said: String, text: String)] {
            switch self {
            case .changes: VoiceEditingTests.changes
            case .moves: VoiceEditingTests.moves
            }
        }
    }

    private static let changes: [(said: String, text: String)] = [
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

    private static let moves: [(said: String, text: String)] = [
        ("red apples are good", "Red apples are good. "),
        ("delete apples", "Red are good. "),
        ("undo", "Red apples are good. "),
        ("select last word", "Red apples are good. "),
        ("fine", "Red apples are fine "),
        ("copy that", "Red apples are fine "),
        ("go to the beginning of the text", "Red apples are fine "),
        ("well", "Well Red apples are fine "),
        ("go to the end of the text", "Well Red apples are fine "),
        ("paste that", "Well Red apples are fine Red apples are fine "),
        ("move left two words", "Well Red apples are fine Red apples are fine "),
        ("move right one word", "Well Red apples are fine Red apples are fine "),
        ("move left two characters", "Well Red apples are fine Red apples are fine "),
        ("move right two characters", "Well Red apples are fine Red apples are fine "),
        ("very", "Well Red apples are fine Red apples are very fine "),
        ("go to the end of the text", "Well Red apples are fine Red apples are very fine "),
        ("select last sentence", "Well Red apples are fine Red apples are very fine "),
        ("pears comma plums and figs", "Pears, plums and figs. "),
        ("make that a numbered list", "1. Pears\n2. plums\n3. figs "),
        ("go to the beginning of the line", "1. Pears\n2. plums\n3. figs "),
        ("ripe", "1. Pears\n2. plums\nRipe 3. figs "),
        ("go to the end of the text", "1. Pears\n2. plums\nRipe 3. figs "),
        ("delete the last two words", "1. Pears\n2. plums\nRipe "),
        ("i meant the words", "1. Pears\n2. plums\nRipe 3. figs delete the last two words. "),
        ("scratch that", "1. Pears\n2. plums\nRipe 3. figs "),
        ("what can i say", "1. Pears\n2. plums\nRipe 3. figs "),
        ("select all", "1. Pears\n2. plums\nRipe 3. figs "),
        ("all new", "All new. "),
        ("new line", "All new.\n "),
        ("more", "All new.\nMore "),
        ("type it here", "All new.\nMore More "),
        ("go to the end of the line", "All new.\nMore More "),
        ("yes", "All new.\nMore More Yes "),
        ("scratch that", "All new.\nMore More "),
    ]

    @EventLoopActor
    @Test(
        .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
        .needs(XWindow.pythonGI, package: "python3-gi"), arguments: Story.allCases)
    func eachCommandChangesTheDocument(_ story: Story) async throws {
        let scene = try await Scene()
        let window = try await XWindow(.textView, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        for (said, text) in story.edits {
            let report = try await scene.say(said)
            try await window.waitForText(text)
            if report.notice?.severity == .error { Issue.record("\(said): \(report)") }
        }
        #expect(daemon.status == nil)
    }

    @EventLoopActor
    @Test(
        .needs("xdotool", package: "xdotool"), .needs("chromium", package: "chromium"),
        .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"),
        .needs(XWindow.pythonGI, package: "python3-gi"), arguments: ReceiverOnX.Kind.plain,
        Story.allCases)
    func eachCommandChangesTheDocumentOfAnotherProgram(
        _ kind: ReceiverOnX.Kind, _ story: Story
    ) async throws {
        let scene = try await Scene()
        let window = try await ReceiverOnX(kind, on: scene.display)
        let daemon = try await scene.session.startDaemon()
        for (said, text) in story.edits {
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
            "select that", "select all", "select last word", "select last sentence",
            "select from echo to goodbye", "move right one word", "move left two characters",
            "move right one character", "go to the end of the line",
            "go to the beginning of the text", "go to the end of the text", "make that a list",
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
            $0.notice?.message == "Corrected for the second time. Learn it?"
        }
        #expect(try await scene.session.output("text", "learned") == "")
        report = try await scene.say("learn that")
        report = try await scene.session.wait(for: "what was learnt") {
            $0.notice?.message == "Learnt: shevon → siobhan"
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
    @EventLoopActor
    @Test(
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
