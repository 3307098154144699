import ControlProtocol
import Dictation
import Glibc
import LinuxRuntime
import SinkVirtualKeyboard
import SystemPackage
import TestSupport
import Testing

/// Words that a document on sway shows while they are spoken vanish when the daemon is killed, or
/// another window gets the focus: nothing of them is left, and keys have their effect.
@Suite(
    .runningLoop, .serialized, .needs("sway", package: "sway"),
    .needs("pulseaudio", package: "pulseaudio"),
    .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"),
    .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
struct ShownWordsTests {
    @EventLoopActor @Test func theyVanishWhenTheDaemonIsKilled() async throws {
        let stage = try await Stage()
        let window = try await stage.open("one")
        try await stage.type("I like")
        try await waitUntil("it is typed") { window.text == "I like" }
        for round in 1...3 {
            let daemon = try await stage.session.startDaemon()
            try await stage.speak(until: window)
            daemon.send(signal: SIGKILL)
            try await waitUntil("round \(round): they vanish") { window.shown.isEmpty }
            try await stage.type("x")
            let text = "I like" + String(repeating: "x", count: round)
            try await waitUntil("a key has its effect") { window.text == text }
            #expect(window.shown == "")
        }
        try await stage.server.stop()
    }

    @EventLoopActor @Test func theyVanishWhenAnotherWindowGetsTheFocus() async throws {
        let stage = try await Stage()
        let window = try await stage.open("one")
        try await stage.type("I like")
        try await waitUntil("it is typed") { window.text == "I like" }
        let daemon = try await stage.session.startDaemon()
        defer { withExtendedLifetime(daemon) {} }
        try await stage.speak(until: window)
        let other = try await stage.open("two")
        try await waitUntil("they vanish") { window.shown.isEmpty }
        try await stage.sound.play(DictationTests.speech)
        try await stage.session.endDictation()
        // The text is kept for the window in which it began.
        #expect(try await stage.session.status().notice?.message.isEmpty == false)
        try await stage.type("x")
        try await waitUntil("a key has its effect there") { other.text == "x" }
        #expect(other.shown == "")
        try await stage.server.command("[title=one] focus")
        try await stage.type("y")
        try await waitUntil("a key has its effect here") { window.text == "I likey" }
        #expect(window.shown == "")
        try await stage.server.stop()
    }

    /// A session on sway.
    @EventLoopActor private final class Stage {
        let server: SwayServer
        let sound: PulseServer
        let session: UtterSession
        private let keyboard: VirtualKeyboardSink

        init() async throws {
            server = try await SwayServer.start()
            sound = try await PulseServer.start()
            session = try UtterSession(
                sound: sound,
                configuration: UtterSession.recording + "[output]\ncommit = \"auto\"\n")
            session.environment += [
                "WAYLAND_DISPLAY=\(server.socket)", "SWAYSOCK=\(server.path("ipc"))",
            ]
            keyboard = VirtualKeyboardSink(display: server.socket)
            try await keyboard.prepare()
        }

        func open(_ title: String) async throws -> Window { try await Window(title, on: server) }

        /// Types by keys.
        func type(_ text: String) async throws {
            try await keyboard.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        }

        /// Begins a dictation, and speaks until a window shows words.
        func speak(until window: Window) async throws {
            try await session.beginDictation()
            while window.shown.isEmpty { try await sound.play(DictationTests.speech) }
        }
    }

    /// A text view of GTK 4.
    @EventLoopActor private final class Window {
        private let content: String
        private let process: ChildProcess

        init(_ title: String, on server: SwayServer) async throws {
            content = server.path(title)
            let ready = server.path("\(title)-ready")
            let receiver = Project.path("Tests/Typing/receivers/gtk.py")
            process = try server.start([
                "env", "GDK_BACKEND=wayland", "/usr/bin/python3", receiver, "view4", title, content,
                ready,
            ])
            try await waitUntil("\(title) has the focus") { access(ready, F_OK) == 0 }
        }

        var text: String { textOfFile(content) }
        /// The words that it shows and that aren't part of its text.
        var shown: String { textOfFile("\(content).preedit") }
    }
}
