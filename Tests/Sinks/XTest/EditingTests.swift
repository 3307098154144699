import CX11
import Dictation
import LinuxRuntime
import SinkXTest
import TestSupport
import Testing

/// Editing keys, and the user's input between two dictations.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"), .needs("setxkbmap", package: "x11-xkb-utils"))
struct EditingTests {
    @EventLoopActor @Test(arguments: ["us", "fr", "de(neo)"])
    func selectsWhatTheNextTextReplaces(_ layout: String) async throws {
        let server = try await XServer()
        let parts = layout.split { "()".contains($0) }.map(String.init)
        let variant = parts.count > 1 ? ["-variant", parts[1]] : []
        try await server.run(["setxkbmap", parts[0]] + variant)
        let window = try await XWindow(.textView, on: server)
        let sink = XTestSink(display: server.display)
        defer { sink.close() }
        try await sink.prepare()
        try await sink.insertText(TypableText(cleaning: "one twé 漢", lineBreaks: .keep))
        try await sink.selectBackward(5)
        try await sink.insertText(TypableText(cleaning: "ten", lineBreaks: .keep))
        try await window.waitForText("one ten")
        try await sink.press(.enter, 2)
        try await sink.press(.tab, 1)
        try await window.waitForText("one ten\n\n\t")
    }

    /// A terminal's program sees the keys themselves.
    @EventLoopActor @Test func pressesKeys() async throws {
        let server = try await XServer()
        let window = try await XWindow(.xterm, on: server)
        let sink = XTestSink(display: server.display)
        defer { sink.close() }
        try await sink.prepare()
        try await sink.press(.escape, 1)
        try await sink.press(.tab, 2)
        try await sink.press(.enter, 1)
        try await window.waitForText("\u{1B}\t\t\n")
    }

    @EventLoopActor @Test func knowsWhenTheUserWrites() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let person = XUser(at: server)
        let sink = XTestSink(display: server.display)
        defer { sink.close() }
        try await sink.prepare()
        var touches = 0
        func watch() async throws {
            let hotkeys: Set<HotkeyCode> = [
                HotkeyCode(key: 119, hasModifiers: false),  // KEY_PAUSE
                HotkeyCode(key: 110, hasModifiers: false),  // KEY_INSERT
                HotkeyCode(key: 32, hasModifiers: true),  // KEY_D
            ]
            #expect(await sink.watchUserInput(ignoring: hotkeys) { touches += 1 })
        }
        try await watch()
        // Neither its own typing nor hotkeys, modifiers and commands to the desktop count.
        try await sink.insertText(TypableText(cleaning: "hello é漢", lineBreaks: .keep))
        try await sink.deleteBackward(1)
        for key in ["Pause", "Insert", "Control_R", "Shift_L"] { person.tap(key) }
        for (modifier, key) in [("Super_L", "x"), ("Control_L", "d")] {
            person.press(modifier)
            person.tap(key)
            person.press(modifier, false)
        }
        // The window still gets Super+X.
        try await window.waitForText("hello éx")
        #expect(touches == 0)
        // A letter, an arrow, and the hotkey's letter by itself.
        for (count, key) in ["a", "Left", "d", "BackSpace"].enumerated() {
            try await watch()
            person.tap(key)
            person.tap(key)
            try await waitUntil("\(key) is noticed, once") { touches == count + 1 }
        }
        sink.stopWatchingUserInput()
        person.tap("a")
        try await sink.prepare()
        #expect(touches == 4)
    }

    /// A click on a button of the overlay doesn't move the cursor in the window below.
    @EventLoopActor @Test func clicksOnTheOverlayAreNotTheUsers() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let display = try #require(XOpenDisplay(server.display))
        defer { XCloseDisplay(display) }
        var attributes = XSetWindowAttributes()
        attributes.override_redirect = 1
        let overlay = XCreateWindow(
            display, XDefaultRootWindow(display), 0, 0, 50, 50, 0, 0, UInt32(InputOutput), nil,
            UInt(CWOverrideRedirect), &attributes)
        var name = Array("utter-overlay".utf8CString)
        name.withUnsafeMutableBufferPointer {
            var hint = XClassHint(res_name: $0.baseAddress, res_class: $0.baseAddress)
            _ = XSetClassHint(display, overlay, &hint)
        }
        XMapRaised(display, overlay)
        XSync(display, 0)
        let sink = XTestSink(display: server.display)
        defer { sink.close() }
        try await sink.prepare()
        var touches = 0
        #expect(await sink.watchUserInput(ignoring: []) { touches += 1 })
        try await server.run("xdotool", "mousemove", "20", "20", "click", "1")
        // What came before it is reported before its end.
        try await sink.insertText(TypableText(cleaning: "a", lineBreaks: .keep))
        try await window.waitForText("a")
        #expect(touches == 0)
        try await server.run("xdotool", "mousemove", "300", "300", "click", "1")
        try await waitUntil("the other click is noticed") { touches == 1 }
    }

    /// On-screen keyboards, shared keyboards, and programs that expand abbreviations.
    @EventLoopActor @Test func knowsWhenAnotherProgramWritesForTheUser() async throws {
        let server = try await XServer()
        let window = try await XWindow(.textView, on: server)
        let sink = XTestSink(display: server.display)
        defer { sink.close() }
        try await sink.prepare()
        var touches = 0
        #expect(await sink.watchUserInput(ignoring: []) { touches += 1 })
        // Events of the sink's typing may arrive late; they still aren't the user's.
        for round in 0..<20 {
            try await sink.insertText(TypableText(cleaning: "\(round) é漢 ", lineBreaks: .keep))
        }
        try await server.run("xdotool", "key", "Pause")
        try await sink.insertText(TypableText(cleaning: "end", lineBreaks: .keep))
        try await waitUntil("it arrives") { window.text.hasSuffix("end") }
        #expect(touches == 0)
        let deeds = [["key", "a"], ["type", "漢"], ["click", "1"], ["key", "BackSpace"]]
        for (count, arguments) in deeds.enumerated() {
            #expect(await sink.watchUserInput(ignoring: []) { touches += 1 })
            try await server.run(["xdotool"] + arguments)
            // Input before the next text is the user's, even if its events arrive later.
            try await sink.insertText(TypableText(cleaning: "b", lineBreaks: .keep))
            try await waitUntil("\(arguments) is noticed, not \(touches)") { touches == count + 1 }
        }
    }
}
