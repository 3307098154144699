import Dictation
import DictationParts
import History
import LinuxRuntime
import MonotonicTime
import Problems
import SinkChains
import TestSupport
import Testing

@testable import Session

@Suite(.runningLoop) struct DictationRunnerTests {
    @EventLoopActor @Test func typesWhatWasSaid() async {
        let stage = RunnerStage()
        await stage.dictate("hello world")
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello world")
        #expect(stage.runner.history.entries.map(\.record.rest) == [""])
    }

    /// Two texts never mix: a dictation's waits for the one that a command types.
    @EventLoopActor @Test func aDictationWaitsForACommandsText() async {
        let stage = RunnerStage()
        await stage.runner.parts.sinks.prepare()
        stage.sink.hangs = true
        var outcomes: [InsertionOutcome.End] = []
        let text = TypableText(cleaning: "abcd", lineBreaks: .space)
        let sinks = stage.runner.parts.sinks
        #expect(stage.runner.type(text, with: sinks) { outcomes.append($0.end) })
        #expect(!stage.runner.type(text, with: sinks) { _ in })
        await stage.dictate("hello world")
        await waitUntilInserting(stage)
        #expect(stage.sink.insertions == ["ab"])
        stage.sink.hangs = false
        #expect(stage.runner.stopCommandTyping())
        await stage.waitForIdle()
        #expect(outcomes == [.stopped])
        #expect(stage.sink.insertions == ["ab", "Hello world"])
        #expect(!stage.runner.stopCommandTyping())
    }

    @EventLoopActor private func waitUntilInserting(_ stage: RunnerStage) async {
        await yieldUntil { stage.runner.display.state == .inserting }
    }

    @EventLoopActor @Test func feedsTheSamplesOfTheLastMoment() async {
        let stage = RunnerStage()
        stage.audio.lastSamples = [4, 5]
        await stage.dictate("word")
        #expect(stage.recognizer.samples == [1, 2, 3, 4, 5])
        await stage.waitForIdle()
    }

    @EventLoopActor @Test func recordsNothingOfItsOwnSounds() async {
        let stage = RunnerStage()
        stage.runner.send(.command(.start))
        #expect(stage.cues.played == [.start])
        stage.cues.isSounding = true
        stage.audio.tell(.started)
        stage.audio.tell(.samples([1, 2]))
        stage.cues.isSounding = false
        stage.audio.tell(.samples([3, 4]))
        stage.audio.lastSamples = [5]
        stage.runner.send(.command(.stop))
        #expect(stage.recognizer.samples == [0, 0, 3, 4, 5])
        #expect(stage.cues.played == [.start, .stop])
    }

    @EventLoopActor @Test func recordsNothingOfWhatItSays() {
        let stage = RunnerStage()
        let announcer = FakeAnnouncer()
        stage.runner.parts.announcer = announcer
        stage.runner.onChange = { announcer.isSounding = stage.runner.display.isHearing }
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.audio.tell(.samples([1, 2]))
        announcer.isSounding = false
        stage.audio.tell(.samples([3, 4]))
        stage.runner.send(.command(.stop))
        #expect(stage.recognizer.samples == [0, 0, 3, 4])
    }

    @EventLoopActor @Test func theLastTextIsReadBack() async {
        let stage = RunnerStage()
        var heard: [String] = []
        stage.runner.onReadBack = { text, language in heard.append("\(text) \(language ?? "")") }
        await stage.text(after: "read that back")
        #expect(heard == ["Nothing was typed yet "])
        await stage.text(after: "hello world")
        await stage.text(after: "read that back")
        // Also what was said just before.
        await stage.text(after: "and more", "read that back")
        #expect(heard.dropFirst() == ["Hello world en", "and more en"])
        #expect(stage.sink.text == "Hello world and more")
        #expect(stage.runner.history.entries.count == 4)
    }

    @EventLoopActor @Test func theSelectionIsReadAloud() async {
        let stage = RunnerStage(spacing: .auto)
        var heard: [String] = []
        stage.runner.onReadBack = { text, _ in heard.append(text) }
        stage.sink.reportsText = true
        stage.sink.userTypes("We like red apples.")
        await stage.text(after: "select red apples")
        await stage.text(after: "read that")
        #expect(heard == ["red apples"])
        #expect(stage.sink.text == "We like red apples.")
    }

    /// It stops what is read aloud.
    @EventLoopActor @Test func theUsersNextKeyIsKnown() async {
        let stage = RunnerStage()
        await stage.text(after: "hello world")
        var count = 0
        await stage.runner.watchNextInput { count += 1 }
        stage.sink.touch()
        #expect(count == 1)
        // The text is nobody's to change any more.
        await stage.text(after: "scratch that")
        #expect(stage.sink.text == "Hello world")
    }

    /// A password is asked for: nobody else is to hear anything of it.
    @EventLoopActor @Test func nothingIsReadBackInAFieldForAPassword() async {
        let stage = RunnerStage()
        var heard: [String] = []
        stage.runner.onReadBack = { text, _ in heard.append(text) }
        await stage.text(after: "hello world")
        stage.sink.traits = FieldTraits(.password)
        await stage.text(after: "read that back")
        #expect(heard == [])
    }

    @EventLoopActor @Test func recordsWhatWasSaidBeforeItsOwnSounds() {
        let stage = RunnerStage()
        stage.runner.send(.command(.start))
        stage.cues.isSounding = true
        stage.audio.capturingSince = Instant(
            nanoseconds: MonotonicClock.nanoseconds - 1_000_000_000)
        stage.audio.tell(.started)
        stage.audio.tell(.samples([Int16](repeating: 1, count: 10_000)))
        stage.audio.tell(.samples([Int16](repeating: 1, count: 10_000)))
        stage.runner.send(.command(.stop))
        let heard = stage.recognizer.samples
        // A second, less the time between the start and the second's beginning.
        let spoken = heard.prefix { $0 == 1 }.count
        #expect((1...16_000).contains(spoken), "\(spoken)")
        #expect(heard[spoken...].allSatisfy { $0 == 0 } && heard.count == 20_000)
    }

    @EventLoopActor @Test func silenceIsWhatTheRecognizerHasHeard() async throws {
        var rules = DictationRules.patient
        rules.silenceLimit = .milliseconds(1)
        let stage = RunnerStage(rules: rules)
        // The decoder is ten seconds behind.
        stage.recognizer.pretendedBacklog = 10 * AudioFormat.rate
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        try await waitUntil("the limit is over") { stage.recognizer.backlogCount > 0 }
        #expect(stage.runner.display.state == .recording)
        stage.recognizer.tell(.speechStarted)
        stage.recognizer.tell(.utterance("still there"))
        stage.recognizer.tell(.speechEnded)
        let count = stage.recognizer.backlogCount
        try await waitUntil("it is over again") { stage.recognizer.backlogCount > count }
        #expect(stage.runner.display.state == .recording)
        stage.recognizer.pretendedBacklog = 0
        try await waitUntil("the silence was heard") { stage.runner.display.state == .processing }
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Still there")
    }

    @EventLoopActor @Test func continuesTheTextOfTheSameWindow() async {
        let stage = RunnerStage()
        await stage.dictate("one")
        await stage.waitForIdle()
        await stage.dictate("two")
        await stage.waitForIdle()
        #expect(stage.sink.text == "One two")
        stage.sink.focusedTarget = SinkTarget("another window")
        await stage.dictate("three")
        await stage.waitForIdle()
        #expect(stage.sink.text == "One twoThree")
    }

    @EventLoopActor @Test func writesWhatIsMeant() async {
        let stage = RunnerStage()
        await stage.dictate("um i owe you twenty six dollars comma okay question mark")
        await stage.waitForIdle()
        #expect(stage.sink.text == "I owe you $26, okay?")
    }

    /// Graphemes are deleted, whatever their number of scalars and key strokes.
    @EventLoopActor @Test func scratchesTheLastUtterance() async {
        let stage = RunnerStage()
        await stage.dictate("one")
        await stage.waitForIdle()
        await stage.dictate("tẅo e\u{301} 👨‍👩‍👧")
        await stage.waitForIdle()
        #expect(stage.sink.text == "One tẅo é 👨‍👩‍👧")
        await stage.dictate("scratch that")
        await stage.waitForIdle()
        #expect(stage.sink.text == "One")
        #expect(stage.runner.display.notice?.message == "Deleted “tẅo é 👨‍👩‍👧”")
        #expect(stage.runner.display.notice?.actions == [.undo])
        await stage.dictate("three")
        await stage.waitForIdle()
        #expect(stage.sink.text == "One three")
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance("scratch that"))
        stage.recognizer.tell(.utterance("scratch that"))
        stage.recognizer.tell(.utterance("again"))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Again")
    }

    @EventLoopActor @Test func scratchesNothingInAnotherWindow() async {
        let stage = RunnerStage()
        await stage.dictate("one")
        await stage.waitForIdle()
        stage.sink.focusedTarget = SinkTarget("another window")
        await stage.dictate("scratch that")
        await stage.waitForIdle()
        #expect(stage.sink.text == "One")
        #expect(
            stage.runner.display.notice?.message
                == "Nothing was scratched: the text before the cursor isn’t known")
    }

    @EventLoopActor @Test func scratchesNothingThatTheUserChanged() async {
        let stage = RunnerStage()
        await stage.dictate("one")
        await stage.waitForIdle()
        stage.sink.contextBeforeInput = "One more"
        await stage.dictate("scratch that")
        await stage.waitForIdle()
        #expect(stage.sink.text == "One")
        #expect(stage.runner.display.notice?.severity == .warning)
    }

    @EventLoopActor @Test func aTextThatArrivedTwiceIsAnError() async {
        let stage = RunnerStage()
        stage.sink.contextBeforeInput = "I like"
        stage.sink.onInsertion = { stage.sink.contextBeforeInput = "I like" + $0 + $0 }
        await stage.dictate("apples")
        await stage.waitForIdle()
        let notice = stage.runner.display.notice
        #expect(notice?.severity == .error)
        #expect(
            notice?.message.hasPrefix("the text was inserted twice") == true, "\(notice as Any)")
        #expect(notice?.remedy == "Delete one copy by hand.")
        #expect(stage.runner.timing.confirmed != true)
    }

    @EventLoopActor @Test func aTextThatDidNotArriveIsOfferedAgain() async throws {
        let stage = RunnerStage()
        stage.sink.contextBeforeInput = "I like"
        stage.sink.losesText = true
        await stage.text(after: "apples")
        #expect(stage.runner.timing.confirmed == false)
        let notice = stage.runner.display.notice
        #expect(notice?.severity == .warning)
        #expect(notice?.message.hasPrefix("the text can’t be seen in the window") == true)
        #expect(notice?.remedy.contains("utter retype") == true)
        stage.sink.losesText = false
        let record = try #require(stage.runner.history.entries.last?.record)
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.contextBeforeInput == "I like apples")
    }

    /// A window that doesn't report each change; or the user has taken it back.
    @EventLoopActor @Test(arguments: [true, false])
    func nothingIsSaidOfATextThatMayHaveArrived(isTakenBack: Bool) async {
        let stage = RunnerStage()
        stage.sink.contextBeforeInput = "I like"
        stage.sink.losesText = true
        stage.sink.isCurrent = isTakenBack
        stage.sink.onInsertion = { _ in
            if isTakenBack { stage.sink.lastChange = .now }
        }
        await stage.text(after: "apples")
        #expect(stage.runner.timing.confirmed == nil)
        #expect(stage.runner.display.notice == nil)
    }

    @EventLoopActor @Test func typesNothingWhereItCannotDelete() async {
        let stage = RunnerStage()
        await stage.dictate("one")
        await stage.waitForIdle()
        stage.sink.preparationProblem = Problem("gone", why: "unplugged")
        stage.spare.preparationProblem = Problem("spare", why: "no display")
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance("scratch that"))
        stage.recognizer.tell(.utterance("two"))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "One")
        #expect(stage.runner.history.entries.last?.record.rest == "Two")
        #expect(stage.runner.display.notice?.severity == .error)
    }

    @EventLoopActor @Test func stopsWhenToldTo() async {
        let stage = RunnerStage()
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.recognizer.tell(.utterance("hello"))
        #expect(stage.audio.isRunning)
        stage.recognizer.tell(.utterance("stop dictation"))
        #expect(!stage.audio.isRunning)
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello")
    }

    @EventLoopActor @Test func handsTheRestToTheNextSink() async {
        let stage = RunnerStage()
        stage.sink.failure = SinkFailure(inserted: 4, problem: Problem("gone", why: "unplugged"))
        await stage.dictate("one two")
        await stage.waitForIdle()
        #expect(stage.sink.text == "One ")
        #expect(stage.spare.text == "two")
        #expect(stage.runner.display.notice == nil)
    }

    @EventLoopActor @Test func keepsTheRestWhenNoSinkIsLeft() async {
        let stage = RunnerStage()
        stage.sink.failure = SinkFailure(inserted: 4, problem: Problem("gone", why: "unplugged"))
        stage.spare.preparationProblem = Problem("spare", why: "no display", remedy: "Plug it in.")
        await stage.dictate("one two")
        await stage.waitForIdle()
        #expect(stage.runner.history.entries.last?.record.rest == "two")
        #expect(
            stage.runner.display.notice
                == Notice(
                    .error, "the text could not be typed: gone: unplugged; spare: no display",
                    remedy: "Plug it in. The text is kept: utter retype", isOffer: true,
                    actions: [.retype, .copy]))
    }

    @EventLoopActor @Test func stopsTypingWhenCancelled() async {
        let stage = RunnerStage()
        stage.sink.hangs = true
        await stage.dictate("one two")
        await stage.wait { stage.sink.text == "One" }
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
        #expect(stage.runner.history.entries.last?.record.rest == " two")
        #expect(stage.spare.text == "")
    }

    @EventLoopActor @Test func aMicrophoneThatDiesLosesNoWord() async {
        let stage = RunnerStage()
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.audio.tell(.failed(Problem("the microphone “hw:1” was unplugged", why: "")))
        stage.recognizer.tell(.utterance("half a sentence"))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Half a sentence")
        #expect(stage.runner.display.notice?.message == "the microphone “hw:1” was unplugged")
    }

    @EventLoopActor @Test func silenceEndsADictation() async {
        var rules = DictationRules.patient
        rules.silenceLimit = .milliseconds(20)
        let stage = RunnerStage(rules: rules)
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        await stage.wait { stage.recognizer.calls.last == "finish" }
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        #expect(stage.runner.display.notice?.message == "No speech detected")
    }

    @EventLoopActor @Test func cleansWhatTheRecogniserSays() async {
        let stage = RunnerStage()
        await stage.dictate("evil \u{1B}[2J\u{202E}text")
        await stage.waitForIdle()
        #expect(stage.sink.text == "Evil [2Jtext")
    }

    @EventLoopActor @Test func reportsWhyACommandDidNothing() {
        let stage = RunnerStage()
        #expect(stage.runner.send(.command(.stop)) == "nothing is being recorded")
        #expect(stage.runner.send(.command(.start)) == nil)
    }

    @EventLoopActor @Test func keepsWhatWasHeardAtShutdown() {
        let stage = RunnerStage()
        var isOver = false
        stage.runner.onExit = { isOver = true }
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.recognizer.tell(.partial("so far"))
        stage.runner.send(.shutdown)
        #expect(isOver)
        #expect(!stage.audio.isRunning)
        #expect(stage.runner.history.entries.last?.record.rest == "so far")
    }

    /// Issue 42, 1.9: on a busy machine the text came after a minute, and nothing said so.
    @EventLoopActor @Test func aLateTextIsAnnounced() async {
        let stage = RunnerStage()
        stage.runner.lateAfter = .milliseconds(20)
        stage.speak([1, 2, 3])
        stage.runner.send(.command(.stop))
        await stage.wait { stage.runner.display.notice?.message.contains("still being") == true }
        #expect(stage.runner.display.state == .processing)
        stage.recognizer.tell(.utterance("hello"))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello")
    }
}
