import ControlProtocol
import Dictation
import Foundation
import LinuxRuntime
import SinkVirtualKeyboard
import TestSupport
import Testing

/// The compositor is stopped, or dies, while the daemon uses it: commands and the daemon's end
/// aren't blocked, no key stays pressed, and nothing of the text is lost or typed later.
@Suite(
    .runningLoop, .serialized, .needs("sway", "foot", package: "sway and foot"),
    .needs("pulseaudio", package: "pulseaudio"), .timeLimit(.minutes(20)))
struct StoppedCompositorTests {
    /// What the daemon is doing at that time.
    enum Moment: CaseIterable {
        case idle, recording, processing, inserting
    }

    /// A session on sway with a terminal window, and a daemon that types a long text.
    @EventLoopActor
    private final class Scene {
        let server: SwayServer
        let sound: PulseServer
        let session: UtterSession
        let daemon: ChildProcess
        let window: TextWindow
        /// Another keyboard, which stays plugged in, so that windows keep listening.
        let keyboard: VirtualKeyboardSink
        private let go: String

        static let begin = "begun"
        static let rest = String(repeating: "Zwölf Boxkämpfer jagen Öl ", count: 1_500) + "."

        init() async throws {
            server = try await SwayServer.start()
            sound = try await PulseServer.start()
            // The recogniser gets its words when the test allows it.
            let go = server.path("go")
            self.go = go
            let wait = "until [ -e \(go) ]; do sleep 0.05; done"
            session = try UtterSession(
                sound: sound,
                configuration: UtterSession.recording + """
                    [recognizer]
                    engine = "command"
                    command.command = ["sh", "-c", "cat > /dev/null; \(wait); echo hello"]
                    [text.snippets]
                    hello = "\(Self.begin)\\n\(Self.rest)"
                    [output]
                    sinks = ["virtual-keyboard"]
                    [[profile]]
                    name = "foot"
                    class = "foot"
                    output.line_breaks = "keep"
                    """)
            session.environment += [
                "WAYLAND_DISPLAY=\(server.socket)", "SWAYSOCK=\(server.path("ipc"))",
            ]
            let keyboard = VirtualKeyboardSink(display: server.socket)
            try await keyboard.prepare()
            self.keyboard = keyboard
            window = try await server.open(.foot) { try await keyboard.type($0) }
            daemon = try await session.startDaemon()
        }

        /// Drives a dictation to a moment.
        func reach(_ moment: Moment) async throws {
            if moment == .idle { return }
            try await session.beginDictation()
            if moment == .recording { return }
            try await sound.play(try WindowProfileTests.tone(session))
            if moment == .inserting { try letGo() }
            try await session.output("stop")
            if moment == .processing {
                try await session.wait(for: "the engine") { $0.state == .processing }
            } else {
                #expect(try await window.line(within: .seconds(180)) == Self.begin)
            }
        }

        func letGo() throws { try Data().write(to: URL(filePath: go)) }

        /// Ends the line in the window, and returns its text.
        func line() async throws -> String {
            try await keyboard.type("\n")
            return try await window.line(within: .seconds(180))
        }
    }

    @EventLoopActor @Test(arguments: Moment.allCases)
    func aStoppedOneKeepsNobodyWaiting(_ moment: Moment) async throws {
        let scene = try await Scene()
        let session = scene.session
        let client = try await session.connect()
        try await scene.reach(moment)
        let limit = try await Promptness.second()

        scene.server.freeze(true)
        let asking = try await Promptness.time { _ = try await client.send(.status) }
        #expect(asking < limit)
        let cancelling = try await Promptness.time {
            let reply = try await client.send(.cancel)
            #expect(moment == .idle || reply == .ok())
            try await session.wait(for: "the end of the dictation") { $0.state == .idle }
        }
        #expect(cancelling < limit)
        let ending = try await Promptness.timeToEnd(scene.daemon)
        #expect(ending < limit)
        #expect(scene.daemon.status == .exited(0), "\(session.log.text)")
        #expect(!session.log.text.contains("CancellationError"), "\(session.log.text)")

        scene.server.freeze(false)
        // No key is pressed, or foot would repeat it; and nothing is typed later.
        let line = try await scene.line()
        #expect(Scene.rest.hasPrefix(line))
        if moment != .inserting { #expect(line == "") }
        try await scene.server.stop()
    }

    /// The daemon is told to end while it waits for the compositor's answer.
    @EventLoopActor @Test func aStoppedOneDoesNotHoldUpTheEnd() async throws {
        let scene = try await Scene()
        try await scene.reach(.inserting)
        let limit = try await Promptness.second()
        scene.server.freeze(true)
        let ending = try await Promptness.timeToEnd(scene.daemon)
        #expect(ending < limit)
        scene.server.freeze(false)
        #expect(Scene.rest.hasPrefix(try await scene.line()))
        try await scene.server.stop()
    }

    /// Without cancellation it gives up by itself, keeps the text, and types it on request.
    @EventLoopActor @Test(arguments: [Moment.processing, .inserting])
    func aStoppedOneCostsNoText(_ moment: Moment) async throws {
        let scene = try await Scene()
        let session = scene.session
        try await scene.reach(moment)
        scene.server.freeze(true)
        try scene.letGo()
        let notice = try await session.wait(for: "the end of the dictation") {
            $0.state == .idle
        }.notice
        #expect(notice?.severity == .error)
        #expect(notice?.message.contains("hangs") == true, "\(notice?.message ?? "")")
        #expect(notice?.remedy.contains("utter retype") == true)
        if moment == .processing {
            #expect(notice?.message.contains("unknown whether the screen is locked") == true)
        }
        #expect(!session.log.text.contains("CancellationError"), "\(session.log.text)")

        scene.server.freeze(false)
        try await session.output("retype")
        let end = try await session.wait(for: "the rest") { $0.state == .idle }.notice
        #expect(end?.severity != .error, "\(end?.message ?? "")")
        if moment == .processing {
            #expect(try await scene.window.line(within: .seconds(180)) == Scene.begin)
            #expect(try await scene.line() == Scene.rest)
        } else {
            // A burst that was read when it stopped may be typed twice.
            let line = try await scene.line()
            #expect((Scene.rest.count...Scene.rest.count + 4).contains(line.count))
        }
        #expect(scene.daemon.status == nil)
        try await scene.server.stop()
    }

    @EventLoopActor @Test(arguments: Moment.allCases)
    func aDeadOneIsToldOf(_ moment: Moment) async throws {
        let scene = try await Scene()
        let session = scene.session
        try await scene.reach(moment)
        scene.server.kill()
        try scene.letGo()
        if moment == .idle || moment == .recording {
            if moment == .idle { try await session.beginDictation() }
            try await scene.sound.play(try WindowProfileTests.tone(session))
            try await session.output("stop")
        }
        let notice = try await session.wait(for: "the end of the dictation") {
            $0.state == .idle
        }.notice
        #expect(notice?.severity == .error)
        let message = notice?.message ?? ""
        #expect(message.contains("is gone") || message.contains("cannot connect"), "\(message)")
        #expect(notice?.remedy.contains("utter retype") == true)
        #expect(scene.daemon.status == nil)
        try await scene.server.stop()
    }
}

extension VirtualKeyboardSink {
    fileprivate func type(_ text: String) async throws {
        try await insertText(TypableText(cleaning: text, lineBreaks: .keep))
    }
}
