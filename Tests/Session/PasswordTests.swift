import Dictation
import History
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import Session

/// Dictations into a field that is known to be a password field.
@Suite(.runningLoop) struct PasswordTests {
    @EventLoopActor @Test func nothingIsRecorded() async {
        let stage = RunnerStage()
        stage.sink.traits = FieldTraits(.password)
        stage.speak([1, 2, 3])
        await stage.waitForIdle()
        #expect(!stage.audio.isRunning)
        #expect(stage.runner.display.notice?.severity == .warning)
        #expect(
            stage.runner.display.notice?.message
                == "Nothing was recorded: the focus is in a password field")
        #expect(stage.runner.history.entries.isEmpty)
        #expect(stage.sink.text == "")
    }

    @EventLoopActor @Test func aShortDictationIsNotKept() async {
        let stage = RunnerStage()
        stage.sink.traits = FieldTraits(.password)
        // Its words are there before the field is known.
        await stage.dictate("secret")
        await stage.waitForIdle()
        #expect(stage.runner.history.entries.isEmpty)
        #expect(stage.sink.text == "")
    }

    /// The words are not a password's.
    @EventLoopActor @Test func aTextThatMeetsAPasswordIsKept() async {
        let stage = RunnerStage(cleans: true)
        await stage.dictate("one")
        stage.sink.traits = FieldTraits(.password)
        stage.cleaner.answer(.success("One"))
        await stage.waitForIdle()
        #expect(stage.sink.text == "")
        #expect(stage.runner.display.notice?.severity == .error)
        #expect(
            stage.runner.display.notice?.message.contains("in a password field") == true)
        #expect(stage.runner.history.entries.last?.record.text == "one")
    }

    /// The sink knows the field, and only the program that it hides its text.
    @EventLoopActor @Test func aProgramMayReportWhatTheSinkDoesNot() async {
        let reader = FieldReport(FieldTraits(.text))
        let stage = RunnerStage(reader: reader)
        stage.sink.traits = FieldTraits(.text)
        stage.sink.reportsText = true
        #expect(await stage.text(after: "one") == "One")
        // The focus comes there while the text is made.
        reader.next = FieldTraits(.password)
        await stage.text(after: "two")
        #expect(stage.sink.text == "One")
        #expect(
            stage.runner.display.notice?.message.contains("in a password field") == true)
        #expect(stage.runner.history.entries.last?.record.text?.contains("wo") == true)
        stage.speak([1, 2, 3])
        await stage.waitForIdle()
        #expect(!stage.audio.isRunning)
    }

    @EventLoopActor @Test func whereItIsAllowedItIsTypedButNotKept() async {
        let stage = RunnerStage(cleans: true, spacing: .trailing, passwords: .allow)
        stage.sink.traits = FieldTraits(.password)
        stage.speak([1, 2, 3])
        stage.recognizer.tell(.partial("secret"))
        // Until the field is known.
        await stage.wait { stage.runner.partialText == "" && stage.runner.display.partial == "" }
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance("Secret"))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Secret", "without a space after it")
        #expect(stage.runner.history.entries.isEmpty)
        #expect(stage.cleaner.texts.isEmpty, "no program or server gets it")
        #expect(stage.runner.display.notice == nil)
        // It isn't remembered for “scratch that” either.
        stage.sink.traits = FieldTraits()
        await stage.text(after: "scratch that")
        #expect(stage.sink.text == "Secret")
    }

    @EventLoopActor @Test func whereItIsAllowedATextThatMeetsAPasswordIsForgotten() async {
        let stage = RunnerStage(cleans: true, passwords: .allow)
        await stage.dictate("one")
        stage.sink.traits = FieldTraits(.password)
        stage.cleaner.answer(.success("One"))
        await stage.waitForIdle()
        #expect(stage.sink.text == "one")
        #expect(stage.runner.history.entries.isEmpty)
    }

    @EventLoopActor @Test func aKeptTextThatIsTypedAgainStaysKept() async throws {
        let stage = RunnerStage(passwords: .allow)
        await stage.text(after: "one")
        stage.sink.traits = FieldTraits(.password)
        let record = try #require(stage.runner.history.entries.last?.record)
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.text == "OneOne")
        #expect(stage.runner.history.entries.count == 1)
    }

    /// What is removed from a password is on no card.
    @EventLoopActor @Test func noNoticeShowsAPassword() async {
        let stage = RunnerStage(punctuation: .auto, passwords: .allow)
        stage.sink.traits = FieldTraits(.password)
        await stage.dictate("Swordfish. Delete that.")
        await stage.waitForIdle()
        #expect(stage.sink.text == "")
        let notice = stage.runner.display.notice
        #expect(notice.map { !"\($0.message)\($0.remedy)".contains("wordfish") } ?? true)
        #expect(stage.runner.history.entries.isEmpty)
    }
}
