import ControlProtocol
import Dictation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The X server is stopped (SIGSTOP) under the whole program, in each state: commands are answered,
/// the program ends when it shall, and when the server goes on the keyboard is the person's.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"),
    .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
struct StoppedXServerTests {
    enum Moment: CaseIterable { case idle, recording, inserting }

    /// Longer than the second that they may take on a machine that has nothing else to do, and less
    /// than anybody waits for an X server.
    private static let limit = Duration.seconds(4)

    @EventLoopActor @Test(arguments: Moment.allCases)
    func commandsAreAnswered(_ moment: Moment) async throws {
        let stage = try await Stage(moment)
        stage.scene.display.signal(SIGSTOP)
        let session = stage.scene.session
        try await timed("status") {
            _ = try await ControlClient.ask(.status, path: session.socket, within: Self.limit)
        }
        if moment == .recording {
            try await timed("stop") {
                _ = try await ControlClient.ask(.stop, path: session.socket, within: Self.limit)
            }
        }
        try await timed("cancel") {
            _ = try await ControlClient.ask(.cancel, path: session.socket, within: Self.limit)
        }
        try await timed("being idle") {
            try await session.wait(for: "the end of the dictation") { $0.state == .idle }
        }
        stage.goOn()
        try await stage.expectKeyboardOfBefore()
        // And the next dictation works.
        try await stage.say()
        try await session.endDictation()
        try await waitUntil("the next text arrives") { stage.window.text.contains("in Köln") }
        try await stage.expectKeyboardOfBefore()
    }

    @EventLoopActor @Test(arguments: Moment.allCases)
    func theProgramEnds(_ moment: Moment) async throws {
        let stage = try await Stage(moment)
        stage.scene.display.signal(SIGSTOP)
        stage.daemon.send(signal: SIGTERM)
        try await timed("the end") {
            try await waitUntil("the daemon ends", within: Self.limit) {
                stage.daemon.status != nil
            }
        }
        #expect(stage.daemon.status == .exited(0))
        stage.goOn()
        #expect(XKeyboardState(stage.scene.display).keysDown.isEmpty)
    }

    @EventLoopActor private func timed(
        _ what: String, _ body: @EventLoopActor () async throws -> Void
    ) async throws {
        let start = MonotonicClock.nanoseconds
        try await body()
        let time = Duration.nanoseconds(MonotonicClock.nanoseconds - start)
        #expect(time < Self.limit, "\(what) took \(time)")
    }
}

/// A daemon in one of its states.
@EventLoopActor
private final class Stage {
    let scene: SpokenScene
    let window: XWindow
    let daemon: ChildProcess
    private let keyboard: XKeyboardState
    private let keymap: String

    init(_ moment: StoppedXServerTests.Moment) async throws {
        scene = try await SpokenScene(
            UtterSession.recording + #"""
                [recognizer]
                engine = "command"
                command = ["sh", "-c", "cat >/dev/null; echo Größe und Łódź, in Wien wie in Köln"]
                """#)
        window = try await XWindow(.entry, on: scene.display)
        daemon = try await scene.session.startDaemon()
        keyboard = XKeyboardState(scene.display)
        keymap = keyboard.xtestKeymap
        if moment == .idle { return }
        try await say()
        if moment == .recording { return }
        // A window that reads nothing holds the typing up in its middle.
        window.signal(SIGSTOP)
        try await scene.session.output("stop")
        try await waitUntil("the typing has begun") { [keyboard, keymap] in
            keyboard.xtestKeymap != keymap
        }
    }

    func goOn() {
        scene.display.signal(SIGCONT)
        window.signal(SIGCONT)
    }

    func say() async throws {
        try await scene.session.beginDictation()
        try await scene.sound.play(DictationTests.speech)
    }

    func expectKeyboardOfBefore() async throws {
        try await waitUntil("the keymap is as before") { [keyboard, keymap] in
            keyboard.xtestKeymap == keymap
        }
        #expect(keyboard.keysDown.isEmpty)
    }
}
