import Dictation
import Glibc
import LinuxRuntime
import Problems
import SinkVirtualKeyboard
import TestSupport
import Testing

/// Failures are reported, and typed characters are counted.
@Suite(.runningLoop, .serialized, .needs("sway", "foot", package: "sway and foot"))
struct WaylandFailureTests {
    @EventLoopActor @Test func cancellingStopsAtACharacter() async throws {
        try await withWindow(.foot) { sink, window, _ in
            // Each character has two scalars, so that a stop between them would be noticed.
            let rest = String(repeating: "e\u{301}x\u{308}", count: 100_000)
            let text = "begun\n" + rest
            let typing = EventLoop.task {
                do throws(SinkFailure) {
                    try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
                    return nil as SinkFailure?
                } catch { return error }
            }
            #expect(try await window.line() == "begun")
            typing.cancel()
            let failure = try #require(await typing.value)
            #expect(failure.problem == nil)
            try await sink.type("\n")
            let line = try await window.line()
            #expect(line.count == failure.inserted - "begun\n".count)
            #expect(line.count < rest.count)
            #expect(line == String(rest.prefix(line.count)))
        }
    }

    @EventLoopActor @Test func nothingIsTypedOnceCancelled() async throws {
        try await withWindow(.foot) { sink, window, _ in
            let typing = EventLoop.task {
                withUnsafeCurrentTask { $0?.cancel() }
                await #expect(throws: SinkFailure(inserted: 0, problem: nil)) {
                    try await sink.type("no")
                }
            }
            await typing.value
            try await sink.type("yes\n")
            #expect(try await window.line() == "yes")
        }
    }

    @EventLoopActor @Test func aDeadCompositorLeavesTheRest() async throws {
        let server = try await SwayServer.start()
        let sink = VirtualKeyboardSink(display: server.socket)
        try await sink.prepare()
        let victim = try await server.open(.foot) { try await sink.type($0) }
        let text = "begun\n" + String(repeating: Sample.european.text, count: 100)
        let typing = EventLoop.task {
            do throws(SinkFailure) {
                try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
                return nil as SinkFailure?
            } catch { return error }
        }
        #expect(try await victim.line() == "begun")
        server.kill()
        let failure = try #require(await typing.value)
        #expect(failure.problem?.what.contains("is gone") == true)
        #expect(("begun\n".count..<text.count).contains(failure.inserted))
        await #expect(throws: SinkFailure.self) { try await sink.type("x") }

        try await server.restart()
        try await sink.prepare()
        let window = try await server.open(.foot) { try await sink.type($0) }
        try await sink.type("back\n")
        #expect(try await window.line() == "back")
        sink.close()
        try await server.stop()
    }

    @EventLoopActor @Test func aHungWindowGetsNoMoreThanItCanTake() async throws {
        try await withWindow(.foot) { sink, window, _ in
            let text = String(Sample.english.text.prefix(1500))
            window.freeze(true)
            do throws(SinkFailure) {
                try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
                Issue.record("typed into a frozen window")
            } catch {
                #expect(error.problem?.what == "the focused window hangs")
                window.freeze(false)
                try await sink.type("\n")
                #expect(try await window.line() == String(text.prefix(error.inserted)))
            }
        }
    }

    @EventLoopActor @Test func aHungCompositorIsNotWaitedForForever() async throws {
        let server = try await SwayServer.start()
        let sink = VirtualKeyboardSink(display: server.socket)
        try await sink.prepare()
        server.freeze(true)
        do throws(SinkFailure) {
            try await sink.insertText(TypableText(cleaning: "x", lineBreaks: .keep))
            Issue.record("typed into a frozen compositor")
        } catch {
            #expect(error.inserted == 0)
            #expect(error.problem?.what.contains("hangs") == true)
        }
        server.freeze(false)
        try await sink.prepare()
        try await sink.type("x")
        try await server.stop()
    }

    /// In mid-text. The caller isn't blocked when it cancels, and nothing of the rest is typed when
    /// the compositor continues.
    @EventLoopActor @Test(arguments: [true, false])
    func aStoppedCompositorTypesNothingLater(_ cancels: Bool) async throws {
        try await withWindow(.foot) { sink, window, server in
            // Stays plugged in, so that the window keeps listening.
            let other = VirtualKeyboardSink(display: server.socket)
            try await other.prepare()
            let text = "begun\n" + String(repeating: Sample.european.text, count: 100)
            let typing = EventLoop.task { await sink.failure(typing: text) }
            #expect(try await window.line() == "begun")
            server.freeze(true)
            if cancels { typing.cancel() }
            let failure = try #require(await typing.value)
            if cancels {
                #expect(failure.problem == nil)
            } else {
                #expect(failure.problem?.what.contains("hangs") == true)
                #expect(!failure.handsOver)
            }
            server.freeze(false)
            try await other.type("\n")
            let line = try await window.line(within: .seconds(180))
            let inserted = failure.inserted - "begun\n".count
            #expect(text.dropFirst("begun\n".count).hasPrefix(line))
            // The compositor may have been stopped between reading a burst and answering.
            #expect((inserted...inserted + 4).contains(line.count))
            other.close()
        }
    }

    @EventLoopActor @Test(.needs("weston", package: "weston"))
    func aCompositorWithoutTheProtocolIsToldFrom() async throws {
        let server = try await WestonServer()
        let sink = VirtualKeyboardSink(display: server.socket)
        let problem = try await #require(throws: Problem.self) { try await sink.prepare() }
        #expect(problem.why.contains("zwp_virtual_keyboard_manager_v1"))
        #expect(problem.remedy.contains("uinput"))
        #expect(sink.availability() == .unavailable(problem))
    }

    @EventLoopActor @Test func noDisplayIsAProblem() async throws {
        unsetenv("WAYLAND_DISPLAY")
        let sink = VirtualKeyboardSink()
        #expect(sink.availability().problem?.why == "WAYLAND_DISPLAY is not set")
        await #expect(throws: Problem.self) { try await sink.prepare() }
    }

    @EventLoopActor @Test func aMissingSocketIsAProblem() async throws {
        let sink = VirtualKeyboardSink(display: "/nowhere/wayland-0")
        #expect(sink.availability().problem?.what.contains("/nowhere/wayland-0") == true)
        let problem = try await #require(throws: Problem.self) { try await sink.prepare() }
        #expect(problem.why == "No such file or directory")
    }

    @EventLoopActor @Test func fiftyRoundsLeaveNoDescriptor() async throws {
        let server = try await SwayServer.start()
        // Another keyboard on the seat, so that no time is spent until windows notice the first
        // one.
        let other = VirtualKeyboardSink(display: server.socket)
        try await other.prepare()
        let before = openDescriptors()
        for _ in 0..<50 {
            let sink = VirtualKeyboardSink(display: server.socket)
            try await sink.prepare()
            try await sink.type("中")
            sink.close()
        }
        // Other tests of the process may open some in the meantime, but not one for each round.
        #expect(openDescriptors() - before < 40)
        other.close()
        try await server.stop()
    }

    private func openDescriptors() -> Int {
        (0..<1024).count { fcntl($0, F_GETFD) >= 0 }
    }
}
