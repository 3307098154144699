import CX11
import Dictation
import Glibc
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing
import X11Connection

@testable import SinkClipboardX11

@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("xclip", package: "xclip"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"))
struct ClipboardFailureTests {
    static let text = TypableText(cleaning: "dictated", lineBreaks: .keep)

    @EventLoopActor @Test func aWindowThatNeverAsksIsAFailure() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        try await selections.copy("copied", to: .clipboard)
        let window = try await DeafWindow(on: server)
        let sink = X11ClipboardSink(display: server.display)
        let pasting = EventLoop.throwingTask { try await sink.insertText(Self.text) }
        try await selections.waitForSecret()
        // Other programs, such as clipboard histories, don't get it, and their requests don't count
        // as a paste.
        #expect(try await selections.text(.clipboard) == nil)
        #expect(try await selections.text(.primary, target: "text/plain;charset=utf-8") == nil)
        let failure = await #expect(throws: SinkFailure.self) { try await pasting.value }
        #expect(failure?.inserted == 0)
        #expect(failure?.problem?.what == "the focused window took no paste")
        #expect(try await selections.text(.clipboard) == "copied")
        #expect(try await selections.text(.primary) == nil)
        #expect(XKeyboardState(server).keysDown.isEmpty)
        sink.close()
        withExtendedLifetime(window) {}
    }

    @EventLoopActor @Test func whatIsCopiedMeanwhileStays() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        try await selections.copy("copied", to: .clipboard)
        let window = try await DeafWindow(on: server)
        let sink = X11ClipboardSink(display: server.display)
        let pasting = EventLoop.throwingTask { try await sink.insertText(Self.text) }
        try await selections.waitForSecret()
        try await selections.copy("copied meanwhile", to: .clipboard)
        await #expect(throws: SinkFailure.self) { try await pasting.value }
        #expect(try await selections.text(.clipboard) == "copied meanwhile")
        #expect(try await selections.text(.primary) == nil)
        // The clipboard belongs to the other program, even after this sink is closed.
        sink.close()
        #expect(try await selections.text(.clipboard) == "copied meanwhile")
        withExtendedLifetime(window) {}
    }

    @EventLoopActor @Test func aHungWindowNeverPastesWhatWasThereBefore() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        try await selections.copy("copied", to: .clipboard)
        let window = try await XWindow(.entry, on: server)
        let sink = X11ClipboardSink(display: server.display)
        try await sink.prepare()
        window.signal(SIGSTOP)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Self.text)
        }
        #expect(failure?.problem?.what == "the focused window does not read its keys")
        #expect(try await selections.text(.clipboard) == "copied")
        window.signal(SIGCONT)
        // Typed after the chord, so it arrives after what the chord pasted.
        try await server.run("xdotool", "key", "x")
        try await window.waitForText("x")
        #expect(try await selections.text(.clipboard) == "copied")
        sink.close()
    }

    @EventLoopActor @Test func aSlowWindowIsWaitedFor() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        try await selections.copy("copied", to: .clipboard)
        let window = try await XWindow(.entry, on: server)
        let sink = X11ClipboardSink(display: server.display)
        try await sink.prepare()
        window.signal(SIGSTOP)
        let pasting = EventLoop.throwingTask { try await sink.insertText(Self.text) }
        // Longer than a busy window may take to request it.
        try await EventLoop.shared.sleep(for: PasteSession.timeout + .milliseconds(500))
        window.signal(SIGCONT)
        try await pasting.value
        try await window.waitForText("dictated")
        #expect(try await selections.text(.clipboard) == "copied")
        sink.close()
    }

    @EventLoopActor @Test func cancellationPastesAllOrNothing() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        try await selections.copy("copied", to: .clipboard)
        let window = try await XWindow(.textView, on: server)
        let sink = X11ClipboardSink(display: server.display)
        try await sink.prepare()
        var (expected, cancelled) = ("", 0)
        for round in 0..<12 {
            let text = TypableText(cleaning: "dictated \(round);", lineBreaks: .keep)
            let pasting = EventLoop.throwingTask { try await sink.insertText(text) }
            // The first is cancelled before it begins.
            if round > 0 { try await EventLoop.shared.sleep(for: .milliseconds(round)) }
            pasting.cancel()
            do {
                try await pasting.value
                expected += text.string
            } catch {
                #expect(error as? SinkFailure == SinkFailure(inserted: 0, problem: nil))
                cancelled += 1
            }
            #expect(try await selections.text(.clipboard) == "copied")
            #expect(try await selections.text(.primary) == nil)
        }
        #expect(cancelled > 0)
        try await sink.insertText(TypableText(cleaning: "end", lineBreaks: .keep))
        try await window.waitForText(expected + "end")
        sink.close()
    }

    @EventLoopActor @Test func anOwnerThatDiesInTheMiddleLeavesNothing() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        let owner = try await selections.owner(of: .clipboard, offering: "copied")
        let window = try await XWindow(.entry, on: server)
        let sink = X11ClipboardSink(display: server.display)
        try await sink.prepare()
        owner.send(signal: SIGSTOP)
        let pasting = EventLoop.throwingTask { try await sink.insertText(Self.text) }
        try await EventLoop.shared.sleep(for: .milliseconds(300))
        owner.send(signal: SIGKILL)
        try await pasting.value
        try await window.waitForText("dictated")
        #expect(try await selections.all() == [nil, nil])
        sink.close()
    }

    @EventLoopActor @Test func anOwnerThatHangsIsNotOverwritten() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        let owner = try await selections.owner(of: .clipboard, offering: "copied")
        let window = try await XWindow(.entry, on: server)
        let sink = X11ClipboardSink(display: server.display)
        owner.send(signal: SIGSTOP)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Self.text)
        }
        #expect(failure?.problem?.what.hasPrefix("cannot keep what is on the clipboard") == true)
        owner.send(signal: SIGCONT)
        #expect(try await selections.text(.clipboard) == "copied")
        #expect(window.text == "")
        sink.close()
    }

    @EventLoopActor @Test func closingInTheMiddleTakesTheTextAway() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        let window = try await DeafWindow(on: server)
        let sink = X11ClipboardSink(display: server.display)
        let pasting = EventLoop.throwingTask { try await sink.insertText(Self.text) }
        try await selections.waitForSecret()
        sink.close()
        #expect(try await selections.all() == [nil, nil])
        let failure = await #expect(throws: SinkFailure.self) { try await pasting.value }
        #expect(failure?.inserted == 0)
        withExtendedLifetime(window) {}
    }

    /// The server has passed the question on, and then the selection is given up.
    @EventLoopActor @Test func whoAsksAtTheEndGetsAnAnswer() async throws {
        let server = try await XServer()
        let window = try await DeafWindow(on: server)
        let sink = X11ClipboardSink(display: server.display)
        let pasting = EventLoop.throwingTask { try await sink.insertText(Self.text) }
        try await Selections(server).waitForSecret()
        // The X thread is busy with something else until the sink is closed.
        let pipe = try FileDescriptor.pipe()
        let (reading, writing) = (pipe.readEnd.rawValue, pipe.writeEnd.rawValue)
        let isBusy = OneShot<Void>()
        X11Actor.task {
            EventLoop.task { isBusy.give(()) }
            var byte = UInt8(0)
            read(reading, &byte, 1)
        }
        try await isBusy.get()
        let asker = try XConnection(DisplayName(server.display), on: .shared)
        XConvertSelection(
            asker.display, asker.atom("CLIPBOARD"), asker.atom("TARGETS"), asker.atom("ANSWER"),
            asker.window, Time(CurrentTime))
        try await asker.roundTrip()
        sink.close()
        close(writing)
        let isAnswered = try await asker.event(within: .seconds(60), cancellable: false) {
            $0.type == SelectionNotify
        }
        #expect(isAnswered)
        await #expect(throws: SinkFailure.self) { try await pasting.value }
        close(reading)
        withExtendedLifetime(window) {}
    }

    @EventLoopActor @Test func aKilledProcessLeavesNoText() async throws {
        let server = try await XServer()
        let selections = Selections(server)
        try await selections.copy("copied", to: .clipboard)
        let window = try await DeafWindow(on: server)
        let victim = try TrialTypist(
            .x11Clipboard, "dictated", isRepeated: true, environment: server.environment)
        try await selections.waitForSecret()
        victim.kill()
        #expect(try await selections.all() == [nil, nil])
        withExtendedLifetime(window) {}
    }

    @EventLoopActor @Test func withoutAWindowNothingIsPasted() async throws {
        let server = try await XServer()
        let sink = X11ClipboardSink(display: server.display)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Self.text)
        }
        #expect(failure?.problem?.what == "there is nothing to paste into")
        #expect(await sink.focusedTarget == nil)
        #expect(try await Selections(server).all() == [nil, nil])
        sink.close()
    }

    @EventLoopActor @Test func aDeadServerIsAFailureAndANewOneIsFound() async throws {
        let server = try await XServer()
        let window = try await DeafWindow(on: server)
        let sink = X11ClipboardSink(display: server.display)
        let pasting = EventLoop.throwingTask { try await sink.insertText(Self.text) }
        let selections = Selections(server)
        try await selections.waitForSecret()
        try await server.kill()
        let failure = await #expect(throws: SinkFailure.self) { try await pasting.value }
        #expect(failure?.problem?.what == "the X display “\(server.display)” is gone")
        let successor = try await XServer(display: server.display)
        let newWindow = try await XWindow(.xterm, on: successor)
        try await sink.insertText(Self.text)
        try await newWindow.waitForText("dictated")
        // And a server that dies while the clipboard is only being served.
        try await successor.kill()
        #expect(sink.availability().problem?.what.contains(server.display) == true)
        sink.close()
        withExtendedLifetime(window) {}
    }

    @EventLoopActor @Test func aDisplayThatIsNotThereIsNamed() async throws {
        let sink = X11ClipboardSink(display: ":65000")
        let problem = try #require(sink.availability().problem)
        #expect(problem.what == "cannot reach the X display “:65000”")
        await #expect(throws: problem) { try await sink.prepare() }
    }
}
