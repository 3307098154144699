import ControlProtocol
import Dictation
import Foundation
import Glibc
import LinuxRuntime
import SinkVirtualKeyboard
import TestSupport
import Testing

/// The text before the cursor helps the speech model that comes with utter to write a name, and goes
/// nowhere else.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(20)), .needs("sway", package: "sway"),
    .needs("pulseaudio", package: "pulseaudio"), .needs("flite", package: "flite"),
    .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"),
    .needs("chromium", package: "chromium"))
struct RecognitionContextTests {
    private static let before = "We run everything on Kubernetes now. "
    private static let said = "The Kubernetes cluster was down for an hour."

    /// Without it the model writes another word.
    @EventLoopActor
    @Test(arguments: [
        ("view4", "", true), ("chromium-wayland", "", true),
        ("view4", "[recognizer]\ncontext = \"off\"\n", false),
        ("password4", "[output]\npasswords = \"allow\"\n", false),
    ])
    func aNameIsWrittenAsItStandsThere(
        field: String, settings: String, isRight: Bool
    ) async throws {
        let stage = try await Stage(settings, command: [UtterSession.programWithModel])
        stage.session.noteThatTheModelIsQuick()
        let text = try await stage.dictate(into: field)
        #expect(text.hasPrefix(Self.before))
        let added = text.dropFirst(Self.before.count)
        #expect(added.contains("cluster was down"), "\(text)")
        #expect(added.contains("Kubernetes") == isRight, "\(text)")
        #expect(!stage.session.log.text.contains("Kubernetes"))
        try await stage.server.stop()
    }

    @EventLoopActor @Test(.needs("xdotool", package: "xdotool"))
    func aNameIsWrittenAsItStandsInChromiumOnX11() async throws {
        let (display, bus) = (try await XServer(), try await BusServer())
        let sound = try await PulseServer.start()
        let window = try await ReceiverOnX(.chromium, on: display, reportingOn: bus)
        try await display.run("xdotool", "type", "--delay", "1", Self.before)
        try await window.waitForText(Self.before)
        let session = try UtterSession(
            display: display, sound: sound, configuration: UtterSession.recording,
            command: [UtterSession.programWithModel])
        session.noteThatTheModelIsQuick()
        session.environment += bus.environment.filter { $0.key.hasPrefix("DBUS_") }
            .map { "\($0)=\($1)" }
        let daemon = try await session.startDaemon()
        let voice = try await SpokenFile(Self.said)
        let report = try await session.dictate(voice.path, from: sound)
        try await waitUntil("the dictation is typed") { window.text.contains("hour") }
        let text = window.text
        #expect(text.hasPrefix(Self.before + "The Kubernetes cluster was down"), "\(text)")
        #expect(report.notice == nil)
        #expect(!session.log.text.contains("Kubernetes"))
        #expect(daemon.status == nil)
    }

    /// Also not one on this machine: of all that it gets, nothing is the text before the cursor.
    @EventLoopActor @Test func noServerAndNoProgramGetsIt() async throws {
        let place = try ScratchDirectory("context")
        let script = """
            import http.server, sys
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["Content-Length"]))
                    with open(sys.argv[1], "ab") as file:
                        file.write((self.requestline + str(self.headers)).encode() + body)
                    answer = b'{"text": "hello there"}'
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            open(sys.argv[2], "w").write(f"{server.server_port}\\n")
            server.serve_forever()
            """
        let got = place.path("got")
        let server = try ChildProcess(
            [
                "setpriv", "--pdeathsig", "KILL", "python3", "-c", script, got, place.path("port"),
            ]) { _ in }
        defer { withExtendedLifetime(server) {} }
        try await waitUntil("the server listens") {
            textOfFile(place.path("port")).hasSuffix("\n")
        }
        let port = textOfFile(place.path("port")).dropLast()
        let stage = try await Stage(
            """
            [recognizer]
            engine = "server"
            server.url = "http://127.0.0.1:\(port)/v1"

            """)
        let text = try await stage.dictate(into: "view4")
        #expect(text.hasSuffix("Hello there. ") || text.hasSuffix("Hello there."), "\(text)")
        let bytes = try Data(contentsOf: URL(filePath: got))
        let told = String(decoding: bytes, as: UTF8.self)
        #expect(told.contains("POST /v1/"))
        for word in ["Kubernetes", "everything"] { #expect(!told.contains(word)) }
        #expect(!stage.session.log.text.contains("Kubernetes"))
        try await stage.server.stop()
    }

    /// A session on sway.
    @EventLoopActor private final class Stage {
        let server: SwayServer
        let session: UtterSession
        private let sound: PulseServer
        private let keyboard: VirtualKeyboardSink

        init(_ settings: String, command: [String] = [UtterSession.program]) async throws {
            server = try await SwayServer.start()
            sound = try await PulseServer.start()
            session = try UtterSession(
                sound: sound, configuration: UtterSession.recording + settings, command: command)
            session.environment += [
                "WAYLAND_DISPLAY=\(server.socket)", "SWAYSOCK=\(server.path("ipc"))",
            ]
            keyboard = VirtualKeyboardSink(display: server.socket)
            try await keyboard.prepare()
        }

        /// The field's text after a dictation; nothing else is in it but the text from before.
        func dictate(into field: String) async throws -> String {
            let content = server.path("content")
            let ready = server.path("ready")
            let program = field.hasPrefix("chromium") ? "browser.py" : "gtk.py"
            let window = try server.start([
                "env", "GDK_BACKEND=wayland", "/usr/bin/python3",
                Project.path("Tests/Typing/receivers/\(program)"), field, "one", content, ready,
                server.path("profile"),
            ])
            try await waitUntil("the field has the focus") { access(ready, F_OK) == 0 }
            // Chromium loses the first keys.
            while textOfFile(content).isEmpty {
                try await keyboard.insertText(TypableText(cleaning: "x", lineBreaks: .keep))
                let limit = MonotonicClock.nanoseconds + 2_000_000_000
                while textOfFile(content).isEmpty, MonotonicClock.nanoseconds < limit {
                    try await EventLoop.shared.sleep(for: .milliseconds(5))
                }
            }
            try await keyboard.deleteBackward(textOfFile(content).count)
            try await keyboard.insertText(
                TypableText(cleaning: RecognitionContextTests.before, lineBreaks: .keep))
            try await waitUntil("it is typed") {
                textOfFile(content) == RecognitionContextTests.before
            }
            let daemon = try await session.startDaemon()
            let voice = try await SpokenFile(RecognitionContextTests.said)
            try await session.dictate(voice.path, from: sound)
            try await waitUntil("the dictation is typed") {
                textOfFile(content).count > RecognitionContextTests.before.count
            }
            #expect(daemon.status == nil)
            #expect(window.status == nil)
            return textOfFile(content)
        }
    }
}
