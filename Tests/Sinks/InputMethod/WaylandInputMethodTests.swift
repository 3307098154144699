import Dictation
import LinuxRuntime
import Problems
import SinkVirtualKeyboard
import TestSupport
import Testing
import WaylandClient

@testable import SinkInputMethod

/// Windows of a real compositor report their text, and take text.
@Suite(
    .runningLoop, .serialized, .needs("sway", "Xwayland", package: "sway and xwayland"),
    .needs("foot", "/usr/bin/python3", package: "foot and python3-gi"))
struct WaylandInputMethodTests {
    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4])
    func knowsAndChangesTheText(in kind: TextWindow.Kind) async throws {
        try await withMethod(kind) { method, type in
            try await type("one twö")
            try await waitUntil("the window reports its text") {
                method.field?.text?.before == "one twö"
            }
            #expect(method.field?.purpose == .normal)
            let shownAt = method.reports
            method.show("shown")
            try await waitUntil("the text is shown") { method.reports > shownAt }
            // It isn't part of the text.
            #expect(method.field?.text?.before == "one twö")
            method.commit(" three")
            try await waitUntil("the text is committed") {
                method.field?.text?.before == "one twö three"
            }
            method.commit("X", deletingBefore: 5)
            try await waitUntil("text is deleted") {
                method.field?.text?.before == "one twö X"
            }
        } end: { window, type in
            try await type("\n")
            #expect(try await window.line() == "one twö X")
        }
    }

    @EventLoopActor @Test func aTerminalReportsNoText() async throws {
        try await withMethod(.foot) { method, _ in
            try await waitUntil("the field is reported") { method.field != nil }
            #expect(method.field?.purpose == .terminal)
            #expect(method.field?.text == nil)
            method.commit("committed")
        } end: { window, type in
            try await type("\n")
            #expect(try await window.line() == "committed")
        }
    }

    /// What is shown goes with the input method, as after a crash.
    @EventLoopActor @Test func whatIsShownVanishesAtTheEnd() async throws {
        try await withMethod(.gtk4) { method, _ in
            try await waitUntil("the field is reported") { method.field != nil }
            let before = method.reports
            method.show("never typed")
            try await waitUntil("the text is shown") { method.reports > before }
        } end: { window, type in
            try await type("x\n")
            #expect(try await window.line() == "x")
        }
    }

    @EventLoopActor @Test func onlyOneProgramIsTheInputMethod() async throws {
        let server = try await SwayServer.start()
        let connection = try WaylandConnection(path: server.socket)
        let globals = try await WaylandGlobals.all(of: connection)
        let other = try WaylandConnection(path: server.socket)
        let others = try await WaylandGlobals.all(of: other)
        do {
            let first = try await WaylandInputMethod.begin(on: globals, of: connection)
            await #expect(throws: Problem.self) {
                _ = try await WaylandInputMethod.begin(on: others, of: other)
            }
            #expect(!first.isTaken)
        }
        // The first has ended.
        try await connection.roundtrip()
        _ = try await WaylandInputMethod.begin(on: others, of: other)
        try await server.stop()
    }

    /// - Parameters:
    ///   - run: gets the input method, and what types by keys.
    ///   - end: gets the window, when there is no input method any more.
    @EventLoopActor private func withMethod(
        _ kind: TextWindow.Kind,
        run: (WaylandInputMethod, (String) async throws -> Void) async throws -> Void,
        end: (TextWindow, (String) async throws -> Void) async throws -> Void
    ) async throws {
        let server = try await SwayServer.start()
        let keyboard = VirtualKeyboardSink(display: server.socket)
        try await keyboard.prepare()
        func type(_ text: String) async throws {
            try await keyboard.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        }
        let window = try await server.open(kind, type: type)
        let connection = try WaylandConnection(path: server.socket)
        let globals = try await WaylandGlobals.all(of: connection)
        do {
            let method = try await WaylandInputMethod.begin(on: globals, of: connection)
            try await run(method, type)
        }
        try await connection.roundtrip()
        try await end(window, type)
        try await server.stop()
    }
}
