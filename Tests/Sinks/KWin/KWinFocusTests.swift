import DesktopParts
import Dictation
import DictationParts
import LinuxRuntime
import Problems
import SinkKWin
import TestSupport
import Testing

/// KWin reports which window has the focus, and gives it to another one.
@Suite(
    .runningLoop, .serialized, .needs("kwin_wayland", "Xwayland", package: "kwin-wayland"),
    .needs("xterm", "/usr/bin/python3", package: "xterm and python3-gi"))
struct KWinFocusTests {
    @EventLoopActor @Test func theFocusedWindowIsKnownAndCanBeChanged() async throws {
        try await withTwoWindows(.xterm) { _, windows, first, second in
            #expect(try await windows.focusedWindow()?.isSame(as: second) == true)
            // A window of Xwayland, and one of Wayland.
            #expect(second.classes.contains { $0.lowercased() == "xterm" })
            #expect(first.program?.contains("python3") == true)
            try await windows.focus(first)
            #expect(try await windows.focusedWindow()?.isSame(as: first) == true)
            let gone = DesktopWindow(identifier: "{00000000-0000-0000-0000-000000000000}")
            let problem = await #expect(throws: Problem.self) { try await windows.focus(gone) }
            #expect(problem?.why == "KWin did not activate it, or it was closed")
            let foreign = DesktopWindow(identifier: "\"); activate(null); (\"")
            let refusal = await #expect(throws: Problem.self) { try await windows.focus(foreign) }
            #expect(refusal?.why == "it isn't a window of KWin")
        }
    }

    /// KWin numbers a script by how many there are: once one is unloaded, the next one gets the
    /// number of one that runs.
    @EventLoopActor
    @Test(
        .needs("/usr/lib/python3/dist-packages/dbus", package: "python3-dbus"), arguments: 1...3)
    func otherProgramsScriptsAreNotInTheWay(count: Int) async throws {
        try await withKWin(.gtk3, layouts: "us") { sink, window, server in
            let windows = try #require(try server.desktop.focus)
            for number in 0...count { try await server.load(script: "other\(number)", "print(1)") }
            try await server.unload(script: "other0")
            #expect(try await windows.focusedWindow()?.program?.contains("python3") == true)
            try await sink.type("arrived\n")
            #expect(try await window.line() == "arrived")
            windows.close()
        }
    }

    /// What was typed by then is counted, and nothing of the rest goes anywhere.
    ///
    /// Into windows of Wayland: Xwayland's may lose the keys that are on their way, since KWin
    /// moves X11's focus on another connection than the keys'.
    @EventLoopActor @Test func typingStopsWhenTheFocusMoves() async throws {
        try await withTwoWindows(.gtk4) { typing, windows, first, second in
            let rest = String(repeating: "abcdefghij", count: 1000)
            let task = EventLoop.task {
                do throws(SinkFailure) {
                    try await typing.sink.insertText(
                        TypableText(cleaning: "begun\n" + rest, lineBreaks: .keep))
                    return nil as SinkFailure?
                } catch { return error }
            }
            #expect(try await typing.second.line() == "begun")
            try await windows.focus(first)
            let failure = try #require(await task.value)
            #expect(failure.problem == FocusLoss.problem)
            #expect(!failure.handsOver)
            try await typing.sink.type("\n")
            let astray = try await typing.first.line()
            try await windows.focus(second)
            try await typing.sink.type("\n")
            let arrived = try await typing.second.line()
            #expect(arrived + astray == rest.prefix(failure.inserted - "begun\n".count))
            #expect(failure.inserted < rest.count)
        }
    }

    private struct Typing {
        let sink: KWinSink
        let first: TextWindow
        let second: TextWindow
    }

    /// Opens a window of Wayland and then another one, which has the focus.
    @EventLoopActor private func withTwoWindows(
        _ kind: TextWindow.Kind,
        _ body: (Typing, any WindowFocus, DesktopWindow, DesktopWindow) async throws -> Void
    ) async throws {
        try await withKWin(.gtk3, layouts: "us", hasX11Windows: true) { sink, window, server in
            let windows = try #require(try server.desktop.focus)
            let first = try #require(try await windows.focusedWindow())
            let other = try await server.open(kind) { try await sink.type($0) }
            let second = try #require(try await windows.focusedWindow())
            #expect(!first.isSame(as: second))
            // What was typed until the second window had the focus.
            try await windows.focus(first)
            try await window.empty { try await sink.type($0) }
            try await windows.focus(second)
            try await body(
                Typing(sink: sink, first: window, second: other), windows, first, second)
            windows.close()
        }
    }
}
