import Dictation
import DictationParts
import History
import LinuxRuntime
import MonotonicTime
import Problems
import SinkInputMethod
import SinkVirtualKeyboard
import TestSupport
import Testing
import TextEditing
import TextProcessing

@testable import Session
@testable import SinkChains

/// Words that are shown in real windows of a real compositor while they are spoken.
@Suite(
    .runningLoop, .serialized, .needs("sway", "Xwayland", package: "sway and xwayland"),
    .needs("xterm", "/usr/bin/python3", package: "xterm and python3-gi"))
struct MarkedTextTests {
    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4])
    func theTextFitsTheDocumentAndReplacesWhatWasShown(in kind: TextWindow.Kind) async throws {
        let stage = try await Stage(kind)
        try await stage.type("I like")
        try await stage.start()
        for words in ["apples", "apples and", "apples and bears"] {
            stage.recognizer.tell(.partial(words))
        }
        try await waitUntil("the words are shown") { stage.chain.marking != nil }
        // They aren't part of the text.
        #expect(stage.chain.contextBeforeInput == "I like")
        try await stage.finish("apples and pears")
        #expect(stage.runner.timing.confirmed == true)
        try await stage.start()
        #expect(stage.chain.contextBeforeInput == "I like apples and pears")
        try await stage.finish("and plums")
        #expect(stage.runner.timing.confirmed == true)
        #expect(try await stage.line() == "I like apples and pears and plums")
        try await stage.stop()
    }

    /// A window that is busy for longer than is waited.
    @EventLoopActor @Test func aTextThatIsNotSeenIsOfferedAgain() async throws {
        let stage = try await Stage(.gtk4)
        try await stage.type("I like")
        try await stage.start()
        stage.window.freeze(true)
        try await stage.finish("pears")
        #expect(stage.runner.timing.confirmed == false)
        #expect(stage.runner.display.notice?.remedy.contains("utter retype") == true)
        stage.window.freeze(false)
        #expect(try await stage.line() == "I like pears")
        try await stage.stop()
    }

    /// One that shows words is stopped, and continues while is waited for the text.
    @EventLoopActor @Test(arguments: [TextWindow.Kind.gtk3, .gtk4])
    func aBusyWindowIsWaitedFor(_ kind: TextWindow.Kind) async throws {
        let stage = try await Stage(kind)
        try await stage.type("I like")
        try await stage.start()
        stage.recognizer.tell(.partial("bears"))
        try await waitUntil("the words are shown") { stage.chain.marking != nil }
        stage.window.freeze(true)
        let busy = EventLoop.shared.timer(after: .seconds(3)) { stage.window.freeze(false) }
        try await stage.finish("pears")
        #expect(stage.runner.timing.confirmed == true)
        #expect(stage.runner.display.notice?.message == nil)
        #expect(try await stage.line() == "I like pears")
        withExtendedLifetime(busy) {}
        try await stage.stop()
    }

    /// Of a long text only the end is known, which begins earlier once some of it is deleted.
    @EventLoopActor @Test func aChangeAtTheEndOfALongTextIsConfirmed() async throws {
        let stage = try await Stage(.gtk4)
        let text = (1...400).map { "\($0) " }.joined()
        try await stage.type(text)
        stage.chain.beginDictation()
        await stage.chain.findField()
        try await waitUntil("the window reports its text") {
            stage.chain.contextBeforeInput.map(text.hasSuffix) == true
        }
        #expect(stage.chain.contextBeforeInput?.count == 1_000)
        let insertion = Insertion([.delete(20), .type("pears")])
        let proof = try #require(
            stage.chain.proof(of: insertion, lineBreaks: .keep, tabs: .keep))
        let start = Instant.now
        let outcome = await stage.chain.perform(insertion, lineBreaks: .keep, tabs: .keep)
        #expect(outcome.end == .complete)
        #expect(await stage.chain.arrival(of: proof, since: start) == .once)
        stage.chain.endDictation()
        try await stage.inputMethod.released()
        #expect(try await stage.line() == text.dropLast(20) + "pears")
        try await stage.stop()
    }

    @EventLoopActor @Test func whatWasShownVanishesWhenCancelled() async throws {
        let stage = try await Stage(.gtk4)
        try await stage.type("I like")
        try await stage.start()
        stage.recognizer.tell(.partial("bears"))
        try await waitUntil("the words are shown") { stage.chain.marking != nil }
        stage.runner.send(.command(.cancel))
        try await waitUntil("it was cancelled") { stage.runner.display.state == .idle }
        try await stage.inputMethod.released()
        #expect(try await stage.line() == "I like")
        try await stage.stop()
    }

    /// Its windows take no part: the text is typed at the end.
    @EventLoopActor @Test func aWindowOfXwaylandGetsTheTextAtTheEnd() async throws {
        let stage = try await Stage(.xterm)
        try await stage.start(isReported: false)
        stage.recognizer.tell(.partial("pears"))
        try await stage.finish("pears")
        #expect(stage.chain.marking == nil)
        #expect(try await stage.line() == "Pears")
        try await stage.stop()
    }

    @EventLoopActor @Test(arguments: [FieldWindow.Version.gtk3, .gtk4])
    func nothingIsRecordedInAFieldForAPassword(_ version: FieldWindow.Version) async throws {
        let stage = try await PasswordStage(version, .refuse)
        stage.begin()
        try await waitUntil("it is refused") { stage.runner.display.state == .idle }
        #expect(
            stage.runner.display.notice?.message.hasPrefix("Nothing was recorded") == true)
        #expect(stage.runner.history.entries.isEmpty)
        #expect(stage.window.text == "")
        try await stage.stop()
    }

    @EventLoopActor @Test(arguments: [FieldWindow.Version.gtk3, .gtk4])
    func whereItIsAllowedItIsTypedButNotKept(_ version: FieldWindow.Version) async throws {
        let stage = try await PasswordStage(version, .allow)
        stage.begin()
        try await waitUntil("the window reports its field") {
            stage.chain.traits?.isSecure == true
        }
        stage.recognizer.tell(.partial("apples"))
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance("apples"))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        try await waitUntil("it is typed") { stage.runner.display.state == .idle }
        try await waitUntil("it is there") { stage.window.text == "apples" }
        #expect(stage.runner.history.entries.isEmpty)
        #expect(stage.chain.marking == nil)
        try await stage.stop()
    }

    /// A dictation into a password field.
    @EventLoopActor private final class PasswordStage {
        let audio = FakeAudioSource()
        let recognizer = FakeRecognizer()
        let chain: SinkChain
        let runner: DictationRunner
        let window: FieldWindow
        private let server: SwayServer

        init(_ version: FieldWindow.Version, _ policy: PasswordPolicy) async throws {
            server = try await SwayServer.start()
            // Without a keyboard no window has the focus.
            let keyboard = VirtualKeyboardSink(display: server.socket)
            try await keyboard.prepare()
            window = try await FieldWindow(version, on: server)
            chain = SinkChain([InputMethodSink(display: server.socket), keyboard])
            var rules = DictationRules.patient
            rules.commit = .auto
            var style = DictationRunner.Style()
            style.text.processor = TextProcessor(TextOptions())
            style.text.spacing = .auto
            style.passwords = policy
            runner = DictationRunner(
                parts: .init(audio: audio, recognizer: recognizer, sinks: chain), rules: rules,
                style: style)
            runner.start()
            recognizer.tell(.ready)
        }

        func begin() {
            runner.send(.command(.start))
            audio.tell(.started)
            audio.tell(.samples([1, 2, 3]))
        }

        func stop() async throws {
            chain.close()
            try await server.stop()
        }
    }

    /// A dictation into a window of sway.
    @EventLoopActor private final class Stage {
        let audio = FakeAudioSource()
        let recognizer = FakeRecognizer()
        let inputMethod: InputMethodSink
        let chain: SinkChain
        let runner: DictationRunner
        private let keyboard: VirtualKeyboardSink
        private let server: SwayServer
        let window: TextWindow

        init(_ kind: TextWindow.Kind) async throws {
            server = try await SwayServer.start()
            let keyboard = VirtualKeyboardSink(display: server.socket)
            try await keyboard.prepare()
            window = try await server.open(kind) {
                try await keyboard.insertText(TypableText(cleaning: $0, lineBreaks: .keep))
            }
            self.keyboard = keyboard
            inputMethod = InputMethodSink(display: server.socket)
            chain = SinkChain([inputMethod, keyboard])
            var rules = DictationRules.patient
            rules.commit = .auto
            var style = DictationRunner.Style()
            style.text.processor = TextProcessor(TextOptions())
            runner = DictationRunner(
                parts: .init(audio: audio, recognizer: recognizer, sinks: chain), rules: rules,
                style: style)
            runner.start()
            recognizer.tell(.ready)
        }

        /// Types by keys.
        func type(_ text: String) async throws {
            try await keyboard.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        }

        /// Begins a dictation.
        ///
        /// - Parameter isReported: whether the window reports its text.
        func start(isReported: Bool = true) async throws {
            runner.send(.command(.start))
            audio.tell(.started)
            guard isReported else { return }
            try await waitUntil("the window reports its text") {
                chain.contextBeforeInput != nil
            }
        }

        func finish(_ words: String) async throws {
            runner.send(.command(.stop))
            recognizer.tell(.utterance(words))
            recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
            try await waitUntil("it is typed") { runner.display.state == .idle }
        }

        /// The text in the window.
        func line() async throws -> String {
            try await type("\n")
            return try await window.line()
        }

        func stop() async throws {
            chain.close()
            try await server.stop()
        }
    }
}
