import Dictation
import Glibc
import LinuxRuntime
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
            for _ in 0..<3 {
                let outcome = await chain.insert(TypableText(cleaning: text, lineBreaks: .keep))
                #expect(outcome.rest == "" && outcome.omitted.isEmpty, "\(outcome)")
                try await sink.type("|\n")
                #expect(try await window.line() == text + "|")
            }
            try await waitUntilCopied("the user’s", server)
            #expect(owner.status == nil || owner.status == .exited(0))
            clipboard.close()
        }
    }

    /// Qt 5 waits for a second, and then pastes nothing.
    @EventLoopActor @Test func aTextThatComesTooLateIsPastedAgain() async throws {
        try await withKWin(.qt5AnnouncingPastes, layouts: "us") { sink, window, server in
            let clipboard = WaylandClipboardSink(
                display: server.socket, compositor: "KDE", launcher: OrdinaryUser.command([]))
            let announced = EventLoop.task {
                let line = try? await window.line()
                // The whole loop waits, and what is asked meanwhile isn't answered.
                usleep(4_000_000)
                return line
            }
            try await clipboard.insertText(TypableText(cleaning: Self.text, lineBreaks: .keep))
            #expect(await announced.value == "pasting")
            #expect(try await window.line() == "pasting")
            try await sink.type("|\n")
            #expect(try await window.line() == Self.text + "|")
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
