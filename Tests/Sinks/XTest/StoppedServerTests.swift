import Dictation
import DictationParts
import Glibc
import LinuxRuntime
import Problems
import SinkXTest
import TestSupport
import Testing

/// The X server is stopped (SIGSTOP) at any moment: the loop keeps running, cancellation works, and
/// when the server continues, so does everything else.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("xkbcomp", package: "x11-xkb-utils"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"))
struct StoppedServerTests {
    private static let text = TypableText(
        cleaning: String(repeating: Sample.world.text, count: 1000), lineBreaks: .keep)

    @EventLoopActor @Test func theLoopTurnsWhileTheServerIsAsked() async throws {
        let server = try await XServer()
        let window = try await XWindow(.xterm, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        server.signal(SIGSTOP)
        var answer: SinkTarget??
        let question = EventLoop.task { answer = .some(await sink.focusedTarget) }
        // The loop runs while the answer is pending.
        for _ in 0..<2 { try await EventLoop.shared.sleep(for: .milliseconds(5)) }
        #expect(answer == nil)
        question.cancel()
        await question.value
        #expect(answer == .some(nil))
        // By now it is known.
        let problem = await #expect(throws: Problem.self) { try await sink.prepare() }
        #expect(problem?.what == "the X display “\(server.display)” does not answer")
        server.signal(SIGCONT)
        try await Self.goOn(sink)
        #expect(await sink.focusedTarget != nil)
        withExtendedLifetime(window) {}
    }

    @EventLoopActor @Test(arguments: [true, false])
    func stopsInMidText(isCancelled: Bool) async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        let before = try await Keymaps(server)
        let typing = EventLoop.throwingTask { try await sink.insertText(Self.text) }
        try await waitUntil("some text arrives") { window.text.count > 50 }
        server.signal(SIGSTOP)
        if isCancelled { typing.cancel() }
        let failure = await #expect(throws: SinkFailure.self) { try await typing.value }
        let silence = "the X display “\(server.display)” does not answer"
        #expect(
            failure?.problem?.what == (isCancelled ? nil : silence),
            "\(String(describing: failure))")
        let inserted = try #require(failure).inserted
        #expect(inserted < Self.text.string.count)
        server.signal(SIGCONT)
        try await waitUntil("what was sent arrives") { window.text.count >= inserted }
        // Without further calls the keyboard is restored.
        while try await Keymaps(server) != before {}
        #expect(try await server.keysDown.isEmpty)
        #expect(window.text == String(Self.text.string.prefix(inserted)))
        try await Self.goOn(sink)
        try await sink.insertText(TypableText(cleaning: " done", lineBreaks: .keep))
        try await window.waitForText(String(Self.text.string.prefix(inserted)) + " done")
    }

    @EventLoopActor @Test func closesWhileTheServerIsStopped() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        let before = try await Keymaps(server)
        let typing = EventLoop.throwingTask { try await sink.insertText(Self.text) }
        try await waitUntil("some text arrives") { window.text.count > 50 }
        server.signal(SIGSTOP)
        sink.close()
        // The loop runs.
        try await EventLoop.shared.sleep(for: .milliseconds(20))
        server.signal(SIGCONT)
        _ = await typing.result
        #expect(try await Keymaps(server) == before)
        #expect(try await server.keysDown.isEmpty)
    }

    /// Another program's grab has the same effect as a stopped server.
    @EventLoopActor @Test func isToldOfTheUserAfterTheServerWasStopped() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let person = XUser(at: server)
        let sink = XTestSink(display: server.display)
        var touches = 0
        #expect(await sink.watchUserInput(ignoring: []) { touches += 1 })
        server.signal(SIGSTOP)
        server.signal(SIGCONT)
        person.tap("a")
        try await waitUntil("the key is noticed") { touches == 1 }
        sink.close()
        withExtendedLifetime(window) {}
    }

    /// Waits until the sink considers the server to be answering.
    @EventLoopActor static func goOn(_ sink: XTestSink) async throws {
        while (try? await sink.prepare()) == nil {
            try await EventLoop.shared.sleep(for: .milliseconds(2))
        }
    }
}
