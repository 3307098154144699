import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// What hotkeys do besides dictation, through the daemon. The desktop that watches for them is KDE's
/// interface, mocked; the recogniser is a script that prints the words of a file.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("dbus-daemon", package: "dbus-daemon"),
    .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"))
struct HotkeyActionTests {
    /// The actions, in the order of their bindings; the first is `[hotkey] dictate`.
    private static let actions = [
        "dictate", "submit", "command", "instruct", "retype", "copy", "undo", "scratch", "language",
        "cancel",
    ]

    @EventLoopActor
    private final class Scene {
        let display: XServer
        let sound: PulseServer
        let session: UtterSession
        private let bus: BusServer
        private let desktop: KGlobalAccelMock
        private let words: TemporaryFile
        private let tone: String

        /// - Parameters:
        ///   - more: more of the configuration.
        ///   - cancel: the key that cancels what goes on.
        ///   - isService: whether systemd seems to have started the daemon.
        init(_ more: String = "", cancel: String = "", isService: Bool = false) async throws {
            words = try TemporaryFile()
            display = try await XServer()
            sound = try await PulseServer.start()
            bus = try await BusServer()
            desktop = try await KGlobalAccelMock(on: bus)
            let bindings = actions.enumerated().dropFirst().map { index, action in
                """
                [[hotkey.binding]]
                keys = "Super+F\(index + 1)"
                action = "\(action)"
                \(action == "language" ? "languages = [\"de\", \"en\"]" : "")

                """
            }.joined()
            session = try UtterSession(
                display: display, sound: sound,
                configuration: """
                    [hotkey]
                    source = "kde"
                    dictate = "Super+F1"
                    cancel = "\(cancel)"
                    \(bindings)
                    [audio]
                    device = "pulse"
                    [recognizer]
                    engine = "command"
                    command.command = ["sh", "-c", "cat > /dev/null; cat \(words.path)"]
                    \(more)
                    """,
                command: (isService
                    ? ["sh", "-c", "SYSTEMD_EXEC_PID=$$ exec \"$@\"", "sh"] : [])
                    + [UtterSession.program])
            session.add(bus)
            tone = try WindowProfileTests.tone(session)
        }

        func startDaemon() async throws -> ChildProcess {
            let daemon = try await session.startDaemon()
            // It listens once the component is known to it.
            while try await session.status().notice?.message.hasPrefix("nothing to type") != true {
                try await press("retype")
            }
            return daemon
        }

        /// A server of notifications, which gives each the number 7.
        func notifications() async throws -> BusMock {
            try await bus.notifications("body", "actions")
        }

        /// Presses and releases the key of an action.
        func press(_ action: String) async throws {
            let key = "hotkey-\(actions.firstIndex(of: action)! + 1)"
            try await desktop.emit("globalShortcutPressed", key)
            try await desktop.emit("globalShortcutReleased", key)
        }

        /// Presses the key that cancels what goes on.
        func cancel() async throws { try await desktop.emit("globalShortcutPressed", "cancel") }

        /// Says words between two presses of a key.
        @discardableResult
        func say(_ said: String, with action: String = "dictate") async throws -> StatusReport {
            try await record(said, with: action)
            try await press(action)
            return try await session.wait(for: "the end") { $0.state == .idle }
        }

        func record(_ said: String, with action: String = "dictate") async throws {
            try Data(said.utf8).write(to: URL(filePath: words.path))
            try await press(action)
            try await session.wait(for: "the microphone") { $0.hearing }
            try await sound.play(tone)
        }

        func notice(_ message: String) async throws {
            try await session.wait(for: message) { $0.notice?.message == message }
        }
    }

    @EventLoopActor @Test(.needs("xclip", package: "xclip"))
    func eachKeyDoesItsAction() async throws {
        let scene = try await Scene("[output]\nkeys = [\"enter\"]\n")
        let window = try await XWindow(.textView, on: scene.display)
        let daemon = try await scene.startDaemon()
        try await scene.say("i like london")
        try await window.waitForText("I like London. ")
        try await scene.say("delete last word", with: "command")
        try await window.waitForText("I like ")
        try await scene.say("london is large", with: "command")
        try await scene.notice("That isn’t a command: nothing was typed")
        try await scene.press("undo")
        try await window.waitForText("I like London. ")
        // The text is there a moment before it is known to be.
        try await scene.session.wait(for: "the end") { $0.state == .idle }
        try await scene.press("scratch")
        try await window.waitForText("")
        try await scene.say("yes", with: "submit")
        try await window.waitForText("Yes\n")
        try await scene.press("retype")
        try await window.waitForText("Yes\nYes")
        try await scene.press("copy")
        try await scene.notice("Copied")
        let copied = try await ProgramRun(
            ["timeout", "180", "xclip", "-o", "-selection", "clipboard"],
            environment: scene.display.environment)
        #expect(copied.output == "Yes")
        #expect(daemon.status == nil)
    }

    /// What systemd would end with the daemon gets its own scope, or the clipboard would be empty
    /// after a restart. systemd-run is replaced, since there is no user's systemd in a container.
    @EventLoopActor @Test(.needs("xclip", package: "xclip"))
    func aCopyOutlivesTheService() async throws {
        let scene = try await Scene(isService: true)
        let programs = try Programs(in: scene.session)
        try programs.add(
            "systemd-run", #"while [ "$1" != -- ]; do shift; done; shift; exec "$@""#)
        let window = try await XWindow(.textView, on: scene.display)
        let daemon = try await scene.startDaemon()
        try await scene.say("i like london")
        try await window.waitForText("I like London. ")
        try await scene.press("copy")
        try await scene.notice("Copied")
        let scope = "systemd-run --user --scope --quiet --collect -- "
        #expect(programs.calls.map { $0.hasPrefix(scope) && $0.hasSuffix(" copy") } == [true])
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        let copied = try await ProgramRun(
            ["timeout", "180", "xclip", "-o", "-selection", "clipboard"],
            environment: scene.display.environment)
        #expect(copied.output == "I like London. ")
    }

    /// Without an overlay a notification says what was taken for a command, and takes it back.
    @EventLoopActor @Test func aNotificationTakesACommandBack() async throws {
        let scene = try await Scene("[overlay]\nenabled = false\n")
        let server = try await scene.notifications()
        let window = try await XWindow(.textView, on: scene.display)
        let daemon = try await scene.startDaemon()
        try await scene.say("i like london")
        try await window.waitForText("I like London. ")
        try await scene.say("delete last word")
        try await window.waitForText("I like ")
        var call: [BusValue]?
        while call == nil {
            call = try await server.calls(of: "Notify").first {
                $0[3].string?.hasPrefix("Deleted “London") == true
            }
        }
        #expect(call?[5].elements?.map(\.string) == ["undo", "Undo"])
        try await scene.session.wait(for: "the end") { $0.state == .idle }
        try await server.emit("ActionInvoked", "us", [.uint32(7), .string("undo")])
        try await window.waitForText("I like London. ")
        try await scene.notice("Undone")
        // Text alone needs no notification.
        let count = try await server.calls(of: "Notify").count
        try await scene.say("yes")
        try await window.waitForText("I like London. Yes ")
        #expect(try await server.calls(of: "Notify").count == count)
        #expect(daemon.status == nil)
    }

    /// The key that cancels a dictation declines a model's text, too.
    @EventLoopActor @Test(.needs("openssl", package: "openssl"))
    func theKeyThatCancelsDeclinesAProposal() async throws {
        let model = try await ModelServer()
        let scene = try await Scene(
            """
            [text.cleanup]
            engine = "server"
            server = "\(model.chatAddress(answering: ["We meet."]))"
            automatic = false
            """, cancel: "Ctrl+Escape")
        let window = try await XWindow(.textView, on: scene.display)
        let daemon = try await scene.startDaemon()
        try await scene.say("i think that we meet")
        try await window.waitForText("I think that we meet. ")
        try await scene.say("make that shorter")
        try await scene.session.wait(for: "the new text") { $0.notice?.proposal != nil }
        try await scene.cancel()
        try await scene.session.wait(for: "the end of the proposal") { $0.notice == nil }
        let late = try await scene.session.run("rewrite", "accept")
        #expect(late.errors.contains("no text is proposed"), "\(late.errors)")
        try await scene.say("yes")
        try await window.waitForText("I think that we meet. Yes ")
        #expect(daemon.status == nil)
    }

    /// Any words are an instruction there, and none of them is typed.
    @EventLoopActor @Test(.needs("openssl", package: "openssl"))
    func aModelDoesWhatIsSaidWithAKey() async throws {
        let model = try await ModelServer()
        let scene = try await Scene(
            """
            [text.cleanup]
            engine = "server"
            server = "\(model.chatAddress(answering: ["We met."]))"
            automatic = false
            """)
        let window = try await XWindow(.textView, on: scene.display)
        let daemon = try await scene.startDaemon()
        try await scene.say("i think that we meet")
        try await window.waitForText("I think that we meet. ")
        try await scene.say("put it in the past tense", with: "instruct")
        try await scene.session.wait(for: "the new text") { $0.notice?.proposal != nil }
        #expect(window.text == "I think that we meet. ")
        try await scene.say("yes")
        try await window.waitForText("We met. ")
        #expect(daemon.status == nil)
    }

    /// A text that went to another window comes to this one.
    @EventLoopActor @Test(.needs("xterm", package: "xterm"))
    func theLastDictationIsTypedHere() async throws {
        let scene = try await Scene()
        let terminal = try await XWindow(.xterm, on: scene.display)
        let daemon = try await scene.startDaemon()
        try await scene.say("i like london")
        try await terminal.waitForText("i like london")
        let editor = try await XWindow(.textView, on: scene.display)
        try await scene.say("type it here")
        try await editor.waitForText("i like london ")
        try await scene.press("undo")
        try await editor.waitForText("")
        #expect(terminal.text == "i like london")
        #expect(daemon.status == nil)
    }

    @EventLoopActor @Test func theLanguagesFollowEachOther() async throws {
        let scene = try await Scene()
        let window = try await XWindow(.textView, on: scene.display)
        let daemon = try await scene.startDaemon()
        try await scene.press("language")
        try await scene.notice("Language: de")
        try await scene.say("ja komma nein")
        try await window.waitForText("Ja, nein. ")
        try await scene.press("language")
        try await scene.notice("Language: en")
        try await scene.say("hello comma world")
        try await window.waitForText("Ja, nein. Hello, world. ")
        #expect(daemon.status == nil)
    }
}
