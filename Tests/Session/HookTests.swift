import Dictation
import History
import LinuxRuntime
import Problems
import Session
import TestSupport
import Testing
import TextProcessing

/// What the user's program makes of each text: real programs.
@Suite(.runningLoop) struct HookTests {
    private func hook(
        _ arguments: String..., limit: Duration = .seconds(60), answers: Bool = true
    ) -> TextHook {
        TextHook(arguments: arguments, limit: limit, answers: answers)
    }

    @EventLoopActor @Test func itsOutputIsTyped() async {
        let stage = RunnerStage(hook: hook("sed", "s/colour/color/; s/$/!/"))
        #expect(await stage.text(after: "my colour") == "My color!")
        #expect(stage.runner.history.entries.last?.record.text == "My color!")
        // The space before it is ours: the program gets none.
        #expect(await stage.text(after: "and yours") == "My color! And yours!")
        #expect(stage.runner.display.notice == nil)
    }

    @EventLoopActor @Test func theTextBeforeItComesBack() async {
        let stage = RunnerStage(hook: hook("tr", "a-z", "A-Z"))
        #expect(await stage.text(after: "hello") == "HELLO")
        #expect(await stage.text(after: "restore raw") == "Hello")
        #expect(await stage.text(after: "undo") == "HELLO")
        #expect(await stage.text(after: "scratch that") == "")
    }

    @EventLoopActor @Test func itGetsTheTextAfterTheCleanUp() async {
        let stage = RunnerStage(cleans: true, hook: hook("sed", "s/,/;/"))
        #expect(
            await stage.text(after: "hello world", answer: .success("Hello, world"))
                == "Hello; world")
        #expect(await stage.text(after: "restore raw") == "Hello world")
    }

    /// Nothing of it controls a window.
    @EventLoopActor
    @Test(arguments: [
        (TypableText.LineBreaks.space, "one two [31m x"), (.keep, "one\ntwo [31m\nx"),
    ])
    func itsOutputIsCleaned(_ lineBreaks: TypableText.LineBreaks, _ text: String) async {
        let stage = RunnerStage(
            lineBreaks: lineBreaks,
            hook: hook("printf", #"one\ntwo\t\033[31m\r\000\342\200\256x\n\n"#))
        #expect(await stage.text(after: "hello") == text)
    }

    @EventLoopActor
    @Test(arguments: [
        (["sh", "-c", "cat; exit 3"], "the hook “sh” failed: exit status 3"),
        (["true"], "the hook printed nothing"),
        (["printf", #"\n\033 \n"#], "the hook printed nothing"),
        (["/no/such/program"], "cannot run the hook “/no/such/program”: "),
        (["yes"], "the hook “yes” failed: it printed more than 1024 KiB"),
    ])
    func itsFailureChangesNothing(_ arguments: [String], _ why: String) async {
        let hook = TextHook(arguments: arguments, limit: .seconds(60), answers: true)
        let stage = RunnerStage(hook: hook)
        #expect(await stage.text(after: "hello") == "Hello")
        let notice = stage.runner.display.notice
        #expect(notice?.severity == .warning)
        #expect(notice?.message.hasPrefix("Typed unchanged: \(why)") == true, "\(notice as Any)")
        #expect(notice?.message.contains("ello") == false)
    }

    @EventLoopActor @Test func itIsKilledAtItsLimit() async {
        let stage = RunnerStage(
            hook: hook("sh", "-c", "echo half; sleep 3600 & wait", limit: .milliseconds(500)))
        #expect(await stage.text(after: "hello") == "Hello")
        #expect(
            stage.runner.display.notice?.message
                == "Typed unchanged: the hook “sh” failed: it didn’t finish within 500 ms")
    }

    @EventLoopActor @Test func aCancelledDictationKillsIt() async throws {
        let place = try ScratchDirectory("hook")
        let script = "cat > \(place.path("text")); echo > \(place.path("ready")); exec sleep 3600"
        let stage = RunnerStage(hook: hook("sh", "-c", script))
        await stage.dictate("hello")
        await stage.wait { textOfFile(place.path("ready")) == "\n" }
        stage.runner.send(.command(.cancel))
        #expect(stage.runner.display.state == .idle)
        #expect(stage.sink.text == "")
        #expect(stage.runner.history.entries.last?.record.rest == "hello")
    }

    /// Nothing waits for it, nor is its output typed.
    @EventLoopActor @Test func itMayOnlyTakeTexts() async throws {
        let place = try ScratchDirectory("hook")
        let script =
            "until [ -e \(place.path("go")) ]; do sleep 0.01; done; "
            + "tee -a \(place.path("notes"))"
        let stage = RunnerStage(hook: hook("sh", "-c", script, answers: false))
        #expect(await stage.text(after: "one") == "One")
        try place.write("", to: "go")
        await stage.wait { textOfFile(place.path("notes")) == "One\n" }
        #expect(await stage.text(after: "two") == "One two")
        await stage.wait { textOfFile(place.path("notes")) == "One\ntwo\n" }
        #expect(stage.sink.text == "One two")
        #expect(stage.runner.display.notice == nil)
        let failing = RunnerStage(hook: hook("false", answers: false))
        #expect(await failing.text(after: "one") == "One")
        await failing.wait { failing.runner.display.notice != nil }
        #expect(
            failing.runner.display.notice?.message == "the hook “false” failed: exit status 1")
    }

    @EventLoopActor @Test func itGetsNoPasswordsAndNoCommands() async throws {
        let place = try ScratchDirectory("hook")
        let taking = hook("tee", "-a", place.path("notes"))
        let stage = RunnerStage(passwords: .allow, hook: taking)
        #expect(await stage.text(after: "one") == "One")
        #expect(await stage.text(after: "scratch that") == "")
        stage.sink.traits = FieldTraits(.password)
        #expect(await stage.text(after: "swordfish") == "swordfish")
        #expect(textOfFile(place.path("notes")) == "One\n")
    }
}
