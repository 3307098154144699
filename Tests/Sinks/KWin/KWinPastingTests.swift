import Dictation
import LinuxRuntime
import Problems
import Session
import SinkChains
import SinkClipboardWayland
import SinkKWin
import TestSupport
import Testing

/// What the layout lacks is pasted, by a chord that KWin presses.
@Suite(
    .runningLoop, .serialized, .needs("kwin_wayland", "Xwayland", package: "kwin-wayland"),
    .needs("wl-copy", "wl-paste", package: "wl-clipboard"),
    .needs("xterm", "/usr/bin/python3", package: "xterm and python3-gi"),
    .needs(TextWindow.Kind.qt5.program, package: "qtwayland5"))
struct KWinPastingTests {
    private static let text = "“Größe” — Съешь ещё, 我能吞下玻璃, 👩‍💻 🇪🇺 e\u{301}. "

    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4, .qt5])
    func whatTheLayoutLacksArrives(in kind: TextWindow.Kind) async throws {
        try await withKWin(kind, layouts: "us") { sink, window, server in
            let owner = try server.start(["wl-copy", "--foreground", "the user’s"])
            try await waitUntilCopied("the user’s", server)
            let clipboard = WaylandClipboardSink(
                display: server.socket, compositor: "KDE", launcher: OrdinaryUser.command([]))
            let chain = SinkChain([sink, clipboard])
            let text = String(repeating: Self.text, count: 40)
            var complete = 0
            // A program that no longer waited for the text gets it again.
            for _ in 0..<6 where complete < 3 {
                let outcome = await chain.insert(TypableText(cleaning: text, lineBreaks: .keep))
                #expect(outcome.omitted.isEmpty, "\(outcome)")
                try await sink.type("|\n")
                #expect(try await window.line() == text.dropLast(outcome.rest.count) + "|")
                if outcome.rest.isEmpty { complete += 1 }
            }
            #expect(complete == 3)
            try await waitUntilCopied("the user’s", server)
            #expect(owner.status == nil || owner.status == .exited(0))
            clipboard.close()
        }
    }

    /// Qt 5 waits for a second, and then pastes nothing. Another window may have the focus by then,
    /// and KWin wouldn't say so.
    @EventLoopActor @Test func aTextThatComesTooLateIsKept() async throws {
        try await withKWin(.qt5AnnouncingPastes, layouts: "us") { sink, window, server in
            let clipboard = WaylandClipboardSink(
                display: server.socket, compositor: "KDE", launcher: OrdinaryUser.command([]))
            let stall = window.stallWhilePasting()
            let failure = await #expect(throws: SinkFailure.self) {
                try await clipboard.insertText(TypableText(cleaning: Self.text, lineBreaks: .keep))
            }
            #expect(failure?.inserted == 0)
            #expect(failure?.problem?.what == "the focused window took no paste")
            #expect(await stall.value == "pasting")
            try await sink.type("|\n")
            #expect(try await window.line() == "|")
            clipboard.close()
        }
    }

    @EventLoopActor @Test func deletesByKey() async throws {
        try await withKWin(.gtk3, layouts: "us") { sink, window, server in
            let clipboard = WaylandClipboardSink(
                display: server.socket, compositor: "KDE", launcher: OrdinaryUser.command([]))
            try await clipboard.insertText(TypableText(cleaning: "я и ты", lineBreaks: .keep))
            try await clipboard.deleteBackward(4)
            try await sink.type("\n")
            #expect(try await window.line() == "я ")
            clipboard.close()
        }
    }

    @EventLoopActor private func waitUntilCopied(
        _ text: String, _ server: KWinServer
    ) async throws {
        while try await server.run(["wl-paste", "--no-newline"]).output != text {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
    }
}
