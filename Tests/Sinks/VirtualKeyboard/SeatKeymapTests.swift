import Dictation
import LinuxRuntime
import Problems
import SinkVirtualKeyboard
import TestSupport
import Testing

/// On a compositor that reads our keys with the seat's keymap, no wrong letter is typed.
@Suite(.runningLoop, .serialized, .needs("sway", "foot", "cc", package: "sway, foot and gcc"))
struct SeatKeymapTests {
    @EventLoopActor @Test(arguments: [TextWindow.Kind.foot, .gtk3])
    func theLayoutIsTyped(in kind: TextWindow.Kind) async throws {
        try await withWindow(kind, layouts: "de") { sink, window in
            let text = "Hello World: äöü @ 50 %, {[Größe]} y/z"
            try #expect(await sink.untypable(TypableText(cleaning: text, lineBreaks: .keep)) == [])
            try await sink.type(text + "\n")
            #expect(try await window.line() == text)
            #expect(!sink.capabilities.contains(.anyText))
            #expect(try await sink.ability().contains("German"))
        }
    }

    @EventLoopActor @Test func whatTheLayoutLacksIsLeftToOthers() async throws {
        try await withWindow(.foot, layouts: "us") { sink, window in
            let text = TypableText(cleaning: "Hello World äß日", lineBreaks: .keep)
            #expect(try await sink.untypable(text) == ["ä", "ß", "日"])
            let failure = await #expect(throws: SinkFailure.self) {
                try await sink.insertText(text)
            }
            #expect(failure?.inserted == "Hello World ".count)
            #expect(failure?.handsOver == true)
            try await sink.type("\n")
            #expect(try await window.line() == "Hello World ")
        }
    }

    @EventLoopActor @Test func keysEdit() async throws {
        try await withWindow(.gtk3, layouts: "us") { sink, window in
            try await sink.type("one two three")
            try await sink.deleteBackward(6)
            try await sink.selectBackward(3)
            try await sink.type("2")
            try await sink.press(.home, 1)
            try await sink.type("0 ")
            try await sink.press(.selectAll, 1)
            try await sink.press(.end, 1)
            try await sink.moveCursor(by: -1)
            try await sink.type("=")
            try await sink.press(.end, 1)
            try await sink.press(.enter, 1)
            #expect(try await window.line() == "0 one =2")
        }
    }

    /// Only the focused window is sent which of them is active.
    @EventLoopActor @Test func withSeveralLayoutsNothingIsTyped() async throws {
        let server = try await SwayServer.start(
            changes: SeatKeymapCompositor.changes(layouts: "us,ru"))
        let sink = VirtualKeyboardSink(display: server.socket)
        try await sink.prepare()
        let failure = await #expect(throws: SinkFailure.self) { try await sink.type("Hello") }
        #expect(failure?.inserted == 0)
        #expect(failure?.handsOver == true)
        #expect(failure?.problem?.why.contains("with your layouts") == true)
        sink.close()
        try await server.stop()
    }

    /// Each compositor with a keymap of the keyboard's own stays as it is, whatever the user types.
    @EventLoopActor @Test func aCorrectCompositorTypesAnyText() async throws {
        let server = try await SwayServer.start()
        let user = VirtualKeyboardSink(display: server.socket)
        try await user.prepare()
        let window = try await server.open(.foot) { try await user.type($0) }
        for _ in 0..<5 {
            let sink = VirtualKeyboardSink(display: server.socket)
            try await sink.prepare()
            let letters = String(repeating: "x", count: 50)
            let busy = EventLoop.throwingTask { try await user.type(letters) }
            let text = TypableText(cleaning: "äß日\n", lineBreaks: .keep)
            #expect(try await sink.untypable(text) == [])
            #expect(sink.capabilities.contains(.anyText))
            try await busy.value
            try await sink.insertText(text)
            #expect(try await window.line() == letters + "äß日")
            sink.close()
        }
        user.close()
        try await server.stop()
    }

    @EventLoopActor private func withWindow(
        _ kind: TextWindow.Kind, layouts: String,
        _ body: (VirtualKeyboardSink, TextWindow) async throws -> Void
    ) async throws {
        let server = try await SwayServer.start(
            changes: SeatKeymapCompositor.changes(layouts: layouts))
        let sink = VirtualKeyboardSink(display: server.socket)
        try await sink.prepare()
        let window = try await server.open(kind) { try await sink.type($0) }
        try await body(sink, window)
        sink.close()
        try await server.stop()
    }
}
