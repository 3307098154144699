import Dictation
import LinuxRuntime
import SinkVirtualKeyboard
import TestSupport
import Testing

/// Real windows of a real compositor read what is typed. `WaylandMatrixTests` types the difficult
/// texts into each kind of window.
@Suite(
    .runningLoop, .serialized, .needs("sway", "Xwayland", package: "sway and xwayland"),
    .needs("foot", "xterm", "/usr/bin/python3", package: "foot, xterm and python3-gi"))
struct WaylandTypingTests {
    /// More symbols than fit on one keymap, even if a receiver requests the keymap late.
    @EventLoopActor @Test(arguments: [TextWindow.Kind.foot, .gtk3OnX11])
    func distinctCharactersArrive(in kind: TextWindow.Kind) async throws {
        try await withWindow(kind, hasX11Windows: kind != .foot) { sink, window, _ in
            let ideographs = (0x4E00..<0x4E00 + 2500).map { Unicode.Scalar($0)! }
            let text = String(String.UnicodeScalarView(ideographs))
            try await sink.type(text + "\n")
            #expect(try await window.line() == text)
        }
    }

    /// Text in pieces, each with new symbols, while the window is still reading.
    @EventLoopActor @Test func textInPiecesArrivesInAnX11Window() async throws {
        try await withWindow(.gtk3OnX11) { sink, window, _ in
            let pieces = stride(from: 0, to: 2000, by: 100).map {
                String(Sample.world.text.dropFirst($0).prefix(100))
            }
            for piece in pieces { try await sink.type(piece) }
            try await sink.type("\n")
            let line = try await window.line()
            #expect(Array(line.unicodeScalars) == Array(Sample.world.text.unicodeScalars))
        }
    }

    @EventLoopActor @Test func deletesByKey() async throws {
        try await withWindow(.gtk3) { sink, window, _ in
            try await sink.type("ünnötig: richtig")
            try await sink.deleteBackward(7)
            try await sink.type("falsch\n")
            #expect(try await window.line() == "ünnötig: falsch")
        }
    }

    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4, .gtk3OnX11])
    func selectsWhatTheNextTextReplaces(in kind: TextWindow.Kind) async throws {
        try await withWindow(kind, hasX11Windows: kind == .gtk3OnX11) { sink, window, _ in
            try await sink.type("one two")
            try await sink.selectBackward(3)
            try await sink.type("ten")
            try await sink.press(.enter, 1)
            #expect(try await window.line() == "one ten")
        }
    }

    @EventLoopActor @Test func aLineBreakIsOneReturn() async throws {
        try await withWindow(.foot) { sink, window, _ in
            try await sink.type("one\n\ntwo\n")
            #expect(try await window.line() == "one")
            #expect(try await window.line() == "")
            #expect(try await window.line() == "two")
        }
    }

    /// On a seat without a keyboard before and after.
    @EventLoopActor @Test(arguments: [TextWindow.Kind.foot, .gtk3, .xterm])
    func theFirstCharacterArrives(in kind: TextWindow.Kind) async throws {
        try await withWindow(kind) { sink, window, server in
            sink.close()
            for _ in 0..<3 {
                let other = VirtualKeyboardSink(display: server.socket)
                try await other.prepare()
                try await other.type("First €\n")
                #expect(try await window.line() == "First €")
                other.close()
            }
        }
    }

    /// A window that hangs for a while is not flooded until the compositor disconnects it, and gets
    /// all of the text when it continues.
    @EventLoopActor @Test(arguments: [TextWindow.Kind.foot, .gtk3, .xterm])
    func aFrozenWindowReadsLater(_ kind: TextWindow.Kind) async throws {
        try await withWindow(kind) { sink, window, _ in
            let text = Sample.european.text
            window.freeze(true)
            let typing = EventLoop.throwingTask {
                try await sink.type(text + text + "\n")
            }
            try await EventLoop.shared.sleep(for: .milliseconds(500))
            window.freeze(false)
            try await typing.value
            #expect(try await window.line() == text + text)
        }
    }
}

/// Opens a window in a private compositor and types into it.
@EventLoopActor
func withWindow(
    _ kind: TextWindow.Kind, hasX11Windows: Bool = true,
    _ body: (VirtualKeyboardSink, TextWindow, SwayServer) async throws -> Void
) async throws {
    let server = try await SwayServer.start()
    let sink = VirtualKeyboardSink(display: server.socket, hasX11Windows: hasX11Windows)
    try await sink.prepare()
    let window = try await server.open(kind) { try await sink.type($0) }
    try await body(sink, window, server)
    sink.close()
    try await server.stop()
}

extension VirtualKeyboardSink {
    func type(_ text: String) async throws {
        try await insertText(TypableText(cleaning: text, lineBreaks: .keep))
    }
}
