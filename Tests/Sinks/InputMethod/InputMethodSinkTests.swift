import Dictation
import DictationParts
import LinuxRuntime
import Problems
import SinkInputMethod
import SinkVirtualKeyboard
import TestSupport
import Testing

/// Real windows of a real compositor read what is committed, and report it.
@Suite(
    .runningLoop, .serialized, .needs("sway", "Xwayland", package: "sway and xwayland"),
    .needs("foot", "xterm", "/usr/bin/python3", package: "foot, xterm and python3-gi"),
    .needs(TextWindow.Kind.vte.program, package: "gir1.2-vte-2.91"))
struct InputMethodSinkTests {
    @EventLoopActor
    @Test(arguments: [TextWindow.Kind.gtk3, .gtk4], SampleText.all)
    func commitsExactly(into kind: TextWindow.Kind, _ text: SampleText) async throws {
        try await withWindow(kind) { sink, type, window, _ in
            try await becomesReady(sink)
            try await sink.insertText(text.typable)
            sink.endDictation()
            try await type("\n")
            let line = try await window.line()
            #expect(Array(line.unicodeScalars) == Array(text.typable.string.unicodeScalars))
        }
    }

    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4])
    func knowsTheText(in kind: TextWindow.Kind) async throws {
        try await withWindow(kind) { sink, type, window, _ in
            try await becomesReady(sink)
            try await sink.insertText(TypableText(cleaning: "I like pears", lineBreaks: .keep))
            // At once: the window has reported what arrived.
            #expect(sink.document?.contextBeforeInput == "I like pears")
            #expect(sink.document?.contextAfterInput == "")
            try await sink.deleteBackward(5)
            #expect(sink.document?.contextBeforeInput == "I like ")
            sink.endDictation()
            #expect(sink.document == nil)
            try await type("\n")
            #expect(try await window.line() == "I like ")
        }
    }

    /// Windows report up to 4,000 bytes.
    @EventLoopActor @Test func knowsNoMoreThanIsPromised() async throws {
        try await withWindow(.gtk4) { sink, _, _, _ in
            try await becomesReady(sink)
            let text = String(repeating: "one two six ", count: 100) + "ten"
            try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
            #expect(sink.document?.contextBeforeInput == String(text.suffix(1_000)))
        }
    }

    /// The protocol counts bytes, and some windows characters.
    @EventLoopActor @Test func leavesTheDeletionOfOtherCharactersToKeys() async throws {
        try await withWindow(.gtk4) { sink, type, window, _ in
            try await becomesReady(sink)
            try await sink.insertText(TypableText(cleaning: "süß", lineBreaks: .keep))
            let failure = await #expect(throws: SinkFailure.self) {
                try await sink.deleteBackward(2)
            }
            #expect(failure?.handsOver == true)
            try await type("\n")
            #expect(try await window.line() == "süß")
        }
    }

    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4])
    func markedTextIsReplacedOrVanishes(in kind: TextWindow.Kind) async throws {
        try await withWindow(kind) { sink, type, window, _ in
            try await becomesReady(sink)
            for text in ["I", "I like", "I like bears"] {
                try await sink.setMarkedText(TypableText(cleaning: text, lineBreaks: .keep))
            }
            try await sink.insertText(TypableText(cleaning: "I like pears", lineBreaks: .keep))
            try await sink.setMarkedText(TypableText(cleaning: " and", lineBreaks: .keep))
            sink.endDictation()
            // Typed after the compositor has handled the end.
            try await sink.released()
            try await type("\n")
            #expect(try await window.line() == "I like pears")
        }
    }

    /// Windows of Xwayland take no part, and terminals don't report whether a text has arrived:
    /// another sink types, and deletes.
    @EventLoopActor @Test(arguments: [TextWindow.Kind.xterm, .foot, .vte])
    func leavesWindowsWithoutTextToOthers(_ kind: TextWindow.Kind) async throws {
        try await withWindow(kind) { sink, type, window, server in
            if kind != .xterm {
                try await waitUntil("it is a terminal") { sink.document?.traits?.kind == .terminal }
            }
            #expect(sink.document?.contextBeforeInput == nil)
            await #expect(throws: Problem.self) { try await sink.prepare() }
            let keyboard = VirtualKeyboardSink(display: server.socket)
            try await keyboard.prepare()
            try await type("pears")
            try await keyboard.deleteBackward(2)
            keyboard.close()
            try await type("\n")
            #expect(try await window.line() == "pears\u{7F}\u{7F}")
        }
    }

    /// Unless the field says that it has several lines, a line break may be a key of the window.
    @EventLoopActor @Test func leavesLineBreaksToKeys() async throws {
        try await withWindow(.gtk4) { sink, _, _, _ in
            try await becomesReady(sink)
            let text = TypableText(cleaning: "one\n\ttwo\n", lineBreaks: .keep, tabs: .keep)
            #expect(try await sink.untypable(text) == ["\n", "\t"])
        }
    }

    /// What the window reports then is the text that is there.
    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4])
    func opensTheFieldAgain(in kind: TextWindow.Kind) async throws {
        try await withWindow(kind) { sink, type, window, _ in
            try await becomesReady(sink)
            try await sink.insertText(TypableText(cleaning: "one ", lineBreaks: .keep))
            #expect(await sink.reopenField())
            #expect(sink.document?.contextBeforeInput == "one ")
            try await sink.insertText(TypableText(cleaning: "two", lineBreaks: .keep))
            #expect(sink.document?.contextBeforeInput == "one two")
            try await sink.setMarkedText(TypableText(cleaning: " three", lineBreaks: .keep))
            #expect(await sink.reopenField() == false)
            sink.endDictation()
            #expect(await sink.reopenField() == false)
            try await type("\n")
            #expect(try await window.line() == "one two")
        }
    }

    /// The protocol deletes what is before the cursor, and leaves a selection as it is.
    @EventLoopActor @Test func leavesASelectionToKeys() async throws {
        try await withWindow(.gtk4) { sink, type, window, server in
            try await becomesReady(sink)
            try await sink.insertText(TypableText(cleaning: "one two", lineBreaks: .keep))
            let keyboard = VirtualKeyboardSink(display: server.socket)
            try await keyboard.prepare()
            try await keyboard.selectBackward(3)
            try await waitUntil("it is selected, not \(sink.document?.selectedText?.count ?? -1)") {
                sink.document?.selectedText == "two"
            }
            let failure = await #expect(throws: SinkFailure.self) {
                try await sink.deleteBackward(1)
            }
            #expect(failure?.handsOver == true)
            try await keyboard.deleteBackward(1)
            keyboard.close()
            sink.endDictation()
            try await type("\n")
            #expect(try await window.line() == "one ")
        }
    }

    @EventLoopActor
    @Test(arguments: [
        ("FREE_FORM", FieldKind.text), ("NUMBER", .number), ("PHONE", .number), ("URL", .url),
        ("EMAIL", .email), ("PIN", .password), ("NAME", .other), ("TERMINAL", .terminal),
    ])
    func knowsTheKindOfField(_ purpose: String, _ kind: FieldKind) async throws {
        let server = try await SwayServer.start()
        let keyboard = VirtualKeyboardSink(display: server.socket)
        try await keyboard.prepare()
        let window = try await FieldWindow(.gtk4, on: server, purpose: purpose)
        let sink = InputMethodSink(display: server.socket)
        sink.beginDictation()
        try await waitUntil("the field is reported") { sink.document?.traits != nil }
        #expect(sink.document?.traits?.kind == kind)
        withExtendedLifetime((window, keyboard)) {}
        sink.close()
        try await server.stop()
    }

    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4])
    func knowsWhenTheTextChanged(in kind: TextWindow.Kind) async throws {
        try await withWindow(kind) { sink, type, _, _ in
            try await becomesReady(sink)
            #expect(sink.document?.lastChange == nil)
            try await sink.insertText(TypableText(cleaning: "one", lineBreaks: .keep))
            let first = try #require(sink.document?.lastChange)
            try await type("x")
            try await waitUntil("it is reported") {
                sink.document?.contextBeforeInput == "onex"
            }
            #expect(try #require(sink.document?.lastChange) > first)
        }
    }

    @EventLoopActor @Test func holdsTheSeatOnlyDuringADictation() async throws {
        try await withWindow(.gtk4) { sink, _, _, server in
            try await becomesReady(sink)
            let other = InputMethodSink(display: server.socket)
            defer { other.close() }
            other.beginDictation()
            await #expect(throws: Problem.self) { try await other.prepare() }
            other.endDictation()
            sink.endDictation()
            try await sink.released()
            other.beginDictation()
            try await becomesReady(other)
        }
    }

    /// Waits until the window has reported its field.
    @EventLoopActor private func becomesReady(_ sink: InputMethodSink) async throws {
        try await waitUntil("the field is reported") { sink.document?.traits != nil }
        try await sink.prepare()
    }

    /// - Parameter run: gets the sink in a dictation, what types by keys, the window and the
    ///   compositor.
    @EventLoopActor private func withWindow(
        _ kind: TextWindow.Kind,
        run: (
            InputMethodSink, (String) async throws -> Void, TextWindow, SwayServer
        ) async throws -> Void
    ) async throws {
        let server = try await SwayServer.start()
        let keyboard = VirtualKeyboardSink(display: server.socket)
        try await keyboard.prepare()
        func type(_ text: String) async throws {
            try await keyboard.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        }
        let window = try await server.open(kind, type: type)
        let sink = InputMethodSink(display: server.socket)
        sink.beginDictation()
        try await run(sink, type, window, server)
        sink.close()
        try await server.stop()
    }
}
