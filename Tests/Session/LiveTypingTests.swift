import Dictation
import History
import LinuxRuntime
import Problems
import SinkChains
import TestSupport
import Testing
import TextEditing

@testable import Session

@Suite(.runningLoop) struct LiveTypingTests {
    /// A runner over fakes that types words while they are spoken.
    @EventLoopActor
    private final class Stage {
        let audio = FakeAudioSource()
        let recognizer = FakeRecognizer()
        let sink = RecordingSink()
        let runner: DictationRunner

        init(_ commit: CommitTime = .live) {
            var rules = DictationRules.patient
            rules.commit = commit
            var style = DictationRunner.Style()
            style.text.processor = RunnerStage.processor()
            runner = DictationRunner(
                parts: .init(audio: audio, recognizer: recognizer, sinks: SinkChain([sink])),
                rules: rules, style: style)
            runner.start()
            recognizer.tell(.ready)
        }

        func start() {
            runner.send(.command(.start))
            audio.tell(.started)
        }

        /// Repeats the words until they are stable.
        func say(_ words: String) {
            for _ in 0..<3 { recognizer.tell(.partial(words)) }
        }

        /// Starts, and says words until they are in the window.
        func start(_ words: String, until text: String) async {
            start()
            say(words)
            await waitFor(text)
        }

        func finish(_ words: String? = nil) async {
            runner.send(.command(.stop))
            if let words { recognizer.tell(.utterance(words)) }
            recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
            await wait { runner.display.state == .idle }
        }

        func wait(for fact: () -> Bool) async {
            await yieldUntil(fact)
        }

        func waitFor(_ text: String) async {
            await wait { sink.text == text }
        }
    }

    @EventLoopActor @Test func typesWhileTheUserSpeaks() async {
        let stage = Stage()
        await stage.start("hello", until: "Hello")
        stage.say("hello word")
        await stage.waitFor("Hello word")
        stage.say("hello world comma how")
        await stage.waitFor("Hello world, how")
        stage.recognizer.tell(.utterance("hello world comma how are you"))
        await stage.waitFor("Hello world, how are you")
        stage.say("question")
        await stage.waitFor("Hello world, how are you question")
        await stage.finish("question mark")
        #expect(stage.sink.text == "Hello world, how are you?")
        #expect(stage.runner.history.entries.map(\.record.text) == ["Hello world, how are you?"])
        #expect(stage.runner.history.entries.map(\.record.rest) == [""])
        #expect(stage.runner.display.notice == nil)
    }

    @EventLoopActor @Test func typesAtPausesOnly() async {
        let stage = Stage(.final)
        stage.start()
        stage.say("hello word")
        stage.recognizer.tell(.utterance("hello world"))
        await stage.waitFor("Hello world")
        stage.say("how are you")
        await stage.finish("how are you")
        #expect(stage.sink.insertions == ["Hello world", " how are you"])
        stage.start()
        stage.recognizer.tell(.utterance("scratch this"))
        await stage.waitFor("Hello world how are you scratch this")
        stage.runner.send(.command(.cancel))
        await stage.waitFor("Hello world how are you")
    }

    @EventLoopActor @Test func typesOnWhereItEnded() async {
        let stage = Stage()
        await stage.start("one", until: "One")
        await stage.finish("one")
        await stage.start("two", until: "One two")
        await stage.finish("two")
        #expect(stage.sink.text == "One two")
        await stage.start("scratch", until: "One two scratch")
        await stage.finish("scratch that")
        #expect(stage.sink.text == "One")
    }

    @EventLoopActor @Test func takesBackWhatIsCancelled() async {
        let stage = Stage()
        await stage.start("one", until: "One")
        await stage.finish("one")
        await stage.start("two three", until: "One two three")
        stage.runner.send(.command(.cancel))
        await stage.waitFor("One")
        await stage.start("four", until: "One four")
        stage.runner.send(.command(.stop))
        stage.runner.send(.command(.cancel))
        // Before the text is taken back.
        await stage.start("five", until: "One five")
        await stage.finish("five")
        #expect(stage.sink.text == "One five")
    }

    @EventLoopActor @Test func takesBackWhatCameToNothing() async {
        let stage = Stage()
        stage.start()
        stage.say("uh")
        stage.say("a noise")
        await stage.waitFor("A noise")
        await stage.finish()
        await stage.waitFor("")
        #expect(stage.runner.display.notice?.message == "No speech detected")
    }

    /// Words in one window are never deleted from another; the rest is typed where the focus is.
    @EventLoopActor @Test func touchesNoOtherWindow() async {
        let stage = Stage()
        await stage.start("one two", until: "One two")
        stage.sink.focusedTarget = SinkTarget("another window")
        stage.say("one to three")
        await stage.finish("one to three")
        #expect(stage.sink.text == "One twoo three")
        #expect(stage.sink.insertions.last == "o three")
        #expect(
            stage.runner.display.notice?.message
                == "The last words in the other window are not corrected")
        #expect(stage.runner.history.entries.last?.record.text == "One to three")
    }

    @EventLoopActor @Test func leavesAloneWhatTheUserTyped() async {
        let stage = Stage()
        await stage.start("one two", until: "One two")
        stage.sink.contextBeforeInput = "One two, I typed"
        stage.runner.send(.command(.cancel))
        stage.start()
        await stage.finish()
        #expect(stage.sink.text == "One two")
    }

    @EventLoopActor @Test func reportsOfAFailureOnce() async {
        let stage = Stage()
        await stage.start("red blue", until: "Red blue")
        let problem = Problem("gone", why: "unplugged")
        stage.sink.failure = SinkFailure(inserted: 3, problem: problem)
        stage.say("red blue green white")
        await stage.waitFor("Red blue gr")
        #expect(stage.runner.display.notice == nil)
        stage.sink.failure = nil
        await stage.finish("red blue green white")
        #expect(stage.sink.text == "Red blue green white")
        #expect(stage.runner.display.notice == nil)
    }

    @EventLoopActor @Test func namesWhatWasLeftOut() async {
        let stage = Stage()
        stage.sink.lacks = ["!"]
        await stage.start("yes exclamation mark no", until: "Yes No")
        await stage.finish("yes exclamation mark not now")
        #expect(stage.sink.text == "Yes Not now")
        #expect(stage.runner.history.entries.last?.record.text == "Yes! Not now")
        #expect(stage.runner.display.notice?.message.hasPrefix("left out “!”") == true)
    }

    @EventLoopActor @Test func endsWithNoKeyDown() async {
        let stage = Stage()
        var hasEnded = false
        stage.runner.onExit = { hasEnded = true }
        stage.start()
        stage.sink.hangs = true
        stage.say("one two")
        await stage.waitFor("One")
        stage.runner.send(.shutdown)
        #expect(!hasEnded)
        await stage.wait { hasEnded }
    }
}
