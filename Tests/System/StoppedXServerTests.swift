import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The X server is stopped (SIGSTOP) while the whole program uses it, in each state: commands are
/// answered, the program ends on request, and when the server continues the keyboard is restored.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("pulseaudio", package: "pulseaudio"),
    .needs(DictationTests.speech, package: "pocketsphinx-testdata"))
struct StoppedXServerTests {
    enum Moment: CaseIterable { case idle, recording, inserting }

    @EventLoopActor @Test(arguments: Moment.allCases)
    func commandsAreAnswered(_ moment: Moment) async throws {
        let stage = try await Stage(moment)
        let limit = try await Promptness.second()
        stage.scene.display.signal(SIGSTOP)
        let session = stage.scene.session
        for request in [ControlRequest.status] + (moment == .recording ? [.stop] : []) + [.cancel] {
            let time = try await Promptness.time {
                _ = try await session.connect().send(request, within: .seconds(60))
            }
            #expect(time < limit, "\(request) took \(time)")
        }
        let rest = try await Promptness.time {
            try await session.wait(for: "the end of the dictation") { $0.state == .idle }
        }
        #expect(rest < limit, "idle after \(rest)")
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
        let limit = try await Promptness.second()
        stage.scene.display.signal(SIGSTOP)
        let end = try await Promptness.timeToEnd(stage.daemon)
        #expect(end < limit, "ended after \(end)")
        Promptness.expectEnd(of: stage.daemon, stage.scene.session, "\(moment)", mayBeLate: true)
        stage.goOn()
        #expect(XKeyboardState(stage.scene.display).keysDown.isEmpty)
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
                [recognizer.command]
                command = ["sh", "-c", "cat >/dev/null; echo Größe und Łódź, in Wien wie in Köln"]
                """#)
        window = try await XWindow(.entry, on: scene.display)
        daemon = try await scene.session.startDaemon()
        keyboard = XKeyboardState(scene.display)
        keymap = keyboard.xtestKeymap
        if moment == .idle { return }
        try await say()
        if moment == .recording { return }
        // A window that reads nothing blocks typing in the middle.
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
