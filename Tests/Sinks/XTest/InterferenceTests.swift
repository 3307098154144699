import Dictation
import Glibc
import LinuxRuntime
import Problems
import SinkXTest
import TestSupport
import Testing

/// What users and other programs do in the middle of a text.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"), .needs("xinput", package: "xinput"),
    .needs("setxkbmap", package: "x11-xkb-utils"))
struct InterferenceTests {
    private static let text = String(repeating: Sample.european.text + " 👩‍👩‍👧 ", count: 25)
    /// A text that no test waits to the end of.
    private static let long = String(repeating: text, count: 20)

    /// A text that is being typed, a part of which has arrived.
    @EventLoopActor private final class Typing {
        let server: XServer
        let window: XWindow
        let person: XUser
        let keyboard: XKeyboardState
        let sink: XTestSink
        let keymaps: Keymaps
        let text: String
        private var task: Task<Void, any Error>?
        private var hasEnded = false

        init(
            _ text: String = InterferenceTests.text, into kind: XWindow.Kind, layout: String = "us"
        ) async throws {
            self.text = text
            server = try await XServer()
            try await server.run("setxkbmap", layout)
            window = try await XWindow(kind, on: server)
            person = XUser(at: server)
            // Not while the server is grabbed: XOpenDisplay holds a lock of the process until the server
            // answers (_XConnectXCB in xcb_disp.c), and XTestFakeKeyEvent takes that.
            keyboard = XKeyboardState(server)
            #expect(keyboard.group == 0)
            keymaps = try await Keymaps(server)
            let sink = XTestSink(display: server.display)
            self.sink = sink
            try await sink.prepare()
            task = EventLoop.throwingTask {
                defer { self.hasEnded = true }
                try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
            }
            try await waitUntil("some text arrives") { hasEnded || window.text.count > 20 }
        }

        func end() async throws { try await task?.value }

        /// Expects that typing was stopped for a reason; returns what was typed.
        func expectStop(_ why: String) async throws -> String {
            let error = await #expect(throws: SinkFailure.self) { try await task?.value }
            let failure = try #require(error)
            #expect(failure.problem?.what == "typing stopped after \(failure.inserted) characters")
            #expect(failure.problem?.why == why)
            #expect(!failure.handsOver)
            #expect((0..<text.count).contains(failure.inserted))
            #expect(try await server.keysDown.isEmpty)
            return String(text.prefix(failure.inserted))
        }
    }

    // Not in xterm if the user's own keys come between: it reads pending keys by the keymap of the
    // keyboard used last. The sink makes that rare, but can't prevent it.

    @EventLoopActor @Test(arguments: ["Control_L", "Shift_L", "Alt_L", "Super_L"])
    func aModifierIsNoShortcut(key: String) async throws {
        let typing = try await Typing(into: .textView)
        typing.person.press(key)
        try await typing.end()
        try await typing.window.waitForText(typing.text)
        typing.person.press(key, false)
        #expect(try await Keymaps(typing.server) == typing.keymaps)
        #expect(try await typing.server.keysDown.isEmpty)
    }

    @EventLoopActor @Test func aModifierHeldForLongIsReleasedAndThatIsSaid() async throws {
        let server = try await XServer()
        let window = try await XWindow(.entry, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "a", lineBreaks: .keep))
        #expect(sink.remark == nil)
        XUser(at: server).press("Control_L")
        try await sink.insertText(TypableText(cleaning: "b", lineBreaks: .keep))
        try await window.waitForText("ab")
        #expect(sink.remark?.what == "released a modifier key")
        #expect(try await server.keysDown.isEmpty)
        try await sink.insertText(TypableText(cleaning: "c", lineBreaks: .keep))
        #expect(sink.remark == nil)
    }

    @EventLoopActor @Test func theUsersOwnLetterStopsIt() async throws {
        let typing = try await Typing(Self.long, into: .textView)
        typing.person.tap("q")
        let typed = try await typing.expectStop("a key was pressed")
        try await typing.window.waitForText(typed + "q")
        #expect(try await Keymaps(typing.server) == typing.keymaps)
    }

    @EventLoopActor @Test func aKeyThatWritesNothingDoesNotStopIt() async throws {
        let typing = try await Typing(into: .textView)
        typing.person.tap("Pause")
        typing.person.tap("Num_Lock")
        try await typing.end()
        try await typing.window.waitForText(typing.text)
    }

    @EventLoopActor @Test func capsLockInTheMiddleIsOffWhileTypingAndOnAfter() async throws {
        let typing = try await Typing(into: .textView)
        typing.person.tap("Caps_Lock")
        try await typing.end()
        try await typing.window.waitForText(typing.text)
        #expect(try await typing.server.indicators.contains("Caps Lock:   on"))
    }

    @EventLoopActor @Test(arguments: [XWindow.Kind.xterm, .textView])
    func anotherGroupTypesTheSameAndStays(kind: XWindow.Kind) async throws {
        // A text of the layout's first group, so that it needs no keymap.
        let text = String(repeating: Sample.english.text + " ", count: 25)
        let typing = try await Typing(text, into: kind, layout: "us,ru")
        let keyboard = typing.keyboard
        keyboard.lock(group: 1)
        try await typing.end()
        try await typing.window.waitForText(text)
        #expect(keyboard.group == 1)
        keyboard.lock(group: 0)
        #expect(try await Keymaps(typing.server) == typing.keymaps)
    }

    @EventLoopActor @Test(arguments: [XWindow.Kind.xterm, .textView])
    func aNewLayoutStopsItAndStays(kind: XWindow.Kind) async throws {
        let typing = try await Typing(Self.long, into: kind)
        try await typing.server.run("setxkbmap", "fr")
        _ = try await typing.expectStop("the keyboard layout was changed")
        // The keymap of a new display with the same layout.
        let fresh = try await XServer()
        try await fresh.run("setxkbmap", "fr")
        #expect(try await Keymaps(typing.server) == Keymaps(fresh))
    }

    @EventLoopActor @Test(arguments: XWindow.Kind.allCases)
    func aClosedWindowStopsIt(kind: XWindow.Kind) async throws {
        let typing = try await Typing(Self.long, into: kind)
        typing.window.signal(SIGKILL)
        _ = try await typing.expectStop("the window was closed")
        #expect(try await Keymaps(typing.server) == typing.keymaps)
    }

    @EventLoopActor @Test(arguments: [XWindow.Kind.xterm, .textView])
    func aGrabOfTheKeyboardStopsIt(kind: XWindow.Kind) async throws {
        let typing = try await Typing(Self.long, into: kind)
        typing.person.grabKeyboard()
        let typed = try await typing.expectStop("another program took or released the keyboard")
        try await typing.window.waitForText(typed)
        #expect(try await Keymaps(typing.server) == typing.keymaps)
        typing.person.ungrabKeyboard()
        // And typing can continue from there.
        let rest = String(typing.text.dropFirst(typed.count).prefix(100))
        try await typing.sink.insertText(TypableText(cleaning: rest, lineBreaks: .keep))
        try await typing.window.waitForText(typed + rest)
    }

    @EventLoopActor @Test func aWindowThatClosesOnReturnIsNoFailure() async throws {
        let server = try await XServer()
        let window = try await XWindow(.entry, on: server, closesOnReturn: true)
        let sink = XTestSink(display: server.display)
        try await sink.insertText(TypableText(cleaning: "yes\n", lineBreaks: .keep))
        try await window.waitForText("yes")
    }
}
