import DesktopX11
import Dictation
import DictationParts
import DocumentATSPI
import LinuxRuntime
import TestSupport
import Testing

/// Dictations into Chromium's windows on X11, where it reports its page to screen readers.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(10)),
    .needs("Xvfb", "openbox", package: "xvfb and openbox"),
    .needs("xdotool", "xprop", package: "xdotool and x11-utils"),
    .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
    .needs("xterm", package: "xterm"), .needs("chromium", package: "chromium"))
struct ChromiumTests {
    @EventLoopActor @Test func aTextFitsBehindTheTextThatIsThere() async throws {
        let stage = try await EditingStage(.chromiumOnX11)
        try await stage.user.type("I like")
        for (words, text) in [
            ("apples", "I like apples"), (". and pears", "I like apples. And pears"),
            ("naïve 😀", "I like apples. And pears naïve 😀"),
        ] {
            try await stage.dictate(words, over: "")
            #expect(try await stage.shows(text), "\(stage.text): \(stage.notice)")
            #expect(stage.isConfirmed == true)
        }
        try await stage.dictate("scratch that", over: "")
        #expect(try await stage.shows("I like apples. And pears"), "\(stage.text): \(stage.notice)")
        try await stage.close()
    }

    /// It counts the ends of a selection wrong where characters have two code units of UTF-16.
    @EventLoopActor @Test func aSelectionIsKnownUnlessTheTextHasEmoji() async throws {
        let window = try await EditorWindow(.chromiumOnX11)
        let document = document(of: window, XWindowFocus(display: window.screen.display))
        document.beginDictation()
        try await window.type("red pears")
        try await window.press("shift+Left", 5)
        try await reads("red ", document)
        #expect(document.selectedText == "pears")
        try await window.type("😀 apples")
        try await reads("red 😀 apples", document)
        for count in 1...8 {
            try await window.press("shift+Left", 1)
            try await reads(nil, document, known: true)
            #expect(document.selectedText == nil && document.contextAfterInput == nil, "\(count)")
        }
        try await window.close()
    }

    @EventLoopActor
    @Test(arguments: [
        ("text", FieldKind.text), ("search", .search), ("email", .email), ("url", .url),
        ("number", .number), ("password", .password),
    ])
    func theKindOfAFieldIsKnown(input: String, kind: FieldKind) async throws {
        let stage = try await EditingStage(.chromiumOnX11, input: input)
        try await stage.user.type("1")
        #expect(try await stage.kindOfField { $0 == kind } == kind)
        try await stage.close()
    }

    /// Of a password nothing but the kind.
    @EventLoopActor @Test func aPasswordIsNotRead() async throws {
        let window = try await EditorWindow(.chromiumOnX11, input: "password")
        try await window.type("1")
        let document = document(of: window, XWindowFocus(display: window.screen.display))
        document.beginDictation()
        let deadline = Deadline(.seconds(60))
        while document.traits == nil {
            try #require(deadline.remaining > .zero)
            await document.read(within: deadline.remaining)
        }
        #expect(document.traits?.isSecure == true)
        #expect(document.contextBeforeInput == nil && document.contextAfterInput == nil)
        try await window.close()
    }

    /// Its text remains focused, whichever window has the focus.
    @EventLoopActor @Test func onlyTheFocusedWindowIsRead() async throws {
        let window = try await EditorWindow(.chromiumOnX11)
        try await window.type("first")
        let focus = XWindowFocus(display: window.screen.display)
        let document = document(of: window, focus)
        document.beginDictation()
        try await reads("first", document)
        let focused = try #require(try await focus.focusedWindow())
        #expect(focused.title == "editor" && focused.pid != nil)
        #expect(document.caret != nil)

        // What the desktop may say instead.
        let fake = FakeWindows(focused)
        let other = self.document(of: window, fake)
        other.beginDictation()
        try await reads("first", other)
        let pid = focused.pid ?? 0
        for (title, pid) in [
            ("editor", pid + 1), ("editor", nil), ("", pid), ("edito", pid), ("other", pid),
        ] {
            fake.focused = DesktopWindow(identifier: "1", title: title, pid: pid)
            await other.read(within: .seconds(60))
            #expect(other.traits == nil && other.contextBeforeInput == nil, "\(title)")
        }
        fake.focused = nil
        await other.read(within: .seconds(60))
        #expect(other.traits == nil)
        fake.focused = focused
        try await reads("first", other)

        // A window of another title is another one, and two of one title can't be told apart.
        try await open("second", beside: window)
        await document.read(within: .seconds(60))
        #expect(document.contextBeforeInput?.contains("first") != true)
        try await reads("second", document)
        await other.read(within: .seconds(60))
        #expect(other.contextBeforeInput == "first")
        try await open("editor", beside: window)
        try await reads(nil, other)
        await document.read(within: .seconds(60))
        #expect(document.traits == nil)
        try await window.close()
    }

    /// A window that has once said that it is active says so from then on.
    @EventLoopActor @Test func theTextOfAWindowThatHasLostTheFocusIsNotRead() async throws {
        let window = try await EditorWindow(.chromiumOnX11)
        try await open("page", beside: window, ["--new-window"])
        let focus = XWindowFocus(display: window.screen.display)
        let document = document(of: window, focus)
        document.beginDictation()
        try await reads("page", document)
        // The address bar has the focus, and the page's text says that it has it, too.
        try await window.press("ctrl+l", 1)
        try await reads(nil, document)
        try await window.press("ctrl+t", 1)
        try await isFocused("New Tab", focus)
        try await window.press("ctrl+1", 1)
        try await isFocused("page", focus)
        try await window.press("Escape", 2)
        try await reads("page", document)
        let terminal = try window.screen.start(["xterm", "-T", "terminal"])
        try await isFocused("terminal", focus)
        await document.read(within: .seconds(60))
        #expect(document.traits == nil && document.contextBeforeInput == nil)
        terminal.send(signal: 9)
        try await window.close()
    }

    @EventLoopActor
    private func document(of window: EditorWindow, _ focus: any WindowFocus) -> ATSPIDocument {
        ATSPIDocument(environment: window.bus?.environment ?? [:], windows: focus)
    }

    /// Returns when the text before the cursor is this one.
    ///
    /// - Parameter isFieldKnown: whether, without a text, the field is known.
    @EventLoopActor
    private func reads(
        _ text: String?, _ document: ATSPIDocument, known isFieldKnown: Bool = false
    ) async throws {
        let deadline = Deadline(.seconds(60))
        while document.contextBeforeInput != text
            || text == nil && (document.traits != nil) != isFieldKnown
        {
            let now = document.contextBeforeInput ?? "nothing"
            try #require(deadline.remaining > .zero, "“\(now)” instead of “\(text ?? "nothing")”")
            await document.read(within: .seconds(60))
        }
    }

    /// Opens another window of the running browser; its text is its title.
    @EventLoopActor
    private func open(
        _ title: String, beside window: EditorWindow, _ options: [String]? = nil
    ) async throws {
        let page =
            "data:text/html,<title>\(title)</title><textarea autofocus onfocus=\""
            + "value||setRangeText('\(title)',0,0,'end')\"></textarea>"
        try await window.screen.run(
            ["chromium", "--no-sandbox", "--user-data-dir=" + window.profile]
                + (options ?? []) + [options == nil ? "--app=" + page : page])
        try await isFocused(title, XWindowFocus(display: window.screen.display))
    }

    @EventLoopActor private func isFocused(_ title: String, _ focus: XWindowFocus) async throws {
        let deadline = Deadline(.seconds(60))
        while try await focus.focusedWindow()?.title.hasPrefix(title) != true {
            try #require(deadline.remaining > .zero, "“\(title)” gets no focus")
            try await EventLoop.shared.sleep(for: .milliseconds(10))
        }
    }
}
