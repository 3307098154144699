import DesktopParts
import Dictation
import DictationParts
import LinuxRuntime
import SinkKWin
import TestSupport
import Testing

/// KWin 6 reports which window has the focus, and gives it to another one.
@Suite(.runningLoop, .inKWin6) struct KWin6FocusTests {
    @EventLoopActor @Test func theFocusedWindowIsKnownAndCanBeChanged() async throws {
        try await withTwoWindows(.xterm) { _, windows, first, second in
            #expect(second.classes.contains { $0.lowercased() == "xterm" })
            #expect(first.program?.contains("python3") == true)
            try await windows.focus(first)
            #expect(try await windows.focusedWindow()?.isSame(as: first) == true)
            try await windows.focus(second)
            #expect(try await windows.focusedWindow()?.isSame(as: second) == true)
        }
    }

    /// What was typed by then is counted, and nothing of the rest goes anywhere.
    ///
    /// Into windows of Wayland: Xwayland's may lose the keys that are on their way, since KWin
    /// moves X11's focus on another connection than the keys'.
    @EventLoopActor @Test func typingStopsWhenTheFocusMoves() async throws {
        try await withTwoWindows(.gtk4) { typing, windows, first, second in
            let text = String(repeating: "abcdefghij", count: 1000)
            let sink = typing.session.sink
            let task = EventLoop.task {
                do throws(SinkFailure) {
                    try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
                    return nil as SinkFailure?
                } catch { return error }
            }
            try await waitUntil("typing has begun") { typing.second.text.count > 100 }
            try await windows.focus(first)
            let failure = try #require(await task.value)
            #expect(failure.problem == FocusLoss.problem)
            #expect(!failure.handsOver)
            #expect(failure.inserted < text.count)
            try await waitUntil("all of it arrives") { typing.text.count >= failure.inserted }
            #expect(typing.text == text.prefix(failure.inserted))
        }
    }

    private struct Typing {
        let session: KWin6Session
        let first: SessionWindow
        let second: SessionWindow

        /// What has arrived, the letters in the window that had the focus first at the beginning. A
        /// busy KWin gives the other window the space which was to show that this one reads keys.
        @EventLoopActor var text: String { second.text + first.text.filter { $0 != " " } }
    }

    /// Opens a window of Wayland and then another one, which has the focus.
    @EventLoopActor private func withTwoWindows(
        _ kind: SessionWindow.Kind,
        _ body: (Typing, any WindowFocus, DesktopWindow, DesktopWindow) async throws -> Void
    ) async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await KWin6Session.begin()
        let windows = try #require(session.desktop.focus)
        let one = try await SessionWindow(.gtk3)
        let first = try #require(try await windows.focusedWindow())
        #expect(first.title == one.title)
        let other = try await SessionWindow(kind)
        let second = try #require(try await windows.focusedWindow())
        #expect(!first.isSame(as: second))
        #expect(second.title == other.title)
        try await body(Typing(session: session, first: one, second: other), windows, first, second)
        windows.close()
        session.end()
        try await other.close()
        try await one.close()
    }
}
