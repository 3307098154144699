import Dictation
import DictationParts
import Glibc
import LinuxRuntime
import Problems
import SinkIBus
import Synchronization
import TestSupport
import Testing

@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("ibus-daemon", package: "ibus"),
    .needs(
        "/usr/lib/x86_64-linux-gnu/gtk-3.0/3.0.0/immodules/im-ibus.so", package: "ibus-gtk3"),
    .needs(
        "/usr/lib/x86_64-linux-gnu/gtk-4.0/4.0.0/immodules/libim-ibus.so", package: "ibus-gtk4"),
    .needs(TextWindow.Kind.gtk3.program, package: "gir1.2-gtk-3.0"),
    .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"))
struct IBusSinkTests {
    private static let layout = "xkb:us:intl:eng"
    private static let words = TypableText(cleaning: "“Grüße” 你好 👍🏽", lineBreaks: .keep)

    /// A daemon whose user has another layout than the first, and a sink.
    @EventLoopActor private func stage(
        interrupting: Bool = false
    ) async throws -> (ibus: IBusServer, link: IBusLink, sink: IBusSink) {
        let ibus = try await IBusServer()
        let link = try await Self.link(to: ibus)
        try await link.setGlobalEngine(Self.layout)
        return (ibus, link, Self.sink(for: ibus, interrupting: interrupting))
    }

    @EventLoopActor private static func link(to ibus: IBusServer) async throws -> IBusLink {
        try await IBusLink.open(try #require(IBusAddress.find(ibus.environment)))
    }

    @EventLoopActor private static func sink(
        for ibus: IBusServer, interrupting: Bool = false, hasEachField: Bool = true
    ) -> IBusSink {
        IBusSink(
            IBusSinkOptions(
                environment: ibus.environment, record: EngineRecord.path(ibus.environment),
                interruptsInputMethod: interrupting, hasEachField: hasEachField))
    }

    /// X's input method protocol, by which xterm gets its text, has not every character.
    @EventLoopActor
    @Test(arguments: [
        (IBusWindow.Kind.gtk3, SampleText.all), (.gtk4, SampleText.all), (.xterm, [.english]),
    ])
    func aTextArrivesExactly(_ kind: IBusWindow.Kind, _ samples: [SampleText]) async throws {
        let (ibus, link, sink) = try await stage()
        let window = try await ibus.open(kind)
        var expected = ""
        for sample in samples {
            let progress = Mutex(0)
            sink.onProgress = { count in progress.withLock { $0 = count } }
            #expect(try await sink.untypable(sample.typable).isEmpty)
            try await sink.insertText(sample.typable)
            #expect(progress.withLock { $0 } == sample.string.count)
            expected += sample.string
            try await window.expect(expected)
            #expect(try await link.globalEngine() == Self.layout)
        }
        #expect(EngineRecord.path(ibus.environment).map(EngineRecord.hasEngine) == false)
    }

    @EventLoopActor @Test func whatXtermWouldGetInPartIsTypedByOthers() async throws {
        let (ibus, link, sink) = try await stage()
        let window = try await ibus.open(.xterm)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(SampleText.european.typable)
        }
        #expect(failure?.inserted == 0)
        #expect(failure?.handsOver == true)
        #expect(failure?.problem?.remedy.contains("clipboard") == true)
        #expect(try await link.globalEngine() == Self.layout)
        // What is pressed afterwards arrives, and nothing before it.
        try await window.press("x")
        try await window.expect("x")
    }

    @EventLoopActor @Test(arguments: [true, false])
    func withoutATextFieldOthersTypeOnlyWhereNotEachFieldIsIBuss(
        _ hasEachField: Bool
    ) async throws {
        let (ibus, link, _) = try await stage()
        let sink = Self.sink(for: ibus, hasEachField: hasEachField)
        for kind in [nil, IBusWindow.Kind.button] {
            let window = if let kind { try await ibus.open(kind) } else { IBusWindow?.none }
            let failure = await #expect(throws: SinkFailure.self) {
                try await sink.insertText(Self.words)
            }
            #expect(failure?.inserted == 0)
            #expect(failure?.handsOver == !hasEachField)
            #expect(failure?.problem?.why == "no text field has the focus")
            #expect(try await link.globalEngine() == Self.layout)
            try await window?.close()
        }
    }

    /// IBus keeps the field of a killed xterm until another of its fields gets the focus.
    @EventLoopActor @Test func noTextIsLostToAFieldThatHasGone() async throws {
        let (ibus, link, _) = try await stage()
        let sink = Self.sink(for: ibus, hasEachField: false)
        let window = try await ibus.open(.xterm)
        try await window.close()
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(TypableText(cleaning: "words", lineBreaks: .keep))
        }
        #expect(failure?.inserted == 0)
        #expect(failure?.handsOver == true)
        #expect(try await link.globalEngine() == Self.layout)
    }

    @EventLoopActor @Test func aPasswordIsNeverTyped() async throws {
        let (ibus, link, sink) = try await stage()
        let window = try await ibus.open(.password)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Self.words)
        }
        #expect(failure?.inserted == 0)
        // GTK 3 on X11 may keep the field from IBus altogether.
        #expect(failure?.handsOver == false)
        #expect(failure?.problem?.what == "nothing was typed")
        #expect(try await link.globalEngine() == Self.layout)
        // What is pressed afterwards arrives, and nothing before it.
        try await window.press("x")
        try await window.expect("x")
    }

    @EventLoopActor @Test func aTerminalGetsSpacesForLineBreaks() async throws {
        let (ibus, _, sink) = try await stage()
        let window = try await ibus.open(.terminal)
        try await sink.insertText(TypableText(cleaning: "one\ntwo", lineBreaks: .keep))
        try await window.expect("one two")
    }

    @EventLoopActor @Test func aTerminalIsKnownAsOne() async throws {
        let (ibus, _, sink) = try await stage()
        let window = try await ibus.open(.terminal)
        sink.beginDictation()
        await sink.findField()
        #expect(sink.document?.traits?.kind == .terminal)
        withExtendedLifetime(window) {}
    }

    /// Qt's part for IBus would commit them at a click, or when the focus moves.
    @EventLoopActor @Test(arguments: [true, false])
    func wordsAreShownOnlyWhereEachFieldIsIBuss(_ hasEachField: Bool) async throws {
        let (ibus, link, _) = try await stage()
        let window = try await ibus.open(.gtk3)
        let sink = Self.sink(for: ibus, hasEachField: hasEachField)
        sink.beginDictation()
        await sink.findField()
        #expect(sink.canMark == hasEachField)
        var failure: SinkFailure?
        do throws(SinkFailure) { try await sink.setMarkedText(Self.words) } catch {
            failure = error
        }
        #expect((failure == nil) == hasEachField)
        #expect(try await link.globalEngine().map(EngineConnection.isOurs) == hasEachField)
        try await sink.insertText(Self.words)
        try await window.expect(Self.words.string)
        sink.endDictation()
    }

    /// Issue 42, 3.3: the kind of a field comes after its capabilities, and not again for a field that is
    /// like the last.
    @EventLoopActor @Test func theKindOfAFieldIsKnownAtOnce() async throws {
        let (ibus, link, _) = try await stage()
        let other = try await ibus.open(.terminal)
        let window = try await ibus.open(.terminal)
        for _ in 1...5 {
            let turn = try await IBusTurn.begin(on: link, record: nil, interrupting: false)
            #expect(turn.field?.hasPurpose == true && turn.field?.purpose == .terminal)
            await turn.end()
        }
        let turn = try await IBusTurn.begin(on: link, record: nil, interrupting: false)
        for (last, next) in [(window, other), (other, window)] {
            turn.refocus()
            // Its program tells IBus later than the other's that the focus has moved, as a busy one may.
            last.freeze(true)
            try await next.focus()
            try await waitUntil("the other window's field") {
                turn.field == nil && turn.focused?.isKnown == true
            }
            #expect(turn.focused?.isNone == false)
            #expect(turn.focused?.purpose == .terminal)
            last.freeze(false)
        }
        await turn.end()
    }

    @EventLoopActor @Test func keysOfTheUsersArriveWhileTheEngineIsInForce() async throws {
        let (ibus, link, _) = try await stage()
        let window = try await ibus.open(.gtk3)
        let turn = try await IBusTurn.begin(on: link, record: nil, interrupting: false)
        #expect(try await link.globalEngine().map(EngineConnection.isOurs) == true)
        try await window.press("a", "shift+b", "c")
        try await window.expect("aBc")
        await turn.end()
        #expect(try await link.globalEngine() == Self.layout)
        try await window.press("d")
        try await window.expect("aBcd")
    }

    @EventLoopActor @Test func anInputMethodIsInterruptedOnlyIfTheUserAgrees() async throws {
        let (ibus, link, sink) = try await stage()
        // An engine that isn't one of a layout.
        let method = try await EngineConnection.open(
            try #require(IBusAddress.find(ibus.environment)), variant: 2)
        try await link.setGlobalEngine(method.engineName)
        let window = try await ibus.open(.gtk3)
        let problem = await #expect(throws: Problem.self) { try await sink.untypable(Self.words) }
        #expect(problem?.remedy.contains("interrupt_input_method") == true)
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Self.words)
        }
        // Another sink may type.
        #expect(failure?.handsOver == true)
        #expect(window.text.isEmpty)
        let bold = Self.sink(for: ibus, interrupting: true)
        try await bold.insertText(Self.words)
        try await window.expect(Self.words.string)
        #expect(try await link.globalEngine() == method.engineName)
    }

    @EventLoopActor @Test func anEngineThatTheUserChoosesMeanwhileStays() async throws {
        let (ibus, link, _) = try await stage()
        let window = try await ibus.open(.gtk3)
        let turn = try await IBusTurn.begin(on: link, record: nil, interrupting: false)
        #expect(turn.field != nil)
        try await link.setGlobalEngine("xkb:us:dvorak:eng")
        try await waitUntil("the turn has lost the field") { turn.field == nil }
        await turn.end()
        #expect(try await link.globalEngine() == "xkb:us:dvorak:eng")
        withExtendedLifetime(window) {}
    }

    @EventLoopActor @Test func theRestIsKeptWhenTheFieldLosesTheFocus() async throws {
        let (ibus, link, sink) = try await stage()
        let other = try await ibus.open(.gtk4)
        let window = try await ibus.open(.gtk3)
        // Long enough for several commits; the focus moves after the first.
        let text = TypableText(
            cleaning: String(repeating: "eins zwei drei ", count: 1_000), lineBreaks: .keep)
        // unsafe, here and below: this sink reports on the event loop.
        nonisolated(unsafe) var moving: Task<Void, any Error>?
        sink.onProgress = { _ in
            EventLoopActor.assumeIsolated {
                if moving == nil { moving = EventLoop.throwingTask { try await other.focus() } }
                // The window reads nothing more before it has lost the focus.
                window.freeze(true)
            }
        }
        let typing = EventLoop.throwingTask { try await sink.insertText(text) }
        try await waitUntil("the first part is committed") { moving != nil }
        try await moving?.value
        window.freeze(false)
        let failure = await #expect(throws: SinkFailure.self) { try await typing.value }
        #expect(failure?.problem?.why == "the text field lost the focus")
        #expect(failure?.handsOver == false)
        let inserted = try #require(failure?.inserted)
        #expect(inserted > 0 && inserted < text.string.count)
        try await waitUntil("what counts as typed is there") {
            window.text.hasPrefix(text.string.prefix(inserted))
        }
        #expect(other.text.isEmpty)
        #expect(try await link.globalEngine() == Self.layout)
    }

    @EventLoopActor @Test func aCancelledTextEndsAfterACommit() async throws {
        let (ibus, link, sink) = try await stage()
        let window = try await ibus.open(.gtk3)
        let text = TypableText(
            cleaning: String(repeating: "eins zwei drei ", count: 1_000), lineBreaks: .keep)
        nonisolated(unsafe) var typing: Task<Void, any Error>?
        sink.onProgress = { _ in typing?.cancel() }
        typing = EventLoop.throwingTask { try await sink.insertText(text) }
        let failure = await #expect(throws: SinkFailure.self) { try await typing?.value }
        #expect(failure?.problem == nil)
        let inserted = try #require(failure?.inserted)
        #expect(inserted > 0 && inserted < text.string.count)
        try await window.expect(String(text.string.prefix(inserted)))
        #expect(try await link.globalEngine() == Self.layout)
    }

    @EventLoopActor @Test func whatXtermHasIsDeletedByOthers() async throws {
        let (ibus, _, sink) = try await stage()
        let window = try await ibus.open(.xterm)
        try await sink.insertText(TypableText(cleaning: "words", lineBreaks: .keep))
        try await window.expect("words")
        let failure = await #expect(throws: SinkFailure.self) { try await sink.deleteBackward(2) }
        #expect(failure?.handsOver == true)
    }

    /// As `kill -9` does in the middle of a text: the connection ends while the engine is in force.
    /// ibus-daemon may abort at that moment, if a message of the connection is still under way
    /// (`skip_connection` in its bus/dbusimpl.c): then there is no engine to put back.
    @EventLoopActor @Test func theNextStartPutsTheUsersEngineBack() async throws {
        for _ in 1...3 {
            let (ibus, link, sink) = try await stage()
            let window = try await ibus.open(.gtk3)
            let path = try #require(EngineRecord.path(ibus.environment))
            do {
                let crashing = try await EngineConnection.open(
                    try #require(IBusAddress.find(ibus.environment)), variant: 2)
                try EngineRecord.claim(path).remember(Self.layout)
                try await link.setGlobalEngine(crashing.engineName)
                crashing.close()
            }
            do {
                while try await link.globalEngine() != nil {}
            } catch {
                if await ibus.hasAborted() { continue }
                throw error
            }
            // Keys work on.
            try await window.press("a")
            try await window.expect("a")
            try await sink.prepare()
            #expect(try await link.globalEngine() == Self.layout)
            #expect(!EngineRecord.hasEngine(path))
            try await sink.insertText(Self.words)
            try await window.expect("a" + Self.words.string)
            return
        }
        Issue.record("ibus-daemon aborted three times")
    }

    @EventLoopActor @Test func anEngineChosenAfterACrashStays() async throws {
        let (ibus, link, sink) = try await stage()
        let path = try #require(EngineRecord.path(ibus.environment))
        try EngineRecord.claim(path).remember("xkb:us:dvorak:eng")
        try await sink.prepare()
        #expect(try await link.globalEngine() == Self.layout)
        #expect(!EngineRecord.hasEngine(path))
    }

    @EventLoopActor @Test func anotherDaemonIsFound() async throws {
        let (ibus, _, sink) = try await stage()
        try await sink.prepare()
        try await ibus.restart()
        let window = try await ibus.open(.gtk3)
        try await sink.insertText(Self.words)
        try await window.expect(Self.words.string)
    }

    @EventLoopActor @Test func aStoppedDaemonIsAFailureWithinItsLimit() async throws {
        let (ibus, link, sink) = try await stage()
        let window = try await ibus.open(.gtk3)
        try await sink.prepare()
        ibus.freeze(true)
        let start = MonotonicClock.nanoseconds
        let failure = await #expect(throws: SinkFailure.self) {
            try await sink.insertText(Self.words)
        }
        #expect(failure?.inserted == 0)
        #expect(failure?.problem?.what == "cannot reach IBus")
        #expect(MonotonicClock.nanoseconds - start < 60_000_000_000)
        ibus.freeze(false)
        var engine: String?
        while engine != Self.layout { engine = try await link.globalEngine() }
        try await sink.insertText(Self.words)
        try await window.expect(Self.words.string)
    }

    @EventLoopActor @Test func withoutADaemonTheProblemSaysSo() async throws {
        let directory = try ScratchDirectory("utter-ibus")
        let sink = IBusSink(
            IBusSinkOptions(environment: ["HOME": directory.path, "DISPLAY": ":0"]))
        #expect(sink.availability().problem?.remedy == "Install ibus, and log in again.")
        await #expect(throws: Problem.self) { try await sink.prepare() }
        let gone = IBusSink(
            IBusSinkOptions(environment: ["IBUS_ADDRESS": "unix:path=\(directory.path)/none"]))
        #expect(gone.availability() == .available)
        let problem = await #expect(throws: Problem.self) { try await gone.prepare() }
        #expect(problem?.what == "cannot reach IBus")
        #expect(gone.availability().problem == problem)
    }
}
