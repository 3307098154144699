import Dictation
import Glibc
import LinuxRuntime
import MonotonicTime
import Problems
import SinkXTest
import TestSupport
import Testing
import X11Connection

@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("xprop", package: "x11-utils"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"), .needs("xinput", package: "xinput"),
    .needs("xkbcomp", package: "x11-xkb-utils"))
struct FailureTests {
    @EventLoopActor @Test(arguments: XWindow.Kind.allCases)
    func cancellationStopsAtTheCountItTells(kind: XWindow.Kind) async throws {
        let server = try await XServer()
        let window = try await XWindow(kind, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        let before = try await Keymaps(server)
        let text = String(repeating: Sample.european.text + " 👩‍👩‍👧 ", count: 200)
        let typing = Task { @EventLoopActor in
            try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        }
        // In the middle, however late this test's own task runs.
        sink.onProgress = { if $0 > 50 { typing.cancel() } }
        let failure = await #expect(throws: SinkFailure.self) { try await typing.value }
        sink.onProgress = { _ in }
        let inserted = try #require(failure).inserted
        #expect(failure?.problem == nil)
        #expect((1..<text.count).contains(inserted))
        try await window.waitForText(String(text.prefix(inserted)))
        #expect(try await Keymaps(server) == before)
        #expect(try await server.keysDown.isEmpty)
        // And typing can continue from there.
        try await sink.insertText(TypableText(cleaning: "done", lineBreaks: .keep))
        try await window.waitForText(String(text.prefix(inserted)) + "done")
    }

    @EventLoopActor @Test func deletesBackward() async throws {
        let server = try await XServer()
        let window = try await XWindow(.entry, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "Größe 你好", lineBreaks: .keep))
        try await sink.deleteBackward(4)
        try await window.waitForText("Größ")
    }

    @EventLoopActor @Test func lineBreaksAreTheReturnKey() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "one\nzwölf\n", lineBreaks: .keep))
        try await window.waitForText("one\nzwölf\n")
    }

    @EventLoopActor @Test func knowsTheFocusedWindow() async throws {
        let server = try await XServer()
        let sink = XTestSink(display: server.display)
        let window = try await XWindow(.xterm, on: server)
        let number = try #require(Int(window.identifier))
        #expect(await sink.focusedTarget == SinkTarget("0x\(String(number, radix: 16)) XTerm"))
    }

    @EventLoopActor @Test func withoutAWindowNothingIsTyped() async throws {
        let server = try await XServer()
        let sink = XTestSink(display: server.display)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Sample.english.typable)
        }
        #expect(failure?.inserted == 0)
        #expect(failure?.problem?.why == "no window has the keyboard focus")
        #expect(await sink.focusedTarget == nil)
    }

    /// A window manager gives the focus to its own invisible window.
    @EventLoopActor @Test(.needs("openbox", package: "openbox"))
    func onAnEmptyDesktopNothingIsTyped() async throws {
        let server = try await XServer()
        let manager = try await server.startWindowManager()
        let own = try await server.run("xprop", "-root", "-notype", "_NET_SUPPORTING_WM_CHECK")
        let number = try #require(own.split(whereSeparator: \.isWhitespace).last)
        var focused = ""
        while Int(focused) != Int(number.dropFirst(2), radix: 16) {
            try #require(manager.status == nil, "openbox ended")
            focused = try await server.run("sh", "-c", "printf %d $(xdotool getwindowfocus)")
        }
        let sink = XTestSink(display: server.display)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Sample.english.typable)
        }
        #expect(failure?.problem?.why == "no window has the keyboard focus")
        #expect(await sink.focusedTarget == nil)
        let window = try await XWindow(.xterm, on: server)
        try await sink.insertText(Sample.english.typable)
        try await window.waitForText(Sample.english.text)
    }

    /// As without a window manager, and with some when there are no windows.
    @EventLoopActor @Test func theFocusOnTheRootWindowIsThatOfThePointer() async throws {
        let server = try await XServer()
        let window = try await XWindow(.entry, on: server)
        let person = XUser(at: server)
        person.focusRoot()
        try await server.run("xdotool", "mousemove", "--window", window.identifier, "5", "5")
        let sink = XTestSink(display: server.display)
        try await sink.insertText(Sample.european.typable)
        try await window.waitForText(Sample.european.text)
        try await server.run("xdotool", "mousemove", "799", "599")
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Sample.english.typable)
        }
        #expect(failure?.problem?.why == "no window has the keyboard focus")
    }

    @EventLoopActor @Test func aDeadServerIsAFailureAndANewOneIsFound() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let sink = XTestSink(display: server.display)
        let text = TypableText(
            cleaning: String(repeating: Sample.european.text, count: 1000), lineBreaks: .keep)
        let typing = Task { @EventLoopActor in try await sink.insertText(text) }
        try await waitUntil("some text arrives") { window.text.count > 50 }
        try await server.kill()
        let failure = await #expect(throws: SinkFailure.self) { try await typing.value }
        #expect((50..<text.string.count).contains(failure?.inserted ?? 0))
        #expect(failure?.problem?.what == "the X display “\(server.display)” is gone")
        #expect(sink.availability().problem?.what.contains(server.display) == true)
        let again = await #expect(throws: Problem.self) { try await sink.prepare() }
        #expect(again?.what == "cannot reach the X display “\(server.display)”")

        // The next server on the same display.
        let successor = try await XServer(display: server.display)
        let newWindow = try await XWindow(.xterm, on: successor)
        try await sink.prepare()
        try await sink.insertText(Sample.world.typable)
        try await newWindow.waitForText(Sample.world.text)
        sink.close()
    }

    @EventLoopActor @Test func aServerThatDiesWhileIdleIsConnectedAnew() async throws {
        let server = try await XServer()
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        try await server.kill()
        let successor = try await XServer(display: server.display)
        let window = try await XWindow(.xterm, on: successor)
        try await sink.insertText(Sample.english.typable)
        try await window.waitForText(Sample.english.text)
    }

    @EventLoopActor @Test func aHungServerIsAFailure() async throws {
        let server = try await XServer()
        let window = try await XWindow(.xterm, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        server.signal(SIGSTOP)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Sample.english.typable)
        }
        server.signal(SIGCONT)
        #expect(failure?.inserted == 0)
        #expect(failure?.problem?.what == "the X display “\(server.display)” does not answer")
        try await StoppedServerTests.goOn(sink)
        try await sink.insertText(Sample.european.typable)
        try await window.waitForText(Sample.european.text)
    }

    @EventLoopActor @Test func aHungWindowIsAFailureAndTheKeymapIsRestored() async throws {
        let server = try await XServer()
        let window = try await XWindow(.entry, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        let before = try await Keymaps(server)
        window.signal(SIGSTOP)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Sample.european.typable)
        }
        #expect(failure?.problem?.what == "the focused window does not read its keys")
        #expect(try await Keymaps(server) == before)
        window.signal(SIGCONT)
    }

    /// As on a machine with many busy programs.
    @EventLoopActor @Test func aWindowThatGetsTheProcessorRarelyIsWaitedFor() async throws {
        let server = try await XServer()
        let window = try await XWindow(.entry, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        window.signal(SIGSTOP)
        let text = String(repeating: Sample.world.text, count: 4)
        let typing = Task { @EventLoopActor in
            try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        }
        // Longer than a window may hang, with a moment for its program now and then.
        let end = MonotonicClock.nanoseconds + Receiver.timeout.nanoseconds + 1_000_000_000
        while MonotonicClock.nanoseconds < end {
            try await EventLoop.shared.sleep(for: .milliseconds(500))
            window.signal(SIGCONT)
            window.signal(SIGSTOP)
        }
        window.signal(SIGCONT)
        try await typing.value
        try await window.waitForText(text)
    }

    @EventLoopActor @Test func aBusyTerminalIsWaitedFor() async throws {
        let server = try await XServer()
        let window = try await XWindow(.xterm, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        window.signal(SIGSTOP)
        let typing = Task { @EventLoopActor in
            try await sink.insertText(Sample.world.typable)
        }
        // Much longer than the time for an idle terminal.
        try await EventLoop.shared.sleep(for: .milliseconds(500))
        window.signal(SIGCONT)
        try await typing.value
        try await window.waitForText(Sample.world.text)
    }

    @EventLoopActor @Test func closingInTheMiddleRestoresTheKeymap() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        let before = try await Keymaps(server)
        let text = TypableText(
            cleaning: String(repeating: Sample.world.text, count: 1000), lineBreaks: .keep)
        let typing = Task { @EventLoopActor in try await sink.insertText(text) }
        try await waitUntil("some text arrives") { window.text.count > 20 }
        sink.close()
        let failure = await #expect(throws: SinkFailure.self) { try await typing.value }
        #expect(failure?.problem?.what == "the sink was closed")
        #expect(try await Keymaps(server) == before)
        #expect(try await server.keysDown.isEmpty)
    }

    @EventLoopActor @Test func twoSinksTakeTurns() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let (one, two) = (Sample.european, Sample.world)
        let before = try await Keymaps(server)
        let tasks = [one, two].map { sample in
            Task { @EventLoopActor in
                let sink = XTestSink(display: server.display)
                try await sink.prepare()
                try await sink.insertText(sample.typable)
                sink.close()
            }
        }
        for task in tasks { try await task.value }
        try await waitUntil("both texts arrive") {
            [one.text + two.text, two.text + one.text].contains(window.text)
        }
        #expect(try await Keymaps(server) == before)
    }

    @EventLoopActor @Test func aLayoutSetAfterACrashIsKept() async throws {
        let server = try await XServer()
        let window = try await XWindow(.xterm, on: server)
        let victim = try await Victim(on: server)
        victim.kill()
        try await server.run("setxkbmap", "fr")
        let before = try await Keymaps(server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        let after = try await Keymaps(server)
        #expect(after.hasSameKeys(as: before))
        #expect(after.repeats)
        withExtendedLifetime(window) {}
    }

    @EventLoopActor @Test func aLayoutSetWhileTypingIsKept() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let sink = XTestSink(display: server.display)
        let text = TypableText(
            cleaning: String(repeating: Sample.world.text, count: 1000), lineBreaks: .keep)
        let typing = Task { @EventLoopActor in try await sink.insertText(text) }
        try await waitUntil("some text arrives") { window.text.count > 20 }
        try await server.run("setxkbmap", "fr")
        let before = try await Keymaps(server)
        typing.cancel()
        _ = await typing.result
        #expect(try await Keymaps(server).hasSameKeys(as: before))
    }

    @EventLoopActor @Test func noDisplayIsExplained() async throws {
        // No test depends on the environment's display.
        unsetenv("DISPLAY")
        unsetenv("WAYLAND_DISPLAY")
        let sink = XTestSink()
        let problem = try #require(sink.availability().problem)
        #expect(problem.why == "DISPLAY is not set")
        #expect(problem.remedy.hasPrefix("Start utter again once the desktop has started"))
        await #expect(throws: problem) { try await sink.prepare() }
        await #expect(throws: SinkFailure(inserted: 0, problem: problem)) {
            try await sink.insertText(Sample.english.typable)
        }
        #expect(await sink.focusedTarget == nil)
    }

    @EventLoopActor @Test func aDisplayThatIsNotThereIsNamed() async throws {
        let sink = XTestSink(display: ":65000")
        let problem = try #require(sink.availability().problem)
        #expect(problem.what == "cannot reach the X display “:65000”")
        await #expect(throws: problem) { try await sink.prepare() }
    }

    @EventLoopActor @Test func keysThatAKilledTypistHeldAreReleased() async throws {
        let server = try await XServer()
        try await server.run("xdotool", "keydown", "a", "keydown", "shift")
        // The record of a session that had only pressed keys.
        try await server.run(
            "xprop", "-root", "-f", "_UTTER_XTEST_SESSION", "32c", "-set",
            "_UTTER_XTEST_SESSION", "2, 0, 0, 1")
        #expect(try await !server.keysDown.isEmpty)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        #expect(try await server.keysDown.isEmpty)
        #expect(try await !server.run("xprop", "-root").contains("_UTTER_XTEST_SESSION"))
    }

    @EventLoopActor @Test func aKilledTypistIsMended() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let before = try await Keymaps(server)
        var altered = 0
        for round in 0..<5 {
            let victim = try await Victim(on: server)
            try await EventLoop.shared.sleep(for: .microseconds(.random(in: 0..<50_000)))
            victim.kill()
            if try await Keymaps(server) != before { altered += 1 }
            let sink = XTestSink(display: server.display)
            try await sink.prepare()
            #expect(try await Keymaps(server) == before, "round \(round)")
            #expect(try await server.keysDown.isEmpty, "round \(round)")
            sink.close()
        }
        // Otherwise there was nothing to undo.
        #expect(altered > 0)
        withExtendedLifetime(window) {}
    }
}
