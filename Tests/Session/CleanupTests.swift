import Dictation
import History
import LinuxRuntime
import Problems
import Session
import TestSupport
import Testing
import TextProcessing

/// What happens to a model's cleaned-up text.
@Suite(.runningLoop) struct CleanupTests {
    @EventLoopActor @Test func typesTheCleanedText() async {
        let stage = RunnerStage(cleans: true)
        await stage.dictate("hello world how are you")
        #expect(stage.cleaner.texts == ["Hello world how are you"])
        #expect(stage.runner.display.state == .processing)
        stage.cleaner.answer(.success("Hello, world. How are you?"))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello, world. How are you?")
        #expect(stage.runner.display.notice == nil)
        #expect(stage.runner.history.entries.last?.record.text == "Hello, world. How are you?")
        // The space before it and the case of its first letter are ours.
        await stage.text(after: "and you", answer: .success("And you"))
        #expect(stage.cleaner.texts.last == " And you")
        #expect(stage.sink.text == "Hello, world. How are you? And you")
    }

    /// The text in the document goes to nobody else.
    @EventLoopActor @Test func getsNothingOfTheDocument() async {
        let stage = RunnerStage(cleans: true, spacing: .auto)
        stage.sink.contextBeforeInput = "My diary. The first of May"
        stage.sink.selectedText = "was dull"
        stage.sink.contextAfterInput = "Until then"
        await stage.text(after: "was lovely", answer: .success("was lovely"))
        // What was dictated before is part of the document now.
        stage.sink.contextBeforeInput = "My diary. The first of May was lovely "
        stage.sink.selectedText = ""
        await stage.text(after: "and warm", answer: .success("and warm"))
        let words = stage.cleaner.texts.map { $0.filter { $0 != " " } }
        #expect(words == ["waslovely", "andwarm"])
        for command in ["select that", "scratch that", "undo"] {
            await stage.text(after: command)
        }
        #expect(stage.cleaner.texts.count == 2, "what was typed before isn't sent again")
    }

    @EventLoopActor
    @Test(arguments: [
        ("", "the answer is empty"),
        ("Hello, world. Thank you for the text!", "the answer strays too far"),
        ("Hallo Welt", "the answer strays too far"),
        ("Hello, world.\n", "line breaks"),
        ("\u{1B}[31mHello, world.\u{1B}[0m", "control characters"),
        ("Hello,\u{0} world.", "control characters"),
    ])
    func typesTheRawTextAndSaysWhy(_ answer: String, _ why: String) async {
        let stage = RunnerStage(cleans: true)
        #expect(await stage.text(after: "hello world", answer: .success(answer)) == "Hello world")
        let notice = stage.runner.display.notice
        #expect(notice?.severity == .warning)
        #expect(notice?.message.hasPrefix("Not cleaned up: ") == true)
        #expect(notice?.message.contains(why) == true, "\(notice?.message ?? "")")
    }

    @EventLoopActor @Test func typesTheRawTextWhereTheCleanerFails() async {
        let stage = RunnerStage(cleans: true)
        let problem = Problem("the server is too slow", why: "no answer", remedy: "Wait.")
        #expect(await stage.text(after: "hello", answer: .failure(problem)) == "Hello")
        #expect(
            stage.runner.display.notice
                == Notice(
                    .warning, "Not cleaned up: the server is too slow: no answer", remedy: "Wait."))
    }

    @EventLoopActor @Test func canBeCancelledMeanwhile() async {
        let stage = RunnerStage(cleans: true)
        await stage.dictate("hello world")
        stage.runner.send(.command(.cancel))
        #expect(stage.runner.display.state == .idle)
        #expect(stage.cleaner.wasCancelled)
        #expect(stage.sink.text == "")
        #expect(stage.runner.history.entries.last?.record.rest == "hello world")
        #expect(await stage.text(after: "two", answer: .success("Two.")) == "Two.")
    }

    @EventLoopActor @Test func restoresTheRawText() async throws {
        let stage = RunnerStage(cleans: true)
        await stage.text(after: "before", answer: .success("Before."))
        await stage.text(after: "it is its house", answer: .success("It is it’s house."))
        #expect(stage.sink.text == "Before. It is it’s house.")
        try await stage.runner.revise(.restoreRaw)
        await stage.waitForIdle()
        #expect(stage.sink.text == "Before. It is its house")
        #expect(stage.runner.history.entries.map(\.record.text) == ["Before.", "It is its house"])
        #expect(stage.runner.history.entries.last?.record.rest == "")
        // By voice, and then back again.
        await #expect(throws: Problem.self) { try await stage.runner.revise(.restoreRaw) }
        #expect(await stage.text(after: "undo") == "Before. It is it’s house.")
        #expect(await stage.text(after: "restore raw") == "Before. It is its house")
        #expect(await stage.text(after: "restore raw") == "Before. It is its house")
        #expect(
            stage.runner.display.notice?.message
                == "The raw text was not restored: the last text is as the rules made it")
    }

    @EventLoopActor @Test func restoresNothingInAnotherWindow() async {
        let stage = RunnerStage(cleans: true)
        await stage.text(after: "hello", answer: .success("Hello!"))
        stage.sink.focusedTarget = SinkTarget("another window")
        await #expect(throws: Problem.self) { try await stage.runner.revise(.restoreRaw) }
        #expect(stage.sink.text == "Hello!")
    }

    /// The text to be deleted is in the window that had the focus before.
    @EventLoopActor @Test func deletesNothingWhereTheUserWentMeanwhile() async {
        let stage = RunnerStage(cleans: true)
        await stage.text(after: "one", answer: .success("One"))
        await stage.dictate("scratch that", "two")
        stage.sink.focusedTarget = SinkTarget("another window")
        stage.cleaner.answer(.success("Two!"))
        await stage.waitForIdle()
        #expect(stage.sink.text == "OneTwo!")
        #expect(stage.runner.display.notice?.message.hasPrefix("Nothing was scratched") == true)
    }

    @EventLoopActor @Test func commandsAloneAreNotMended() async {
        let stage = RunnerStage(cleans: true)
        await stage.text(after: "one", answer: .success("One."))
        #expect(await stage.text(after: "scratch that") == "")
        #expect(stage.cleaner.texts == ["One"])
    }
}
