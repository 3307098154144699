import Dictation
import LinuxRuntime
import SinkVirtualKeyboard
import TestSupport
import Testing

/// Every character arrives, in every window of a Wayland session: `make test-typing`.
@Suite(
    .runningLoop, .serialized, .needs("sway", "Xwayland", package: "sway and xwayland"),
    .needs("foot", "xterm", package: "foot and xterm"), .needsPythonGI, .needsGTK3, .needsGTK4,
    .needsChromium, .needs(TextWindow.Kind.qt5.program, package: "qtwayland5"),
    .needs(TextWindow.Kind.vte.program, package: "gir1.2-vte-2.91"))
struct WaylandMatrixTests {
    @EventLoopActor @Test(arguments: TextWindow.Kind.allCases)
    func theTextReadIsTheTextSent(kind: TextWindow.Kind) async throws {
        let server = try await SwayServer.start()
        let sink = VirtualKeyboardSink(display: server.socket, hasX11Windows: true)
        try await sink.prepare()
        let window = try await server.open(kind) { try await sink.type($0) }
        try await TypingMatrix.type(in: "\(kind)", runs: Situation.runs) { text, name in
            try await sink.type(text.string + "\n")
            try await window.expectLine(text.string, name)
        }
        sink.close()
        try await server.stop()
    }

    /// In mid-text each other keyboard of the session still types its own layout.
    @EventLoopActor @Test(arguments: [TextWindow.Kind.foot, .gtk3, .chromium])
    func aKeyboardBesideItKeepsItsKeymap(kind: TextWindow.Kind) async throws {
        let server = try await SwayServer.start()
        let sink = VirtualKeyboardSink(display: server.socket)
        let person = VirtualKeyboardSink(display: server.socket)
        try await person.prepare()
        try await sink.prepare()
        let window = try await server.open(kind) { try await sink.type($0) }
        for _ in 1...Situation.runs {
            try await sink.type(SampleText.world.string)
            try await person.type(" plain\n")
            let line = try await window.line()
            #expect(line.hasSuffix(" plain") && line.hasPrefix(SampleText.world.string))
        }
        for sink in [sink, person] { sink.close() }
        try await server.stop()
    }
}

extension VirtualKeyboardSink {
    fileprivate func type(_ text: String) async throws {
        try await insertText(TypableText(cleaning: text, lineBreaks: .keep))
    }
}
